import { pathOfAddress } from "../../engine/language/address.ts";
import { fetchSuggestions, type Suggested } from "../api/http.ts";

/** The place of a request for suggestions, which differ by page, language and field. */
export interface SuggestionScope {
  readonly path: string;
  readonly locale: string;
  readonly field: string;
}

const KEPT = 200;
const known = new Map<string, readonly Suggested[]>();

/** Suggestions that were fetched for this text before. */
export function knownSuggestions(
  place: SuggestionScope,
  text: string,
): readonly Suggested[] | undefined {
  return known.get(keyOf(place, text));
}

/**
 * Fetches suggestions and caches them. An empty list may be a failed request, so it is not cached.
 */
export async function suggestionsFor(
  place: SuggestionScope,
  text: string,
  signal: AbortSignal,
  session?: string,
): Promise<readonly Suggested[]> {
  const suggestions = await fetchSuggestions(
    place.path,
    { field: place.field, text, session },
    signal,
  );
  if (known.size >= KEPT) known.clear();
  if (suggestions.length > 0) known.set(keyOf(place, text), suggestions);
  return suggestions;
}

/** The displayed parts of a value. */
type Choice = Pick<Suggested, "label" | "tone">;

/** Remembers the label of a chosen value, for a redrawn page that was not sent yet. */
export function rememberChoice(field: string, { value, label, tone }: Suggested): void {
  try {
    sessionStorage.setItem(choiceKey(field, value), JSON.stringify({ label, tone }));
  } catch {
    // With a full or forbidden storage the bare value is shown.
  }
}

/** The label of a value that was chosen in this browser. */
export function readChoice(field: string, value: string): Choice | undefined {
  try {
    const kept = sessionStorage.getItem(choiceKey(field, value));
    return kept === null ? undefined : (JSON.parse(kept) as Choice);
  } catch {
    return undefined;
  }
}

function choiceKey(field: string, value: string): string {
  return `foyer:choice:${field}:${value}`;
}

function keyOf({ path, locale, field }: SuggestionScope, text: string): string {
  return JSON.stringify([pathOfAddress(path), locale, field, text.trim().toLowerCase()]);
}
