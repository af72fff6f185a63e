import { fallbackLocale } from "../../language/axes.ts";
import type { CheckContext } from "./check-context.ts";
import { asObject, isObject, type Json } from "../../language/json.ts";
import { closest } from "../../source/closest.ts";
import { placesOf } from "./check-locales.ts";

/**
 * Kinds of blocks whose texts are filled with more than their `with`: a clock, steps of the
 * renderer, links.
 */
const FILLED_OTHERWISE = new Set(["countdown", "support"]);

/**
 * Places in the texts of blocks, notices, titles and intros that nothing fills: people would read
 * the braces.
 *
 * @param copy texts by locale, as laid for the variant
 */
export function checkPlaces({ flow, tree, reporter }: CheckContext): void {
  const copy = asObject(tree["copy"]);
  const common = isObject(flow.config["copyParameters"])
    ? Object.keys(flow.config["copyParameters"])
    : [];
  const check = (key: string, filled: readonly string[]) => {
    for (const locale of new Set([...flow.locales, fallbackLocale(flow.definition)]))
      for (const [path, text] of textsUnder(at(copy[locale], key.split(".")), key.split(".")))
        for (const place of placesOf(text)) {
          if (filled.includes(place)) continue;
          const suggestion = closest(place, filled);
          reporter.at(`/copy/${locale}/${path.join("/")}`, {
            code: "FLOW-COPY-UNFILLED",
            message: `Nothing fills {${place}} of the text "${path.join(".")}" in ${locale}`,
            suggestion: suggestion === undefined ? "a value under `with`" : `{${suggestion}}`,
          });
        }
  };
  for (const screen of flow.screens.values()) {
    for (const part of ["title", "titles", "intro"])
      check(`${screen.copy}.${part}`, [...common, ...screen.with.keys()]);
    for (const { definition, with: given } of screen.blocks)
      if (definition.copy === undefined && !FILLED_OTHERWISE.has(definition.kind))
        check(`${screen.copy}.blocks.${definition.id}`, [...given.keys(), "label"]);
  }
  const filledBy = new Map<string, Set<string>>();
  for (const table of flow.tables.values())
    for (const { definition, notify } of table.rows) {
      if (definition.notify === undefined) continue;
      const known = filledBy.get(definition.notify.copy) ?? new Set();
      filledBy.set(definition.notify.copy, known);
      for (const name of notify?.with.keys() ?? []) known.add(name);
    }
  for (const [key, filled] of filledBy) check(key, [...filled]);
}

function at(value: Json | undefined, keys: readonly string[]): Json | undefined {
  return keys.reduce<Json | undefined>(
    (inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  );
}

function* textsUnder(
  value: Json | undefined,
  path: readonly string[],
): Generator<readonly [path: readonly string[], text: string]> {
  if (typeof value === "string") yield [path, value];
  else if (isObject(value))
    for (const [name, inner] of Object.entries(value)) yield* textsUnder(inner, [...path, name]);
}
