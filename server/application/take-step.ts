import { randomUUID } from "node:crypto";
import { answerScreen } from "../../engine/transition/answer-screen.ts";
import { webhookKeys } from "../../engine/transition/receive-webhook.ts";
import type { Accepted, Destination, Notice, Refused } from "../../engine/transition/answer.ts";
import type {
  CallRequest,
  CallResult,
  Input,
  InputContext,
} from "../../engine/transition/input.ts";
import type { ApplicationState } from "../../engine/transition/state.ts";
import type { CompiledVariant } from "../../engine/compile/compiled-variant.ts";
import type { CallTargets } from "../calls/run-call.ts";
import { runCall } from "../calls/run-call.ts";
import { serviceOf, type CallService } from "../calls/call-service.ts";
import { putFiles } from "./files/put-files.ts";
import type { SiteLinks } from "./grants/site-links.ts";
import type {
  ApplicationRecord,
  Applications,
  Step,
} from "../storage/repositories/applications.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { Files } from "../storage/repositories/files.ts";
import type { Events } from "../storage/repositories/events.ts";
import type { CallCounts } from "../storage/repositories/call-counts.ts";
import type { Calls } from "../storage/repositories/calls.ts";
import { withinLimits } from "./within-limits.ts";

/** What a step needs of the server. */
export interface StepTools {
  readonly applications: Applications;
  readonly calls: Calls;
  readonly callCounts: CallCounts;
  readonly targets: CallTargets;
  readonly links: SiteLinks;
  readonly files: Files;
  /** Applies what providers told before the application knew what it was about, or while a call was under way. */
  catchUp(record: ApplicationRecord): Promise<ApplicationRecord>;
  readonly watch: Telemetry;
  readonly events: Events;
  /** Says that there may be events to be taken somewhere. */
  deliverEvents(): void;
  /** ISO 8601. */
  now(): string;
}

/** The key a request carries, and whose it is. */
export interface Claim {
  readonly key: string;
  readonly requestHash: Buffer;
  readonly subject: Buffer;
}

/** What a step led to. */
export type StepResult =
  | {
      readonly kind: "done";
      readonly record: ApplicationRecord;
      readonly next: Destination;
      readonly notices: readonly Notice[];
      /** The revision that the step itself led to, where something else has followed since. */
      readonly ownRevision?: number;
    }
  | { readonly kind: "refused"; readonly refusal: Refused }
  /** Somebody else changed the application meanwhile. */
  | { readonly kind: "stale" };

/** Somebody waits for the page: an open call is not waited for as long as it was at first. */
const ASK_AGAIN_MS = 15_000;

/** After so long without a sign another process may think that the maker of a call is dead. */
const LEASE_MS = 9000;

/**
 * Takes an input through to the end: answered by the engine, kept, its calls made and their results answered
 * in turn. No transaction is held over a call; what a crash interrupts is gone on with by `continueCalls`.
 *
 * @param heard number of the event that the input is
 * @param sent where the form was sent from, when the input sends one
 */
export async function takeStep(
  flow: CompiledVariant,
  version: string,
  record: ApplicationRecord,
  input: Input,
  tools: StepTools,
  claim?: Claim,
  heard?: string,
  sent?: Step["sent"],
): Promise<StepResult> {
  const { flow: id } = flow.definition;
  const attributes = { "foyer.flow": id, "foyer.kind": input.kind };
  const result = await tools.watch.span("step", attributes, () =>
    stepOf(flow, version, record, input, tools, claim, heard, sent),
  );
  tools.watch.step({
    flow: id,
    kind: input.kind,
    result:
      result.kind === "done"
        ? result.record.revision === record.revision
          ? "nothing-new"
          : "kept"
        : result.kind,
  });
  return result;
}

async function stepOf(
  flow: CompiledVariant,
  version: string,
  record: ApplicationRecord,
  input: Input,
  tools: StepTools,
  claim: Claim | undefined,
  heard: string | undefined,
  sent: Step["sent"],
): Promise<StepResult> {
  const answer = answerScreen(flow, record.state, input);
  if (answer.kind === "refused") {
    await tools.events.write(answer.reports, {
      flow: record.flow,
      flowVersion: version,
      application: record.key,
      request: claim?.key,
    });
    return { kind: "refused", refusal: answer };
  }
  // A call whose effect must not happen twice waits until what became of the one before is known.
  if (answer.call?.repeat !== undefined && record.calling)
    return { kind: "done", record, next: UNDER_WAY, notices: [] };
  if (isLook(input, answer) && claim === undefined)
    return { kind: "done", record, next: answer.next, notices: answer.notices };
  if (isQuestion(answer) && claim === undefined && heard === undefined)
    return caughtUp(
      flow,
      await ask(flow, version, record, answer, input.context, tools),
      input.context,
      tools,
    );
  const kept = await keep(flow, version, record, input, answer, tools, claim?.key, [], {
    claim,
    heard,
    sent,
  });
  if (kept === undefined) return { kind: "stale" };
  const result = await follow(flow, version, kept, answer, input.context, tools, claim?.key);
  return heard === undefined ? caughtUp(flow, result, input.context, tools) : result;
}

/** Where a step leads that has to wait for a call under way. */
const UNDER_WAY: Destination = { kind: "stay", because: "call-under-way" };

/** What came of going on with a call. */
export interface Continued {
  readonly result: StepResult;
  /** The call was open: it was asked for by an earlier request that has been answered, and nothing said what became of it. */
  readonly wasOpen: boolean;
}

/**
 * Goes on with calls that were interrupted, and sends open ones again. Every attempt carries the call's own key.
 * Undefined when there were none that nobody works on.
 */
export async function resumePendingCalls(
  flow: CompiledVariant,
  version: string,
  record: ApplicationRecord,
  context: InputContext,
  tools: StepTools,
): Promise<Continued | undefined> {
  const pending = await tools.calls.takeOver(record.key, LEASE_MS);
  if (pending === undefined) return undefined;
  const { retry: _, ...asked } = pending.request;
  const request: CallRequest =
    pending.told && asked.repeat !== undefined
      ? { ...asked, repeated: true, timeoutMs: Math.min(asked.timeoutMs, ASK_AGAIN_MS) }
      : { ...pending.request, ...(asked.repeat === undefined ? {} : { repeated: true }) };
  const result = await caughtUp(
    flow,
    await runAndAnswer(
      flow,
      version,
      record,
      { id: pending.id, request },
      context,
      tools,
      // The request that asked for an open call has its answer already.
      pending.told ? undefined : pending.idempotencyKey,
      [],
    ),
    context,
    tools,
  );
  return { result, wasOpen: pending.told };
}

/** What a provider told in the meantime follows at once. */
async function caughtUp(
  flow: CompiledVariant,
  result: StepResult,
  context: InputContext,
  tools: StepTools,
): Promise<StepResult> {
  if (result.kind !== "done" || awaited(flow, result.record.state, context).length === 0)
    return result;
  const { revision } = result.record;
  return { ...result, record: await tools.catchUp(result.record), ownRevision: revision };
}

/** A page that only looks whether it is still where one belongs. */
function isLook(input: Input, answer: Accepted): boolean {
  return (
    input.kind === "act" &&
    answer.call === undefined &&
    answer.next.kind === "stay" &&
    answer.reports.length === 0 &&
    answer.events.every(({ changes }) => changes.length === 0)
  );
}

/** A poll: nothing changed, and the call only reads. Whether anything is worth keeping is known once it is answered. */
function isQuestion(answer: Accepted): boolean {
  return (
    answer.call?.method === "GET" &&
    answer.reports.length === 0 &&
    answer.events.every(({ changes }) => changes.length === 0)
  );
}

/** Makes a reading call without keeping that it was asked for: if it is lost, the next poll asks again. */
async function ask(
  flow: CompiledVariant,
  version: string,
  record: ApplicationRecord,
  answer: Accepted,
  context: InputContext,
  tools: StepTools,
): Promise<StepResult> {
  const { call } = answer;
  const service = call === undefined ? undefined : serviceOf(flow, call);
  if (call === undefined || service === undefined)
    return { kind: "done", record, next: answer.next, notices: answer.notices };
  const id = randomUUID();
  const result = (await withinLimits(call, id, record, tools.callCounts))
    ? await runCall(call, service, tools.targets, id)
    : TOO_OFTEN;
  const input: Input = {
    kind: "result",
    request: call,
    result,
    context: { ...context, now: tools.now(), uuids: freshUuids(flow) },
  };
  const answered = answerScreen(flow, record.state, input);
  if (answered.kind === "refused") return { kind: "refused", refusal: answered };
  const nothingNew =
    answered.call === undefined &&
    answered.reports.length === 0 &&
    answered.events.every(({ changes }) => changes.length === 0);
  if (nothingNew)
    return {
      kind: "done",
      record,
      next: answered.next,
      notices: [...answer.notices, ...answered.notices],
    };
  const kept = await keep(flow, version, record, input, answered, tools, undefined, [], {});
  return kept === undefined
    ? { kind: "stale" }
    : follow(flow, version, kept, answered, input.context, tools, undefined, answer.notices);
}

interface Asked {
  readonly id: string;
  readonly request: CallRequest;
}

/** A kept step: the record as it is now, and the call that is to be made. */
interface Kept {
  readonly record: ApplicationRecord;
  readonly asked: Asked | undefined;
}

/** Calls that one step may lead to, one after the other; more would be tables calling in a circle. */
const CALL_LIMIT = 20;

async function follow(
  flow: CompiledVariant,
  version: string,
  kept: Kept,
  answer: Accepted,
  context: InputContext,
  tools: StepTools,
  key: string | undefined,
  before: readonly Notice[] = [],
  depth = 0,
): Promise<StepResult> {
  const notices = [...before, ...answer.notices];
  if (kept.asked === undefined)
    return { kind: "done", record: kept.record, next: answer.next, notices };
  if (depth >= CALL_LIMIT)
    throw new Error(
      `More than ${CALL_LIMIT} calls followed one another; the last was "${kept.asked.request.call}"`,
    );
  return runAndAnswer(flow, version, kept.record, kept.asked, context, tools, key, notices, depth);
}

async function runAndAnswer(
  flow: CompiledVariant,
  version: string,
  record: ApplicationRecord,
  asked: Asked,
  context: InputContext,
  tools: StepTools,
  key: string | undefined,
  notices: readonly Notice[],
  depth = 0,
): Promise<StepResult> {
  const service = serviceOf(flow, asked.request);
  // The lease is short and renewed while this process lives, so that another takes over soon after it dies.
  const renewal = setInterval(
    () => void tools.calls.renew(asked.id, LEASE_MS).catch(() => undefined),
    LEASE_MS / 3,
  );
  const result = await makeCall(flow, record, asked, service, tools).finally(() =>
    clearInterval(renewal),
  );
  const input: Input = {
    kind: "result",
    request: asked.request,
    result,
    context: { ...context, now: tools.now(), uuids: freshUuids(flow) },
  };
  // Between asking and answering other steps may have happened (a poll, a second tab): the result is answered on what is there now.
  for (
    let tries = 0, current: ApplicationRecord | undefined = record;
    tries < 5 && current !== undefined;
    tries++
  ) {
    const answer = answerScreen(flow, current.state, input);
    if (answer.kind === "refused") return { kind: "refused", refusal: answer };
    const outcome = result.outcome ?? String(result.status ?? "");
    const kept = await keep(flow, version, current, input, answer, tools, key, notices, {
      answered: { callId: asked.id, outcome, open: answer.unresolved === true },
    });
    if (kept !== undefined)
      return follow(flow, version, kept, answer, input.context, tools, key, notices, depth + 1);
    current = record.id === undefined ? undefined : await tools.applications.byId(record.id);
  }
  return { kind: "stale" };
}

/** What a call is answered that was made too often: nothing was sent. */
const TOO_OFTEN: CallResult = { status: 429, answer: null };

/** Links and contents of files are put in at the last moment: they are in what is sent, never in what is kept. */
async function makeCall(
  flow: CompiledVariant,
  record: ApplicationRecord,
  { id, request }: Asked,
  service: CallService | undefined,
  tools: StepTools,
): Promise<CallResult> {
  if (service === undefined) return { outcome: "network", answer: null };
  // Before its link is made: what is not sent leaves nothing behind.
  if (!(await withinLimits(request, id, record, tools.callCounts))) return TOO_OFTEN;
  const whole = await tools.links.put(flow, request, id, record.key);
  if (whole === undefined) return { outcome: "network", answer: null };
  return runCall(await putFiles(flow, whole, record.key, tools.files), service, tools.targets, id);
}

async function keep(
  flow: CompiledVariant,
  version: string,
  record: ApplicationRecord,
  input: Input,
  answer: Accepted,
  tools: StepTools,
  idempotencyKey: string | undefined,
  before: readonly Notice[],
  extra: {
    readonly claim?: Claim | undefined;
    readonly answered?: Step["answered"];
    readonly heard?: string | undefined;
    readonly sent?: Step["sent"];
  },
): Promise<Kept | undefined> {
  const asked: Asked | undefined =
    answer.call === undefined ? undefined : { id: randomUUID(), request: answer.call };
  const kept = await tools.applications.keep({
    record,
    state: answer.state,
    events: answer.events,
    reports: answer.reports,
    input,
    pii: flow.pii,
    flowVersion: version,
    ...(extra.claim === undefined ? {} : { claim: extra.claim }),
    ...(extra.sent === undefined ? {} : { sent: extra.sent }),
    ...(extra.heard === undefined ? {} : { heard: extra.heard }),
    awaits: newKeys(flow, record, answer, input.context),
    ...(extra.answered === undefined ? {} : { answered: extra.answered }),
    ...(asked === undefined ? {} : { call: { ...asked, leaseMs: LEASE_MS, idempotencyKey } }),
    // The last step of a request keeps its answer with it: a crash right after it still leaves the repetition its answer.
    ...(asked !== undefined || idempotencyKey === undefined
      ? {}
      : {
          finish: {
            key: idempotencyKey,
            answer: {
              next: answer.next,
              notices: [...before, ...answer.notices],
              revision: record.revision + 1,
            },
          },
        }),
  });
  if (kept !== undefined && answer.reports.some(({ send }) => send !== undefined))
    tools.deliverEvents();
  return kept === undefined ? undefined : { record: kept, asked };
}

interface AwaitedKey {
  readonly provider: string;
  readonly key: string;
}

/** What the application waits to be told about, by providers that can tell. */
function awaited(
  flow: CompiledVariant,
  state: ApplicationState,
  { providers = {} }: InputContext,
): readonly AwaitedKey[] {
  return Object.keys(providers).length === 0
    ? []
    : webhookKeys(flow, state).filter(({ provider }) => Object.hasOwn(providers, provider));
}

/** What the application waits to be told about now and did not before. */
function newKeys(
  flow: CompiledVariant,
  record: ApplicationRecord,
  answer: Accepted,
  context: InputContext,
): readonly AwaitedKey[] {
  const before = new Set(
    awaited(flow, record.state, context).map(({ provider, key }) => `${provider} ${key}`),
  );
  return awaited(flow, answer.state, context).filter(
    ({ provider, key }) => !before.has(`${provider} ${key}`),
  );
}

/** One uuid for each id that the flow may mint. */
export function freshUuids(flow: CompiledVariant): readonly string[] {
  return Object.keys(flow.definition.ids).map(() => randomUUID());
}
