import type { ApplicationState } from "./state.ts";
import type { CompiledSuggest, CompiledVariant, FormOfFlow } from "../compile/compiled-variant.ts";
import type { CompiledTemplate } from "../rules/compile-template.ts";
import { asList, type Json } from "../language/json.ts";
import { resolveScreen } from "./resolve-screen.ts";
import { callRequest } from "./call-request.ts";
import { buildFacts, layFacts, type Facts } from "./facts.ts";
import type { CallRequest, CallResult, InputContext } from "./input.ts";
import { readResult, stepAfter } from "./read-result.ts";

/** One suggestion of a field. */
export interface Suggestion {
  readonly value: string;
  readonly label: string;
  readonly [member: string]: Json;
}

/** A field's request: suggestions for a text, or the texts that a chosen one fills in. */
export interface SuggestInput {
  readonly kind: "suggest" | "choose";
  readonly field: string;
  /** The typed text, or the chosen value. */
  readonly text: string;
  /**
   * Id of one search: it stays from the first letter to the choice, for services that bill both
   * together.
   */
  readonly session?: string;
}

export interface SuggestResult {
  readonly suggestions: readonly Suggestion[];
  /** Texts by field, each valid for its field. */
  readonly fills: Readonly<Record<string, string>>;
}

/** The empty result. */
export const NO_SUGGESTIONS: SuggestResult = { suggestions: [], fills: {} };

/** Maximum number of characters of a text; the id of a place may be longer. */
const LONGEST = { suggest: 200, choose: 1000 };

/** A field's request with its page. */
export interface SuggestPlace {
  readonly path: string;
  readonly input: SuggestInput;
  readonly context: InputContext;
}

/**
 * The call that answers `@suggest` or `@choose` of a field, with the text as `query.q`; undefined
 * when the page has no such field, or the text is too short.
 */
export function suggestRequest(
  flow: CompiledVariant,
  state: ApplicationState,
  place: SuggestPlace,
): CallRequest | undefined {
  const { path, input, context } = place;
  const found = suggestOf(flow, state, place);
  if (found === undefined) return undefined;
  const { screen, suggest } = found;
  const chooses = input.kind === "choose";
  const name = chooses ? suggest.choose?.call : suggest.definition.call;
  const least = chooses ? 1 : suggest.definition.minimum;
  if (name === undefined || input.text.trim().length < least) return undefined;
  const facts = suggestFacts(flow, state, { input, context });
  return callRequest(flow, name, facts, {
    path,
    screen,
    action: input.kind,
    remaining: [],
    with: suggest.with?.evaluate(facts) ?? null,
    form: {},
    query: {},
  });
}

/**
 * Reads the answer of such a call: the next request of its provider, or the suggestions. A failed
 * call suggests the field's `fallback`.
 */
export function readSuggestions(
  flow: CompiledVariant,
  state: ApplicationState,
  place: SuggestPlace,
  answered: { readonly request: CallRequest; readonly result: CallResult },
): { readonly outcome: string; readonly request?: CallRequest; readonly suggested: SuggestResult } {
  const { request, result } = answered;
  const found = suggestOf(flow, state, place);
  const known = layFacts(suggestFacts(flow, state, place), { with: request.continuation.with });
  const { outcome, facts } = readResult(flow, request, result, known);
  if (found === undefined) return { outcome, suggested: NO_SUGGESTIONS };
  const chooses = place.input.kind === "choose";
  if (outcome !== "success")
    return {
      outcome,
      suggested: chooses
        ? NO_SUGGESTIONS
        : { ...NO_SUGGESTIONS, suggestions: listOf(found.suggest.fallback, facts) },
    };
  const step = stepAfter(flow, request, facts);
  if (step !== undefined) return { outcome, request: step, suggested: NO_SUGGESTIONS };
  return {
    outcome,
    suggested: chooses
      ? { ...NO_SUGGESTIONS, fills: fillsOf(found, facts) }
      : { ...NO_SUGGESTIONS, suggestions: suggestionsOf(found.suggest, facts) },
  };
}

interface SuggestOfForm {
  readonly screen: string;
  readonly form: FormOfFlow;
  readonly suggest: CompiledSuggest;
}

function suggestOf(
  flow: CompiledVariant,
  state: ApplicationState,
  { path, input, context }: SuggestPlace,
): SuggestOfForm | undefined {
  const resolution = resolveScreen(flow, state, { path, query: {}, context });
  const screen = resolution.kind === "screen" ? flow.screens.get(resolution.screen) : undefined;
  const form = flow.forms.get(screen?.definition.form ?? "");
  const suggest = form?.suggests.get(input.field);
  return screen === undefined || form === undefined || suggest === undefined
    ? undefined
    : { screen: screen.id, form, suggest };
}

function suggestFacts(
  flow: CompiledVariant,
  state: ApplicationState,
  { input, context }: Pick<SuggestPlace, "input" | "context">,
): Facts {
  return layFacts(buildFacts(flow, state, context), {
    query: { q: input.text.slice(0, LONGEST[input.kind]), session: input.session ?? null },
    params: {},
  });
}

function suggestionsOf(suggest: CompiledSuggest, facts: Facts): readonly Suggestion[] {
  const found = listOf(suggest.items, facts);
  return found.length > 0 ? found : listOf(suggest.fallback, facts);
}

function listOf(template: CompiledTemplate | undefined, facts: Facts): readonly Suggestion[] {
  const found = template?.evaluate(facts);
  return asList(found).filter(isSuggestion);
}

function fillsOf({ form, suggest }: SuggestOfForm, facts: Facts): Record<string, string> {
  return Object.fromEntries(
    [...(suggest.choose?.fills ?? [])].flatMap(([field, template]) => {
      const value = template.evaluate(facts);
      const text =
        typeof value === "string"
          ? form.compiled.fitting(field, value, { today: String(facts["today"] ?? "") })
          : undefined;
      return text === undefined ? [] : [[field, text] as const];
    }),
  );
}

function isSuggestion(item: Json): item is Suggestion {
  return (
    typeof item === "object" &&
    item !== null &&
    typeof (item as Suggestion).value === "string" &&
    typeof (item as Suggestion).label === "string"
  );
}
