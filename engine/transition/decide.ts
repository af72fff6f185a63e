import { pathOfAddress } from "../language/address.ts";
import type { ApplicationState } from "./state.ts";
import type { CompiledVariant, FormOfFlow } from "../compile/compiled-variant.ts";
import type { CompiledAction, CompiledScreen } from "../compile/compiled-screen.ts";
import { isObject, type Json, type JsonObject } from "../language/json.ts";
import { permissionOf } from "./permission.ts";
import { showsUnknownPath } from "./resolution.ts";
import { resolveWithFacts, type Resolved } from "./resolve-screen.ts";
import type { Decision, Refused } from "./answer.ts";
import { availableAt } from "./available-at.ts";
import {
  areAnswered,
  formOfPage,
  partNamed,
  partWithProblem,
  type PageForm,
  type PartOfPage,
} from "./asked-parts.ts";
import { decideResult } from "./decide-result.ts";
import { callRequest } from "./call-request.ts";
import { Changes } from "./changes.ts";
import { decideLink } from "./decide-link.ts";
import { decideTimer } from "./decide-timer.ts";
import { decideWebhook } from "./decide-webhook.ts";
import { findAction } from "./find-action.ts";
import { acceptInput, finishAction, type DecidingAct } from "./finish.ts";
import type { ActInput, Continuation, Input } from "./input.ts";
import type { Facts } from "./facts.ts";
import { sendsWholeForm } from "../language/sends-whole-form.ts";
import { stepOfPart } from "./step-of-part.ts";
import { validateSubmission, saveSubmission } from "./submission.ts";
import { MOST_UNKNOWN, unknownField } from "../validate/validate-answers.ts";

/**
 * Decides about an input: its events, at most one call, and the next destination; or its refusal.
 *
 * Pure: time, ids and answers of services come in with the input. While there is a `call` the
 * caller makes it and passes its result as the next input; `next` is final without one.
 *
 * @param resolved of the input's path and query in this state, where the caller has resolved them
 *   already
 */
export function decide(
  flow: CompiledVariant,
  state: ApplicationState,
  input: Input,
  resolved?: Resolved,
): Decision {
  switch (input.kind) {
    case "act":
      return decideAct(flow, state, input, resolved);
    case "result":
      return decideResult(flow, state, input);
    case "webhook":
      return decideWebhook(flow, state, input);
    case "timer":
      return decideTimer(flow, state, input);
    case "link":
      return decideLink(flow, state, input);
  }
}

function decideAct(
  flow: CompiledVariant,
  state: ApplicationState,
  input: ActInput,
  resolved = resolveWithFacts(flow, state, input),
): Decision {
  const found = allowedAction(flow, input, resolved);
  if ("kind" in found) return found;
  const { screen, action, changes } = found;
  const page = formOfPage(flow, screen, changes.facts);
  const part = partSent(page, changes.facts);
  if (part === "gone") return refused("not-allowed");
  const wasAnswered = part !== undefined && areAnswered(flow, screen, part.parts, changes.facts);
  const form = flow.forms.get(screen.definition.form ?? "");
  const sent = part === undefined ? form : page?.form;
  const wrong = saveForm({ screen, action, form: sent, data: input.data }, changes);
  if (wrong !== undefined) return withProblemsPart(wrong, page);
  const reason = { kind: "action", screen: screen.id, action: action.id } as const;
  const deciding = { flow, state, input, changes, reason };
  if (part !== undefined && form !== undefined) {
    const led = stepOfPart(deciding, { screen, action, form, part, wasAnswered });
    if (led !== undefined) return led;
  }
  changes.putAll(action.set);
  return beginAction(deciding, found);
}

/** How much earlier than its countdown says an action is taken: clocks of machines differ. */
const CLOCKS_DIFFER_MS = 1000;

/** An action that the visitor may do on a screen, with the facts of its page. */
interface AllowedAction {
  readonly screen: CompiledScreen;
  readonly action: CompiledAction;
  readonly changes: Changes;
}

/** The action of an input, or why the visitor may not do it. */
function allowedAction(
  flow: CompiledVariant,
  input: ActInput,
  { resolution, facts }: Resolved,
): AllowedAction | Refused {
  if (resolution.kind === "leave") return refused("not-allowed");
  if (resolution.denied !== undefined) return refused("forbidden");
  if (showsUnknownPath(resolution)) return refused("unknown-path");
  const screen = flow.screens.get(resolution.screen);
  if (screen === undefined || pathOfAddress(resolution.path) !== input.path)
    return refused("not-allowed");

  const changes = new Changes(facts);
  changes.lay({ params: { ...resolution.params }, screen: screen.id, action: input.action });
  const action = findAction(screen, input, changes);
  if (action === undefined) return refused("unknown-action");
  if (!permissionOf(flow, changes.facts).does(screen, action.id)) return refused("forbidden");
  if (action.when?.test(changes.facts) === false) return refused("not-allowed");
  if (availableAt(action, changes.facts, CLOCKS_DIFFER_MS) !== undefined)
    return refused("too-soon");
  return { screen, action, changes };
}

/** Requests the first call of an action, or ends the action where it makes none. */
function beginAction(
  deciding: DecidingAct,
  { screen, action }: Pick<AllowedAction, "screen" | "action">,
): Decision {
  const { flow, changes } = deciding;
  const continuation = continuationOf(deciding, screen, action);
  const [first] = action.calls;
  const call =
    first === undefined ? undefined : callRequest(flow, first, changes.facts, continuation);
  return call === undefined
    ? finishAction(deciding, continuation)
    : acceptInput(deciding, {
        next: { kind: "stay", reason: deciding.reason },
        notices: [],
        call,
      });
}

function continuationOf(
  { input, changes: { facts } }: DecidingAct,
  screen: CompiledScreen,
  action: CompiledAction,
): Continuation {
  const { item, context } = input;
  const { then } = action.definition;
  return {
    path: input.path,
    screen: screen.id,
    action: action.id,
    item,
    remaining: action.calls.slice(1),
    then,
    with: action.with?.evaluate(facts) ?? null,
    form: formIn(facts["form"]),
    query: input.query,
    visitor: context.visitor,
    actor: context.actor,
  };
}

function formIn(form: Json | undefined): JsonObject {
  return isObject(form) ? (form as JsonObject) : {};
}

/** Validates and saves the form where the action sends or stores it. */
function saveForm(
  {
    screen,
    action,
    form,
    data,
  }: {
    readonly screen: CompiledScreen;
    readonly action: CompiledAction;
    /** The form of the page, or of its part. */
    readonly form: FormOfFlow | undefined;
    readonly data: JsonObject;
  },
  changes: Changes,
): Refused | undefined {
  const keeps = action.definition.keep === true;
  if (form === undefined || (!sendsWholeForm(action) && !keeps)) {
    // Background actions carry no data; a page without a form takes no fields.
    const unknown = form === undefined ? Object.keys(data) : [];
    return unknown.length === 0
      ? undefined
      : refused("invalid", unknown.slice(0, MOST_UNKNOWN).map(unknownField));
  }
  const { data: valid, problems } = validateSubmission(form, screen, data, changes.facts);
  if (!keeps && problems.length > 0) return refused("invalid", problems);
  const wrong = new Set(problems.map(({ pointer }) => pointer.split("/")[1]));
  changes.lay({ form: valid });
  saveSubmission(
    { form, screen, changes },
    valid,
    keeps ? (field) => !wrong.has(field) && Object.hasOwn(valid, field) : undefined,
  );
  return undefined;
}

/**
 * The part that a form was sent from: the one in the address. An address without a part sends the
 * whole form. A part that is not asked any more is gone.
 */
function partSent(page: PageForm | undefined, facts: Facts): PartOfPage | "gone" | undefined {
  const named = partNamed(facts);
  if (page?.part === undefined || named === undefined) return undefined;
  return page.part.id === named ? page.part : "gone";
}

/** A refusal of a form that is asked in parts, with the part that has the first problem. */
function withProblemsPart(refusal: Refused, page: PageForm | undefined): Refused {
  const { problems } = refusal;
  const part = page?.part === undefined ? undefined : partWithProblem(page.part.parts, problems);
  return part === undefined ? refusal : { ...refusal, part };
}

function refused(cause: Refused["cause"], problems: Refused["problems"] = []): Refused {
  return { kind: "refused", cause, problems };
}
