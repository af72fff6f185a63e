import type { ApplicationState } from "./state.ts";
import type { CompiledSuggest, CompiledVariant, FormOfFlow } from "../compile/compiled-variant.ts";
import type { Json } from "../language/json.ts";
import { resolveScreen } from "./resolve-screen.ts";
import { callRequest } from "./call-request.ts";
import { buildFacts, type Facts } from "./facts.ts";
import type { CallRequest, CallResult, InputContext } from "./input.ts";
import { readResult, stepAfter } from "./read-result.ts";

/** One thing that could be meant. */
export interface Suggestion {
  readonly value: string;
  readonly label: string;
  readonly [member: string]: Json;
}

/** What a field of a page asks: what could be meant by a text, or what choosing one of them fills in. */
export interface SuggestInput {
  readonly kind: "suggest" | "choose";
  readonly field: string;
  /** What was typed, or the value that was chosen. */
  readonly text: string;
  /** The same from the first letter to the choice: what belongs together for whoever answers. */
  readonly session?: string;
}

/** What an answer says. */
export interface SuggestResult {
  readonly kind: "suggested";
  readonly suggestions: readonly Suggestion[];
  /** Texts by field, each of which its field takes. */
  readonly fills: Readonly<Record<string, string>>;
}

/** A request that has to be made first, and what its answer leads to. */
export interface SuggestRequest {
  readonly kind: "request";
  readonly call: CallRequest;
  answered(result: CallResult): {
    readonly outcome: string;
    readonly next: SuggestRequest | SuggestResult;
  };
}

/** Nothing could be meant, and nothing is filled in. */
export const NO_SUGGESTIONS: SuggestResult = { kind: "suggested", suggestions: [], fills: {} };

/** Of a text; what identifies a place may be longer. */
const LONGEST = { suggest: 200, choose: 1000 };

/** What has to be asked, with the text as `query.q`; undefined when the page has no such field, or the text is too short. */
export function suggestRequest(
  flow: CompiledVariant,
  state: ApplicationState,
  path: string,
  context: InputContext,
  asked: SuggestInput,
): SuggestRequest | undefined {
  const resolution = resolveScreen(flow, state, { path, query: {}, context });
  const screen = resolution.kind === "screen" ? flow.screens.get(resolution.screen) : undefined;
  const form =
    screen?.definition.form === undefined ? undefined : flow.forms.get(screen.definition.form);
  const suggest = form?.suggests.get(asked.field);
  if (form === undefined || suggest === undefined) return undefined;
  const name = asked.kind === "choose" ? suggest.choose?.call : suggest.definition.call;
  if (
    name === undefined ||
    asked.text.trim().length < (asked.kind === "choose" ? 1 : suggest.definition.minimum)
  )
    return undefined;
  const facts = buildFacts(flow, state, context);
  facts["query"] = { q: asked.text.slice(0, LONGEST[asked.kind]), session: asked.session ?? null };
  facts["params"] = {};
  const call = callRequest(flow, name, facts, {
    path,
    screen: screen?.id ?? "",
    action: asked.kind,
    remaining: [],
    with: suggest.with?.evaluate(facts) ?? null,
    form: {},
    query: {},
  });
  return call === undefined
    ? undefined
    : pending(flow, call, facts, () =>
        asked.kind === "choose" ? chosen(form, suggest, facts) : listed(suggest, facts),
      );
}

/** A request whose answer is `read` once its steps are through; one that does not succeed says nothing. */
function pending(
  flow: CompiledVariant,
  call: CallRequest,
  facts: Facts,
  read: () => SuggestResult,
): SuggestRequest {
  return {
    kind: "request",
    call,
    answered(result) {
      const outcome = readResult(flow, call, result, facts);
      if (outcome !== "success") return { outcome, next: NO_SUGGESTIONS };
      const step = stepAfter(flow, call, facts);
      return { outcome, next: step === undefined ? read() : pending(flow, step, facts, read) };
    },
  };
}

function listed(suggest: CompiledSuggest, facts: Facts): SuggestResult {
  const found = suggest.items?.evaluate(facts);
  return {
    ...NO_SUGGESTIONS,
    suggestions: (Array.isArray(found) ? found : []).filter(isSuggestion),
  };
}

function chosen(form: FormOfFlow, suggest: CompiledSuggest, facts: Facts): SuggestResult {
  const fills = [...(suggest.choose?.fills ?? [])].flatMap(([field, template]) => {
    const said = template.evaluate(facts);
    const text =
      typeof said === "string"
        ? form.compiled.fitting(field, said, { today: String(facts["today"] ?? "") })
        : undefined;
    return text === undefined ? [] : [[field, text] as const];
  });
  return { ...NO_SUGGESTIONS, fills: Object.fromEntries(fills) };
}

function isSuggestion(item: Json): item is Suggestion {
  return (
    typeof item === "object" &&
    item !== null &&
    typeof (item as Suggestion).value === "string" &&
    typeof (item as Suggestion).label === "string"
  );
}
