import { axesOf } from "../language/axes.ts";
import type { Address } from "../language/address.ts";
import type { Decision } from "../transition/answer.ts";
import { evaluateTemplates } from "../transition/evaluate-table.ts";
import { restoreCallerContext } from "../transition/caller-context.ts";
import { callRequest } from "../transition/call-request.ts";
import { buildFacts, layFacts, type Facts } from "../transition/facts.ts";
import type { Input, InputContext } from "../transition/input.ts";
import type { ApplicationState } from "../transition/state.ts";
import type { CompiledEvent } from "../compile/compiled-events.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { CompiledScreen } from "../compile/compiled-screen.ts";
import type { Decline } from "../language/events.ts";
import type { Json, JsonObject } from "../language/json.ts";
import type { Resolution } from "../transition/resolution.ts";
import { findRoute, resolveScreen, type ScreenRequest } from "../transition/resolve-screen.ts";
import { occurrencesOf, noticesOf, problemsIn, type Occurrence } from "./occurrences.ts";
import type { Once, AnalyticsEvent } from "./analytics-event.ts";
import type { FieldProblem } from "../validate/field-problem.ts";
import { progressOf } from "../transition/sequence-progress.ts";

/** Where a step was done: its address, screen and action. */
export interface StepOrigin extends Address {
  readonly screen: string;
  readonly action: string;
}

/** An input with its decision, for the analytics events of the step. */
export interface AnalyticsStep {
  /** The state before the input. */
  readonly before: ApplicationState;
  readonly input: Input;
  readonly decision: Decision;
  readonly origin: StepOrigin;
  /** The screen that is drawn after it, where the step was done on another one. */
  readonly entered?: CompiledScreen | undefined;
}

/**
 * The analytics events of a step, derived from the state before it, the input, and the decision.
 * Each is reported at most once, for the first occurrence that it is declared on.
 */
export function analyticsOfStep(
  flow: CompiledVariant,
  { before, input, decision, origin, entered }: AnalyticsStep,
): readonly AnalyticsEvent[] {
  // Webhooks, timers and links are no actions of a screen; the calls that follow are reported.
  const bySelf = input.kind === "webhook" || input.kind === "timer" || input.kind === "link";
  if (flow.events.all.size === 0 || bySelf) return [];
  const context =
    input.kind === "act"
      ? input.context
      : restoreCallerContext(input.context, input.request.continuation);
  const accepted = decision.kind === "accepted";
  const screen = flow.screens.get(origin.screen);
  const happened = occurrencesOf(flow.events, before, decision).map((each) => ({
    ...each,
    screen,
  }));
  const problems = accepted ? problemsIn(decision.notices) : decision.problems;
  return reported(flow, {
    before,
    after: accepted ? decision.state : before,
    context,
    origin,
    status: input.kind === "result" ? (input.result.status ?? null) : null,
    problems: problems.map((problem) => shown(problem, flow, screen)),
    happened:
      entered === undefined
        ? happened
        : [...happened, { kind: "screen", name: entered.id, screen: entered }],
  });
}

/** The analytics events of an opened address. */
export function analyticsOfOpening(
  flow: CompiledVariant,
  state: ApplicationState,
  { path, query, context }: ScreenRequest,
  {
    resolution,
    entered,
  }: {
    readonly resolution: Resolution;
    /** The screen that is drawn for it. */
    readonly entered: CompiledScreen | undefined;
  },
): readonly AnalyticsEvent[] {
  if (flow.events.all.size === 0) return [];
  const shownScreen =
    resolution.kind === "screen" ? flow.screens.get(resolution.screen) : undefined;
  const happened: readonly Occurrence[] = [
    ...resolution.rows.map((name) => ({ kind: "row", name }) as const),
    ...(resolution.kind === "screen"
      ? noticesOf(resolution.notices ?? [])
      : [{ kind: "leave", name: resolution.to } as const]),
    ...(entered === undefined ? [] : [{ kind: "screen", name: entered.id } as const]),
  ];
  return reported(flow, {
    before: state,
    after: state,
    context,
    origin: { path, query, screen: shownScreen?.id ?? "", action: "" },
    status: null,
    problems: [],
    happened: happened.map((each) => ({ ...each, screen: shownScreen })),
  });
}

/** The analytics events of a declined confirmation, on the page of a path. */
export function analyticsOfDecline(
  flow: CompiledVariant,
  state: ApplicationState,
  declined: ScreenRequest & { readonly action: string; readonly how: Decline },
): readonly AnalyticsEvent[] {
  const { path, query, action, how, context } = declined;
  const resolution = resolveScreen(flow, state, { path, query, context });
  const screen = resolution.kind === "screen" ? flow.screens.get(resolution.screen) : undefined;
  if (flow.events.all.size === 0 || screen === undefined || !asksFirst(screen, action)) return [];
  const origin = { path, query, screen: screen.id, action };
  return reported(flow, {
    before: state,
    after: state,
    context,
    origin,
    status: null,
    problems: [],
    happened: [{ kind: "declined", name: `${screen.id}/${action}`, outcome: how, screen }],
  });
}

/** The actions of a screen whose declined confirmation is an analytics event. */
export function observedDeclines(flow: CompiledVariant, screen: CompiledScreen): readonly string[] {
  return [...new Set([...screen.actions.keys(), ...(screen.list?.actions.keys() ?? [])])].filter(
    (action) =>
      asksFirst(screen, action) && flow.events.on("declined", `${screen.id}/${action}`).length > 0,
  );
}

function asksFirst(screen: CompiledScreen, action: string): boolean {
  return (screen.actions.get(action) ?? screen.list?.actions.get(action))?.confirm !== undefined;
}

interface ReportedStep {
  readonly before: ApplicationState;
  readonly after: ApplicationState;
  readonly context: InputContext;
  readonly origin: StepOrigin;
  readonly status: number | null;
  readonly problems: readonly JsonObject[];
  readonly happened: readonly (Occurrence & { readonly screen: CompiledScreen | undefined })[];
}

function reported(flow: CompiledVariant, step: ReportedStep): readonly AnalyticsEvent[] {
  const { events } = flow;
  const found = new Map<CompiledEvent, AnalyticsEvent | undefined>();
  let base: Facts | undefined;
  for (const happened of step.happened) {
    for (const { event, outcome } of events.on(happened.kind, happened.name)) {
      if (
        found.get(event) !== undefined ||
        (outcome !== undefined && !outcome(happened.outcome ?? ""))
      )
        continue;
      base ??= baseFacts(flow, step);
      if (events.enabled !== undefined && !events.enabled.test(base)) return [];
      found.set(event, reportOf(flow, { step, base, happened }, event));
    }
  }
  return [...found.values()].filter((report) => report !== undefined);
}

function baseFacts(
  flow: CompiledVariant,
  { before, after, context, origin, status }: ReportedStep,
): Facts {
  const facts = buildFacts(flow, after, context);
  return layFacts(facts, {
    params: { ...findRoute(flow, origin.path, facts)?.params },
    query: { ...origin.query },
    action: origin.action,
    status,
    before,
  });
}

function reportOf(
  flow: CompiledVariant,
  {
    step,
    base,
    happened,
  }: {
    readonly step: ReportedStep;
    readonly base: Facts;
    readonly happened: ReportedStep["happened"][number];
  },
  event: CompiledEvent,
): AnalyticsEvent | undefined {
  const { context } = step;
  const { screen, kind, name, outcome } = happened;
  const path = screen?.definition.path ?? null;
  const progress = screen === undefined ? undefined : progressOf(flow, screen, base);
  const envelope: JsonObject = {
    type: event.type,
    path,
    row: kind === "row" ? name : null,
    outcome: outcome ?? null,
    notice: kind === "notice" ? name : null,
    problems: step.problems,
    step: progress?.step ?? null,
    of: progress?.of ?? null,
    remaining: progress === undefined ? null : progress.of - progress.step,
  };
  const facts = layFacts(base, {
    screen: screen?.id ?? null,
    outcome: outcome ?? null,
    event: envelope,
  });
  if (event.when !== undefined && !event.when.test(facts)) return undefined;
  const properties = withoutNothing({
    ...evaluateTemplates(flow.events.context, { facts }),
    ...evaluateTemplates(event.with, { facts }),
  });
  const { definition } = event.kind;
  const dispatched = event.kind.name?.evaluate(facts);
  const { once, send } = event.definition;
  const call =
    send === undefined
      ? undefined
      : // The response is ignored: no continuation address is stored with the call.
        callRequest(flow, send, layFacts(facts, { event: { ...envelope, properties } }), {
          path: "",
          screen: screen?.id ?? "",
          action: step.origin.action,
          remaining: [],
          with: null,
          form: {},
          query: {},
        });
  return {
    type: event.type,
    at: context.now,
    schema: definition.schema,
    version: definition.version,
    ...(typeof dispatched === "string" ? { name: dispatched } : {}),
    screen: screen?.id ?? null,
    path,
    axes: Object.fromEntries(
      axesOf(flow.definition).map(([axis]) => [axis, flow.variant[axis] ?? null]),
    ),
    environment: flow.variant.environment,
    locale: context.locale,
    role: context.actor?.role ?? null,
    session: context.session ?? null,
    properties,
    ...(once === undefined ? {} : { once: onceOf(once, context, screen) }),
    send: call,
  };
}

function onceOf(
  scope: Once["scope"],
  { visitor, session }: InputContext,
  screen: CompiledScreen | undefined,
): Once {
  const of = {
    application: undefined,
    visitor: visitor?.id ?? session,
    session,
    screen: screen?.id,
  }[scope];
  return of === undefined ? { scope } : { scope, of };
}

function withoutNothing(properties: Readonly<Record<string, Json>>): Record<string, Json> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null));
}

/** A field with its problem. A field that the form does not have was invented by the sender. */
function shown(
  { pointer, code }: FieldProblem,
  flow: CompiledVariant,
  screen: CompiledScreen | undefined,
): JsonObject {
  const field = pointer.split("/")[1] ?? "";
  const form = flow.forms.get(screen?.definition.form ?? "");
  return { field: form?.declared.includes(field) === true ? field : "", code };
}
