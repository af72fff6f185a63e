import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import type {
  CompiledMailedLink,
  CompiledVariant,
} from "../../../engine/compile/compiled-variant.ts";
import { completeVariant } from "../../../engine/language/axes.ts";
import { subjectOfLink } from "../../../engine/transition/decide-link.ts";
import { underWay } from "../../http/problem.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type { Grants } from "../../storage/repositories/grants.ts";
import type { FlowTools } from "../flow-tools.ts";
import { OVERTAKEN } from "../visit/try-until-saved.ts";
import { stepUnattended, visitUnattended } from "../visit/unattended-visit.ts";
import type { VisitTools } from "../visit/visit-tools.ts";
import { isLinkToken, subjectHash, tokenHash } from "./site-links.ts";

/** The reason to refuse a mailed link. */
export type MailedLinkRefusal = "unknown" | "expired" | "revoked" | "used";

/** A mailed link that its holder has opened. */
export interface OpenedLink {
  readonly link: CompiledMailedLink;
  /** The variant of the version that has the link. */
  readonly flow: CompiledVariant;
  /** Hash of that version. */
  readonly version: string;
  readonly record: ApplicationRecord;
  readonly refusal: Exclude<MailedLinkRefusal, "unknown"> | undefined;
}

/** The parts of the server that open and use mailed links. */
export type MailedLinkTools = VisitTools & FlowTools & { readonly grants: Grants };

/** Reads a mailed link, without any effect; undefined where there is no such link. */
export async function openMailedLink(
  token: string,
  tools: MailedLinkTools,
): Promise<OpenedLink | undefined> {
  const found = isLinkToken(token) ? await tools.grants.findMailed(tokenHash(token)) : undefined;
  const record =
    found === undefined ? undefined : await tools.applications.byKey(found.application);
  const live = record === undefined ? undefined : tools.library().flows.get(record.flow);
  if (found === undefined || record === undefined || live === undefined) return undefined;
  const holding = await versionWith(found.link, { record, live }, tools);
  const link = holding?.flow.mailedLinks.get(found.link);
  if (holding === undefined || link === undefined) return undefined;
  const { flow, version } = holding;
  const about = subjectHash(token, subjectOfLink(flow, link, record.state, tools.now()));
  const isLiving = found.state === "living";
  const refusal = isLiving && !about.equals(found.about) ? "revoked" : found.state;
  return { link, flow, version, record, refusal: refusal === "living" ? undefined : refusal };
}

/**
 * The version of a flow that has a mailed link: that of the application, or else the latest one. A
 * mail may be older than the version of its application, and younger after a rollback.
 */
async function versionWith(
  link: string,
  { record, live }: { readonly record: ApplicationRecord; readonly live: CompiledFlow },
  tools: FlowTools,
): Promise<Pick<OpenedLink, "flow" | "version"> | undefined> {
  const variant = { ...record.variant, environment: tools.environment };
  const hasLink = (made: CompiledFlow | undefined): made is CompiledFlow =>
    made !== undefined &&
    completeVariant(made.definition, variant) !== undefined &&
    made.variant(variant).mailedLinks.has(link);
  const own = (await tools.olderVersion(live.id, record.flowVersion)) ?? live;
  if (hasLink(own)) return { flow: own.variant(variant), version: own.version };
  for (const hash of await tools.versionsOf(live.id)) {
    const made = await tools.olderVersion(live.id, hash);
    if (hasLink(made)) return { flow: made.variant(variant), version: made.version };
  }
  return undefined;
}

/**
 * Uses a living link: takes its step, which counts the use and admits the guest, all or nothing.
 *
 * @param guest subject of the visitor to admit as the applicant; undefined: the link admits none
 * @returns the application after the step; undefined where other uses were faster
 * @throws ProblemError 503 while another step of the application is in progress
 */
export async function useMailedLink(
  { token, guest }: { readonly token: string; readonly guest: Buffer | undefined },
  { link, record, flow, version }: OpenedLink,
  tools: MailedLinkTools,
): Promise<ApplicationRecord | undefined> {
  const hash = tokenHash(token);
  const used = await stepUnattended(record.key, tools, async ({ loaded, before, ...present }) => {
    if (before > 0 && (await tools.grants.findMailed(hash))?.state !== "living") return "used up";
    // The version that applies now may not have the link; then its step is one of the version that
    // has it.
    const applying = present.flow.mailedLinks.has(link.id)
      ? present
      : { ...present, flow, version, record: loaded, migration: undefined };
    const after = await visitUnattended(applying, { kind: "link", link: link.id }, tools, {
      token: hash,
      guest,
    });
    return after ?? OVERTAKEN;
  });
  if (used === undefined) throw underWay("Press the button again in a moment.");
  return used === "used up" ? undefined : used;
}
