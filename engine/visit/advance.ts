import { analyticsOfOpening, analyticsOfStep } from "../analytics/analytics-events.ts";
import type { AnalyticsEvent } from "../analytics/analytics-event.ts";
import type { StepOrigin } from "../analytics/analytics-events.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { Accepted } from "../transition/answer.ts";
import { decide } from "../transition/decide.ts";
import { enterFlow } from "../transition/enter-flow.ts";
import { importRequest, isImported } from "../transition/import-request.ts";
import type { CallRequest, Input, InputContext } from "../transition/input.ts";
import { loadOf } from "../transition/load-of.ts";
import { resolveWithFacts, type Resolved } from "../transition/resolve-screen.ts";
import { readSuggestions, suggestRequest, NO_SUGGESTIONS } from "../transition/suggest-request.ts";
import { unloadCall } from "../transition/unload.ts";
import { isAtAnotherPart, screenEnteredByOpening, screenEnteredByStep } from "./entered-screen.ts";
import { isUnattended, isJournaled } from "./is-journaled.ts";
import { goTo, showResolved, type Landing } from "./go-to.ts";
import type { Advance, DecidedStep, PendingCall, Visit, VisitEvent } from "./visit.ts";

type Event<K extends VisitEvent["kind"]> = Extract<VisitEvent, { kind: K }>;

/** Maximum number of calls of one step; more of them mean a cycle of tables. */
const CALL_LIMIT = 20;

/**
 * The next move of a visit. Pure: the caller saves the step, makes the call, and advances with its
 * result, until the visit ends.
 *
 * open → load → call … result → screen act → call … result → load → call … result → screen
 */
export function advance(flow: CompiledVariant, visit: Visit, event: VisitEvent): Advance {
  switch (event.kind) {
    case "enter":
      return enter(flow, visit, event);
    case "open":
      return open(flow, visit, event);
    case "act":
      return act(flow, visit, event);
    case "load":
      return load(flow, visit, event);
    case "result":
      return receive(flow, visit, event);
    case "resume":
      return calling(visit, event.request, { purpose: { kind: "resume" }, isRecorded: true });
    case "webhook":
    case "timer":
    case "link":
      return decideAndFollow(flow, withCallsReset(visit), event, {
        purpose: { kind: event.kind },
        isRecorded: true,
      });
    case "suggest":
      return suggest(flow, visit, event);
    case "unload":
      return unload(flow, visit, event);
    case "go":
      return { reports: [], ...goTo(flow, visit, event.destination, event.context) };
  }
}

function enter(
  flow: CompiledVariant,
  visit: Visit,
  { context, draftPaths = [] }: Event<"enter">,
): Advance {
  const { path, query, state } = visit;
  const entered = enterFlow(flow, state, { path, query, context, draftPaths });
  if (entered.kind === "leave")
    return {
      visit: { ...visit, reason: entered.leave.reason },
      reports: [],
      next: { kind: "exit", exit: entered.leave },
    };
  const { entry, cleaned } = entered;
  if (!cleaned) return { visit, reports: [], next: { kind: "clean", entry } };
  const after = entry.stateOf(state);
  const address = { path, query: entry.rest };
  const reason = { kind: "entry" } as const;
  return {
    visit: { ...visit, ...address, state: after },
    step: {
      input: { kind: "open", path, query, context },
      reason,
      events: [entry.event],
      state: after,
      next: { kind: "stay", reason },
      notices: [],
      rows: [],
      isJournaled: entry.changes.length > 0,
    },
    reports: [],
    next: { kind: "entered", address, entry },
  };
}

function open(flow: CompiledVariant, visit: Visit, { context, imports }: Event<"open">): Advance {
  const { path, query, state } = visit;
  const request =
    context.access === "missing" && imports !== false
      ? importRequest(flow, { path, query, context })
      : undefined;
  if (request !== undefined)
    return calling(visit, request, { purpose: { kind: "import" }, isRecorded: false });
  const resolved = resolvedOf(flow, visit, context);
  const { resolution } = resolved;
  const opened: Visit = { ...visit, opened: true, reason: resolution.reason };
  const landing = showResolved(flow, opened, resolved, context);
  const entered = isAtAnotherPart(visit, resolution, context)
    ? undefined
    : screenEnteredByOpening(flow, landing, context);
  const at = { path, query, context };
  const reports = analyticsOfOpening(flow, state, at, { resolution, entered });
  return { reports, ...landing };
}

function act(flow: CompiledVariant, visit: Visit, event: Event<"act">): Advance {
  const { path, query } = visit;
  const { action, item, data, context } = event;
  const input: Input = {
    kind: "act",
    path,
    query,
    action,
    item,
    data,
    context,
  };
  const resolved = resolvedOf(flow, visit, context);
  const { resolution } = resolved;
  const screen = resolution.kind === "screen" ? flow.screens.get(resolution.screen) : undefined;
  // A page that was asked to load again has loaded.
  const loaded = screen?.definition.load === action ? [...visit.loaded, path] : visit.loaded;
  const at: Visit = { ...withCallsReset(visit), resolved, loaded };
  return decideAndFollow(flow, at, input, { purpose: { kind: "step" }, isRecorded: false });
}

function load(flow: CompiledVariant, visit: Visit, { context }: Event<"load">): Advance {
  const { path, query, state, shown } = visit;
  const at: Visit = { ...withCallsReset(visit), loaded: [...visit.loaded, path] };
  const action = shown === undefined ? undefined : loadOf(flow, state, shown, { query, context });
  if (action === undefined)
    return { reports: [], ...showResolved(flow, at, resolvedOf(flow, at, context), context) };
  const input: Input = { kind: "act", path, query, action, data: {}, context };
  return decideAndFollow(flow, at, input, { purpose: { kind: "load" }, isRecorded: false });
}

function suggest(
  flow: CompiledVariant,
  visit: Visit,
  { input, context }: Event<"suggest">,
): Advance {
  const request = suggestRequest(flow, visit.state, { path: visit.path, input, context });
  return request === undefined
    ? { visit, reports: [], next: { kind: "suggested", suggested: NO_SUGGESTIONS } }
    : calling(visit, request, { purpose: { kind: "suggest", input }, isRecorded: false });
}

function unload(flow: CompiledVariant, visit: Visit, { context }: Event<"unload">): Advance {
  const { path, query } = visit;
  const request = unloadCall(flow, visit.state, { path, query, context });
  return request === undefined
    ? { visit, reports: [], next: { kind: "done" } }
    : calling(visit, request, { purpose: { kind: "unload" }, isRecorded: false });
}

/** Begins a step: its calls are counted from here. */
function withCallsReset(visit: Visit): Visit {
  return { ...visit, calls: 0 };
}

/** Applies the answer of a pending call. */
function receive(
  flow: CompiledVariant,
  visit: Visit,
  { pending, result, context }: Event<"result">,
): Advance {
  const { request, purpose } = pending;
  switch (purpose.kind) {
    case "unload":
      return { visit, reports: [], next: { kind: "done" } };
    case "suggest": {
      const origin = { path: visit.path, input: purpose.input, context };
      const read = readSuggestions(flow, visit.state, origin, { request, result });
      return read.request === undefined
        ? {
            visit,
            reports: [],
            next: {
              kind: "suggested",
              suggested: read.suggested,
              answered: { call: request.call, outcome: read.outcome },
            },
          }
        : calling(visit, read.request, { purpose, isRecorded: false });
    }
    case "import": {
      const known: InputContext = { ...context, access: "ok" };
      return imported(flow, visit, { kind: "result", request, result, context: known });
    }
    default:
      return decideAndFollow(flow, visit, { kind: "result", request, result, context }, pending);
  }
}

/**
 * Applies the answer of an import: the application becomes the visitor's, or the flow's table
 * decides.
 */
function imported(
  flow: CompiledVariant,
  visit: Visit,
  input: Extract<Input, { kind: "result" }>,
): Advance {
  const { request, context } = input;
  const decision = decide(flow, {}, input);
  if (decision.kind === "refused")
    throw new Error(`The answer of "${request.call}" was refused: ${decision.cause}`);
  const origin = request.continuation;
  if (isImported(flow, request, decision, context)) {
    const reports = analyticsOfStep(flow, { before: {}, input, decision, origin });
    return {
      visit: { ...visit, state: decision.state },
      step: { ...decision, input, isJournaled: true },
      reports,
      next: { kind: "imported" },
    };
  }
  // The page in place of the application is shown as it is.
  const still = withNotices({ ...visit, state: {}, standsIn: true }, decision);
  const landing = goTo(flow, still, decision.next, context);
  const entered = screenEnteredByStep(flow, landing, origin, context);
  return {
    ...landing,
    step: { ...decision, input, isJournaled: false },
    reports: analyticsOfStep(flow, { before: {}, input, decision, origin, entered }),
  };
}

/** Decides about an input, and follows the decision. A refused load shows its page as it is. */
function decideAndFollow(
  flow: CompiledVariant,
  visit: Visit,
  input: Input,
  { purpose, isRecorded }: Pick<PendingCall, "purpose" | "isRecorded">,
): Advance {
  const { context } = input;
  const before = visit.state;
  const resolved = input.kind === "act" ? resolvedOf(flow, visit, context) : undefined;
  const decision = decide(flow, before, input, resolved);
  if (decision.kind === "refused") {
    const origin = originOfRefused(visit, input, { resolved, problems: decision.problems.length });
    const reports = analyticsOfStep(flow, { before, input, decision, origin });
    return purpose.kind === "load" && resolved !== undefined
      ? { reports, ...showResolved(flow, visit, resolved, context) }
      : { visit, reports, next: { kind: "refused", refusal: decision } };
  }
  const { resolved: _, ...rest } = visit;
  const after = withNotices({ ...rest, state: decision.state }, decision);
  const origin = originOf(input, decision);
  const step = (reports: readonly AnalyticsEvent[]): DecidedStep => ({
    ...decision,
    input,
    isJournaled:
      isRecorded ||
      visit.claimed === true ||
      isJournaled(flow, before, { decision, input, reports }),
  });
  if (decision.call !== undefined) {
    const reports = analyticsOfStep(flow, { before, input, decision, origin });
    const requesting = step(reports);
    const pending = { purpose, isRecorded: requesting.isJournaled };
    return { ...calling(after, decision.call, pending), step: requesting, reports };
  }
  const landing = goTo(
    flow,
    { ...after, path: origin.path, query: origin.query },
    decision.next,
    context,
  );
  const entered = screenEnteredByStep(flow, landing, origin, context);
  const reports = analyticsOfStep(flow, { before, input, decision, origin, entered });
  if (UNATTENDED.has(purpose.kind))
    return {
      visit: after,
      step: step(reports),
      reports,
      next: { kind: "done", destination: decision.next },
    };
  const { claimed: __, ...done } = landing.visit;
  return {
    ...(purpose.kind === "load" && decision.next.kind === "stay"
      ? stayedLoaded(visit, { ...landing, visit: done })
      : { ...landing, visit: done }),
    step: step(reports),
    reports,
  };
}

/** Purposes of calls whose results no page waits for. */
const UNATTENDED: ReadonlySet<PendingCall["purpose"]["kind"]> = new Set([
  "webhook",
  "timer",
  "link",
  "resume",
]);

/**
 * After a load that stays, the page keeps the reason that it had before the load; a page at another
 * path has its own.
 */
function stayedLoaded(before: Visit, { visit, next }: Landing): Pick<Advance, "visit" | "next"> {
  if (next.kind !== "screen") return { visit, next };
  const { resolution } = next;
  if (visit.path !== before.path) return { visit: { ...visit, reason: resolution.reason }, next };
  const shown = before.shown?.reason ?? resolution.reason;
  return {
    visit: { ...visit, ...(before.reason === undefined ? {} : { reason: before.reason }) },
    next: { ...next, resolution: { ...resolution, reason: shown } },
  };
}

function originOf(input: Input, decision: Accepted): StepOrigin {
  if (input.kind === "result") return input.request.continuation;
  if (isUnattended(input))
    return (
      decision.call?.continuation ?? { path: "/", query: {}, screen: "", action: `@${input.kind}` }
    );
  const { path, query, action } = input;
  const { reason } = decision;
  const screen = reason.kind === "action" || reason.kind === "part" ? reason.screen : "";
  return { path, query, action, screen };
}

/** The origin of a refused action: the screen of its path. */
function originOfRefused(
  visit: Visit,
  input: Input,
  { resolved, problems }: { readonly resolved: Resolved | undefined; readonly problems: number },
): StepOrigin {
  if (input.kind !== "act") return { path: visit.path, query: visit.query, screen: "", action: "" };
  const { path, query, action } = input;
  const resolution = resolved?.resolution;
  const known = problems > 0 && resolution?.kind === "screen";
  return { path, query, action, screen: known ? resolution.screen : "" };
}

function resolvedOf(flow: CompiledVariant, visit: Visit, context: InputContext): Resolved {
  const { path, query, state } = visit;
  return visit.resolved ?? resolveWithFacts(flow, state, { path, query, context });
}

function withNotices(visit: Visit, { notices }: Accepted): Visit {
  return notices.length === 0 ? visit : { ...visit, notices: [...visit.notices, ...notices] };
}

/** Asks the caller for a call. */
function calling(
  visit: Visit,
  request: CallRequest,
  pending: Pick<PendingCall, "purpose" | "isRecorded">,
): Advance {
  if (visit.calls >= CALL_LIMIT)
    return { visit, reports: [], next: { kind: "overrun", call: request.call } };
  return {
    visit: { ...visit, calls: visit.calls + 1 },
    reports: [],
    next: { kind: "call", request, ...pending },
  };
}
