import type { Json } from "../../../../engine/language/json.ts";
import { beganBy } from "../../../../engine/transition/began-by.ts";
import { nextDue } from "../../../../engine/transition/timers.ts";
import { fileIdsIn } from "../../../../engine/validate/files.ts";
import { sealEvents, sealState } from "../../secrets/personal-values.ts";
import type { Vault } from "../../secrets/vault.ts";
import { idOf } from "../application-record.ts";
import { callPlace } from "../calls.ts";
import { eventItems } from "../events.ts";
import { sealAnswer } from "../idempotency-keys.ts";
import { hashOf } from "../webhook-events.ts";
import { usedLocale } from "./used-locale.ts";
import { actorIn } from "./actor-in.ts";
import type { Step } from "./step.ts";

/** The time of the next pass over an application. */
function dueAtOf({ running, checkAt }: NonNullable<Step["timers"]>): string | undefined {
  return [nextDue(running), checkAt].filter((at) => at !== undefined).toSorted()[0];
}

/**
 * The columns of a step as `saveStatement` reads them. Hashes are hexadecimal, sealed values are
 * text.
 */
export const STEP_COLUMNS = {
  key: "uuid",
  revision: "integer",
  flow: "text",
  flowVersion: "text",
  bound: "boolean",
  id: "text",
  state: "jsonb",
  askedAgain: "jsonb",
  at: "timestamptz",
  kind: "text",
  because: "text",
  actor: "text",
  events: "jsonb",
  input: "text",
  subject: "text",
  claim: "text",
  requestHash: "text",
  finish: "text",
  answer: "text",
  received: "bigint",
  call: "uuid",
  callName: "text",
  callRequest: "text",
  callKey: "text",
  leaseMs: "double precision",
  answered: "uuid",
  taken: "integer",
  outcome: "text",
  open: "boolean",
  reports: "jsonb",
  awaits: "jsonb",
  files: "text[]",
  sentBy: "text",
  screen: "text",
  thing: "text",
  timers: "jsonb",
  dueAt: "timestamptz",
  byTimer: "boolean",
  locale: "text",
} as const;

/** The further columns of the step of a mailed link. */
export const LINK_COLUMNS = { link: "text", guest: "text" } as const;

/** The values of the types of columns, as JSON has them. */
interface ColumnValues {
  readonly uuid: string;
  readonly text: string;
  readonly timestamptz: string;
  readonly bigint: string;
  readonly integer: number;
  readonly "double precision": number;
  readonly boolean: boolean;
  readonly jsonb: Json | object;
  readonly "text[]": readonly string[];
}

type Columns = typeof STEP_COLUMNS & typeof LINK_COLUMNS;

/** A step as `saveStatement` takes it; `revision` is the one before. Absent members are null. */
export type StepRow = {
  readonly [Column in keyof Columns]: ColumnValues[Columns[Column]] | undefined;
} & { readonly key: string; readonly revision: number };

/** The row of a step, its personal values sealed. */
export function stepRow(step: Step, vault: Vault): StepRow {
  const { record, input, claim, call, answered, sent, finish } = step;
  const { key } = record;
  const revised = `${key} ${record.revision + 1}`;
  const [event] = step.events;
  return {
    key,
    revision: record.revision,
    flow: record.flow,
    flowVersion: step.flowVersion,
    bound: vault.binds,
    id: idOf(step.state),
    state: sealState(
      step.state,
      step.pii,
      { column: "applications.state", row: key },
      {
        vault,
        sealed: record.sealed,
        unopened: record.unopened,
        boxes: record.boxes,
        entries: record.entries,
      },
    ),
    askedAgain: step.askedAgain,
    at: event?.at ?? input.context.now,
    kind: input.kind,
    because: event?.because ?? "",
    actor: actorIn(input),
    events: sealEvents(
      step.events,
      step.pii,
      { column: "journal.events", row: revised },
      { vault, sealed: record.sealed },
    ),
    input: vault.seal(JSON.stringify(input), { column: "journal.input", row: revised, path: "" }),
    subject: (claim?.subject ?? record.subject).toString("hex"),
    claim: claim?.key,
    requestHash: claim?.requestHash.toString("hex"),
    finish: finish?.key,
    answer:
      finish === undefined
        ? undefined
        : sealAnswer(finish.answer, { application: key, key: finish.key }, vault),
    received: step.received,
    link: step.link?.token.toString("hex"),
    guest: step.link?.guest?.toString("hex"),
    call: call?.id,
    callName: call?.request.call,
    callRequest:
      call === undefined
        ? undefined
        : vault.seal(JSON.stringify(call.request), callPlace(key, call.id)),
    callKey: call?.idempotencyKey,
    leaseMs: call?.leaseMs,
    answered: answered?.call.id,
    taken: answered?.call.taken,
    outcome: answered?.outcome,
    open: answered?.open,
    reports: eventItems(step.reports, {
      flow: record.flow,
      flowVersion: step.flowVersion,
      application: key,
    }),
    awaits: step.awaits?.map((awaited) => ({
      provider: awaited.provider,
      hash: hashOf(awaited.key).toString("hex"),
    })),
    files: fileIdsIn(step.state),
    timers: step.timers?.running,
    dueAt: step.timers === undefined ? undefined : dueAtOf(step.timers),
    // Such a step does not extend the retention.
    byTimer: beganBy(input)?.kind === "timer" ? true : undefined,
    locale: usedLocale(input),
    sentBy: sent?.subject.toString("hex"),
    screen: sent?.screen,
    thing: sent?.resource,
  };
}
