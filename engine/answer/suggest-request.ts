import type { ApplicationState } from "../application/state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { Json } from "../definition/json.ts";
import { resolveScreen } from "../resolve/resolve-screen.ts";
import { callRequest } from "./call-request.ts";
import { factsOf } from "./facts.ts";
import type { CallRequest, InputContext } from "./input.ts";

/** One thing that could be meant. */
export interface Suggestion {
  readonly value: string;
  readonly label: string;
  readonly [member: string]: Json;
}

/** The call that a field's suggestions come from, and what its answer suggests. */
export interface SuggestRequest {
  readonly call: CallRequest;
  readonly suggestions: (answer: Json) => readonly Suggestion[];
}

const LONGEST = 200;

/** What has to be asked for suggestions, with the text as `query.q`; undefined when the page has no such field, or the text is too short. */
export function suggestRequest(flow: CompiledVariant, state: ApplicationState, path: string, context: InputContext, field: string, text: string): SuggestRequest | undefined {
  const resolution = resolveScreen(flow, state, { path, query: {}, context });
  const screen = resolution.kind === "screen" ? flow.screens.get(resolution.screen) : undefined;
  const form = screen?.definition.form === undefined ? undefined : flow.forms.get(screen.definition.form);
  const suggest = form?.suggests.get(field);
  if (suggest === undefined || text.trim().length < suggest.definition.minimum) return undefined;
  const facts = factsOf(flow, state, context);
  facts["query"] = { q: text.slice(0, LONGEST) };
  facts["params"] = {};
  const call = callRequest(flow, suggest.definition.call, facts, { path, screen: screen?.id ?? "", action: "suggest", remaining: [], with: null, form: {}, query: {} });
  if (call === undefined) return undefined;
  return {
    call,
    suggestions(answer) {
      const found = suggest.items?.evaluate({ ...facts, answer });
      return (Array.isArray(found) ? found : []).filter(isSuggestion);
    },
  };
}

function isSuggestion(item: Json): item is Suggestion {
  return typeof item === "object" && item !== null && typeof (item as Suggestion).value === "string" && typeof (item as Suggestion).label === "string";
}
