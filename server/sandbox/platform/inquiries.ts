import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../../engine/language/json.ts";
import { decide } from "./decide.ts";
import type { Work } from "./platform-tools.ts";
import type { CheckKind, PlatformCheck } from "./repositories/platform-checks.ts";
import { answered, overruled, type Standing } from "./standing.ts";
import type { Inquiry, SandboxTables } from "./table-types.ts";

/** Whom an inquiry is about: the application, or one of its owners. */
export interface Subject<S extends Standing> {
  readonly application: string;
  readonly owner: string | undefined;
  readonly standing: S;
  /** What was sent, as decisions see it. */
  readonly facts: JsonObject;
}

/** What a look at an inquiry shows, and how the subject stands because of it. */
export interface Seen<S extends Standing> {
  readonly status: string;
  readonly standing: S;
}

/** Opens an inquiry, or goes on with one. Undefined when it is somebody else's. */
export async function openInquiry(
  work: Work,
  subject: Subject<Standing>,
  kind: CheckKind,
  id = `inq_${randomUUID()}`,
): Promise<PlatformCheck | undefined> {
  await work.checks.start({
    id,
    application: subject.application,
    owner: subject.owner,
    kind,
    target: undefined,
    startedAt: work.now(),
  });
  const check = await work.checks.find(id);
  return check !== undefined && isAbout(check, subject, kind) ? check : undefined;
}

/** Which inquiry, and what its provider reported. */
interface Look {
  /** Absent: the latest of its kind. */
  readonly id: string | undefined;
  /** How it ended. */
  readonly told?: "RECEIVED" | "TIMEOUT" | undefined;
}

/**
 * Looks whether an inquiry has ended: then the step-up is answered. One that is not asked for is as good as received.
 *
 * @returns undefined when the inquiry is somebody else's
 */
export async function lookAtInquiry<S extends Standing>(
  work: Work,
  subject: Subject<S>,
  kind: "identification" | "verification",
  { id, told }: Look,
): Promise<Seen<S> | undefined> {
  const { standing } = subject;
  const known =
    id === undefined
      ? await work.checks.latest(subject.application, subject.owner, kind)
      : await work.checks.find(id);
  if (known !== undefined && !isAbout(known, subject, kind)) return undefined;
  const pending = answered(standing, `step-ups/${kind}`, work.tables()) !== standing;
  if (!pending)
    return {
      status: known === undefined || known.status === "IN_PROGRESS" ? "RECEIVED" : known.status,
      standing,
    };
  // Providers open inquiries themselves too: the first that is heard of one may be that it is asked for.
  const check =
    known ?? (id === undefined ? undefined : await openInquiry(work, subject, kind, id));
  if (check === undefined) return { status: "IN_PROGRESS", standing };
  const inquiry = inquiryOf(
    standing.outcome?.inquiry ?? decide(work.tables(), subject.facts).inquiry,
    work.tables(),
  );
  const status =
    check.status === "IN_PROGRESS" && told !== undefined
      ? told
      : check.status === "IN_PROGRESS"
        ? statusAfter(await work.checks.poll(check.id), inquiry)
        : check.status;
  if (status === "IN_PROGRESS") return { status, standing };
  if (status !== check.status) await work.checks.end(check.id, status);
  return { status, standing: ended(standing, kind, { status, inquiry }, work.tables()) };
}

/** The step-up is answered; an inquiry that timed out decides nothing, one that failed declines. */
function ended<S extends Standing>(
  standing: S,
  kind: string,
  { status, inquiry }: { readonly status: string; readonly inquiry: Inquiry },
  tables: SandboxTables,
): S {
  const next = answered(standing, `step-ups/${kind}`, tables);
  const decision =
    status === inquiry.ends ? inquiry.decision : status === "TIMEOUT" ? "PENDING" : undefined;
  return next === standing || decision === undefined ? next : overruled(next, decision, tables);
}

function statusAfter({ polls }: PlatformCheck, inquiry: Inquiry): string {
  return inquiry.polls < 0 || polls <= inquiry.polls ? "IN_PROGRESS" : inquiry.ends;
}

/** How inquiries go; where test values have no effect they end when they are really ended. */
function inquiryOf(name: string | undefined, { values: { inquiries } }: SandboxTables): Inquiry {
  return inquiries[name ?? "default"] ?? inquiries["default"] ?? { polls: -1, ends: "IN_PROGRESS" };
}

function isAbout(
  check: PlatformCheck,
  { application, owner }: Subject<Standing>,
  kind: CheckKind,
): boolean {
  return check.application === application && check.owner === owner && check.kind === kind;
}
