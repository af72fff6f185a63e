import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../../engine/language/json.ts";
import { decideApplication } from "./decide.ts";
import type { Work } from "./platform-tools.ts";
import type { CheckKind, PlatformCheck } from "./repositories/platform-checks.ts";
import { answered, overruled, type Standing } from "./standing.ts";
import type { Inquiry } from "./generated/values.ts";
import type { SandboxTables } from "./tables.ts";

/** The subject of an inquiry: the application, or one of its owners. */
export interface Subject<S extends Standing> {
  readonly application: string;
  readonly owner: string | undefined;
  readonly standing: S;
  /** Submitted values, as decisions read them. */
  readonly facts: JsonObject;
}

/** The present status of an inquiry, with its effect on the subject. */
export interface Seen<S extends Standing> {
  readonly status: string;
  readonly standing: S;
}

/** Opens an inquiry, or resumes one. Undefined for another subject's. */
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

/** The inquiry to poll, and its provider's report. */
interface Look {
  /** Absent: the latest of its kind. */
  readonly id: string | undefined;
  /** The reported end. */
  readonly reported?: "RECEIVED" | "TIMEOUT" | undefined;
}

/**
 * Polls an inquiry; once it has ended, the step-up is answered. One without a pending step-up
 * counts as received.
 *
 * @returns undefined for another subject's inquiry
 */
export async function lookAtInquiry<S extends Standing>(
  work: Work,
  subject: Subject<S>,
  kind: "identification" | "verification",
  { id, reported }: Look,
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
  // Providers open inquiries themselves, too: the first poll may be the first sign of one.
  const check =
    known ?? (id === undefined ? undefined : await openInquiry(work, subject, kind, id));
  if (check === undefined) return { status: "IN_PROGRESS", standing };
  const inquiry = inquiryOf(
    standing.outcome?.inquiry ?? decideApplication(work.tables(), subject.facts).inquiry,
    work.tables(),
  );
  const status =
    check.status === "IN_PROGRESS" && reported !== undefined
      ? reported
      : check.status === "IN_PROGRESS"
        ? statusAfter(await work.checks.poll(check.id), inquiry)
        : check.status;
  if (status === "IN_PROGRESS") return { status, standing };
  if (status !== check.status) await work.checks.end(check.id, status);
  return { status, standing: ended(standing, kind, { status, inquiry }, work.tables()) };
}

/** Answers the step-up; an inquiry that timed out decides nothing, a failed one declines. */
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

/**
 * The course of an inquiry; where test values have no effect, it ends with its provider's report.
 */
function inquiryOf(name: string | undefined, { values: { inquiries } }: SandboxTables): Inquiry {
  return inquiries[name ?? "default"] ?? inquiries["default"] ?? { polls: -1, ends: "RECEIVED" };
}

function isAbout(
  check: PlatformCheck,
  { application, owner }: Subject<Standing>,
  kind: CheckKind,
): boolean {
  return check.application === application && check.owner === owner && check.kind === kind;
}
