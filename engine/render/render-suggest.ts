import type { Facts } from "../transition/facts.ts";
import type { CompiledSuggest, FormOfFlow } from "../compile/compiled-variant.ts";
import type { CopyBook } from "../copy/copy-book.ts";
import { isObject, type JsonObject } from "../language/json.ts";
import { itemFacts, type RenderContext } from "./render-context.ts";
import type { SuggestView } from "./view.ts";

/** Labels and fills of the fields with suggestions, for their initial and chosen values. */
export function renderSuggests(
  form: FormOfFlow,
  data: JsonObject,
  { facts, copy }: Pick<RenderContext, "facts" | "copy">,
): Readonly<Record<string, SuggestView>> {
  const withItem = itemFacts(facts);
  return Object.fromEntries(
    [...form.suggests].map(([field, suggest]) => {
      const chosen = chosenOf(suggest, data[field] ?? null, withItem);
      const initial = suggest.initial?.evaluate(facts);
      return [
        field,
        {
          chosen,
          ...(typeof initial === "string" && initial !== "" ? { initial } : {}),
          notes: notesOf(suggest, facts, copy),
        },
      ];
    }),
  );
}

function chosenOf(
  { chosen }: CompiledSuggest,
  value: JsonObject[string],
  withItem: ReturnType<typeof itemFacts>,
): SuggestView["chosen"] {
  const result = value === null ? undefined : chosen?.evaluate(withItem(value));
  if (!isObject(result) || typeof result["label"] !== "string") return undefined;
  return {
    label: result["label"],
    ...(typeof result["tone"] === "string" ? { tone: result["tone"] } : {}),
  };
}

function notesOf({ notes }: CompiledSuggest, facts: Facts, copy: CopyBook): SuggestView["notes"] {
  return Object.fromEntries(
    notes.map(({ tone, copy: key, href }) => {
      const to = href?.evaluate(facts);
      const link =
        typeof to === "string" && /^https?:\/\//.test(to)
          ? { href: to, label: copy.text(`${key}.link`) ?? to }
          : undefined;
      return [tone, { text: copy.text(`${key}.text`) ?? "", link }];
    }),
  );
}
