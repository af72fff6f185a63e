import type { ApplicationState } from "./state.ts";
import type {
  CompiledAction,
  CompiledScreen,
  CompiledVariant,
} from "../compile/compiled-variant.ts";
import type { JsonObject } from "../language/json.ts";
import { permissionOf } from "./permission.ts";
import { isUnknown, type Resolution } from "./resolution.ts";
import { resolveScreen, withQuery } from "./resolve-screen.ts";
import { analyticsOfStep } from "../analytics/analytics-events.ts";
import type { Answer, Decision, Destination } from "./answer.ts";
import { answerResult } from "./answer-result.ts";
import { callRequest } from "./call-request.ts";
import { Changes } from "./changes.ts";
import { buildFacts } from "./facts.ts";
import { answerWebhook } from "./receive-webhook.ts";
import { findAction } from "./find-action.ts";
import { acceptInput, finishAction } from "./finish.ts";
import type { Continuation, Input } from "./input.ts";
import { sendsForm } from "./sends-form.ts";
import { validateSubmission, saveSubmission } from "./submission.ts";

type Refusal = Extract<Decision, { kind: "refused" }>;

/**
 * Says what an input leads to: events, at most one call, and where the applicant goes next; or what is wrong.
 *
 * Pure: time, ids and answers of the outside come in with the input. While a `call` is given the server makes
 * it and hands the result back as the next input; `next` is final once there is none.
 */
export function answerScreen(flow: CompiledVariant, state: ApplicationState, input: Input): Answer {
  const decision = decide(flow, state, input);
  return { ...decision, reports: analyticsOfStep(flow, state, input, decision) };
}

function decide(flow: CompiledVariant, state: ApplicationState, input: Input): Decision {
  switch (input.kind) {
    case "open":
      return answerOpen(flow, state, input);
    case "act":
      return answerAct(flow, state, input);
    case "result":
      return answerResult(flow, state, input);
    case "webhook":
      return answerWebhook(flow, state, input);
  }
}

function answerOpen(
  flow: CompiledVariant,
  state: ApplicationState,
  input: Extract<Input, { kind: "open" }>,
): Decision {
  const resolution = resolveScreen(flow, state, input);
  const next: Destination =
    resolution.kind === "leave"
      ? wayOut(resolution)
      : {
          kind: "screen",
          screen: resolution.screen,
          path: resolution.path,
          because: resolution.because,
        };
  return {
    kind: "accepted",
    events: [],
    state,
    next,
    notices: resolution.kind === "screen" ? (resolution.notices ?? []) : [],
    rows: resolution.rows,
  };
}

function wayOut({ rows: _, ...next }: Extract<Resolution, { kind: "leave" }>): Destination {
  return next;
}

function answerAct(
  flow: CompiledVariant,
  state: ApplicationState,
  input: Extract<Input, { kind: "act" }>,
): Decision {
  const resolution = resolveScreen(flow, state, input);
  if (resolution.kind === "leave") return refused("not-allowed");
  if (resolution.denied !== undefined) return refused("forbidden");
  if (isUnknown(resolution)) return refused("unknown-path");
  const screen = flow.screens.get(resolution.screen);
  if (screen === undefined || resolution.path.split("?")[0] !== input.path)
    return refused("not-allowed");

  const facts = buildFacts(flow, state, input.context);
  facts["params"] = { ...resolution.params };
  facts["query"] = { ...input.query };
  facts["requested"] = withQuery(input.path, input.query);
  facts["screen"] = screen.id;
  facts["action"] = input.action;
  const changes = new Changes(facts);

  const action = findAction(screen, input.action, input.item, changes);
  if (action === undefined) return refused("unknown-action");
  if (!permissionOf(flow, facts).does(screen, action.id)) return refused("forbidden");
  if (action.when !== undefined && !action.when.test(facts)) return refused("not-allowed");

  const wrong = takeForm(flow, screen, action, input.data, changes);
  if (wrong !== undefined) return wrong;
  changes.putAll(action.set);

  const continuation: Continuation = {
    path: input.path,
    screen: screen.id,
    action: action.id,
    ...(input.item === undefined ? {} : { item: input.item }),
    remaining: action.calls.slice(1),
    ...(action.definition.then === undefined ? {} : { then: action.definition.then }),
    with: action.with?.evaluate(facts) ?? null,
    form: (facts["form"] ?? {}) as JsonObject,
    query: input.query,
    ...(input.context.visitor === undefined ? {} : { visitor: input.context.visitor }),
    ...(input.context.actor === undefined ? {} : { actor: input.context.actor }),
  };
  const [first] = action.calls;
  if (first !== undefined) {
    const call = callRequest(flow, first, facts, continuation);
    if (call !== undefined)
      return acceptInput(state, input, `screen:${screen.id}/${action.id}`, changes, {
        next: staying(screen, action),
        notices: [],
        call,
      });
  }
  return finishAction(
    flow,
    state,
    input,
    `screen:${screen.id}/${action.id}`,
    changes,
    continuation,
  );
}

/** Checks and saves the form where the action wants that. */
function takeForm(
  flow: CompiledVariant,
  screen: CompiledScreen,
  action: CompiledAction,
  data: JsonObject,
  changes: Changes,
): Refusal | undefined {
  const form =
    screen.definition.form === undefined ? undefined : flow.forms.get(screen.definition.form);
  const wanted = sendsForm(action);
  const keep = action.definition.keep === true;
  if (form === undefined || (!wanted && !keep)) {
    // Background actions carry no data; what is not asked for is refused rather than ignored.
    return Object.keys(data).length === 0 || form !== undefined
      ? undefined
      : { kind: "refused", reason: "invalid", problems: Object.keys(data).map(unknownField) };
  }
  const { data: judged, problems } = validateSubmission(form, screen, data, changes.facts);
  if (!keep && problems.length > 0) return { kind: "refused", reason: "invalid", problems };
  const bad = new Set(problems.map(({ pointer }) => pointer.split("/")[1]));
  changes.facts["form"] = judged;
  saveSubmission(
    form,
    screen,
    judged,
    changes,
    keep ? (field) => !bad.has(field) && Object.hasOwn(judged, field) : undefined,
  );
  return undefined;
}

function unknownField(field: string) {
  return {
    pointer: `/${field.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    code: "validation.unknownField",
    params: { field },
  };
}

function staying(screen: CompiledScreen, action: CompiledAction): Destination {
  return { kind: "stay", because: `screen:${screen.id}/${action.id}` };
}

function refused(reason: Refusal["reason"]): Refusal {
  return { kind: "refused", reason, problems: [] };
}
