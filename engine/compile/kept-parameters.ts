import { axesOf } from "../language/axes.ts";
import type { FlowDefinition } from "../language/flow.ts";
import { asObject, isObject, type Json, type JsonObject } from "../language/json.ts";
import { BACK_PARAMETER, PART_PARAMETER } from "../language/screen.ts";

/**
 * The parameter that the service itself reads: the language of a visitor whose browser names none.
 */
const LANGUAGE = "language";

/** Parts of a variant's tree whose rules may read the query of a page's address. */
const READING = ["screens", "tables", "guards", "values", "calls", "events", "forms", "roles"];
/** Parts whose `query` is that of a page they lead to. */
const LEADING = ["screens", "tables"];

/** A path into the query, alone or in a text's placeholder. */
const PATH = /\bquery\.([\w-]+)/g;

/**
 * Query parameters that stay in an address. They choose a variant, a row or screen gives them to
 * its page, they name a part of a form or where Back leads, or a rule reads them. Any other may
 * be personal and has no use.
 *
 * @returns `all` where a rule reads the query as a whole
 */
export function keptParameters(
  tree: JsonObject,
  definition: FlowDefinition,
): ReadonlySet<string> | "all" {
  const kept = new Set([LANGUAGE]);
  for (const [, { chosen = [] }] of axesOf(definition))
    for (const { parameter } of chosen) if (parameter !== undefined) kept.add(parameter);
  const { entryParameters: _, ...flow } = definition;
  let whole = false;
  const walk = (part: Json, leads: boolean): void => {
    if (typeof part === "string") for (const [, name = ""] of part.matchAll(PATH)) kept.add(name);
    else if (Array.isArray(part)) for (const inner of part) walk(inner, leads);
    else if (isObject(part))
      for (const [name, inner] of Object.entries(part)) {
        walk(name, leads);
        walk(inner, leads);
        if (name === "var" && (Array.isArray(inner) ? inner[0] : inner) === "query") whole = true;
        if (leads && name === "query" && isObject(inner))
          for (const given of Object.keys(inner)) kept.add(given);
      }
  };
  walk(flow as unknown as Json, false);
  for (const name of READING) walk(tree[name] ?? null, LEADING.includes(name));
  const screens = Object.values(asObject(tree["screens"])).map(asObject);
  if (screens.some(({ parts }) => parts !== undefined)) kept.add(PART_PARAMETER);
  if (screens.some(({ blocks }) => JSON.stringify(blocks ?? "").includes('"change":')))
    kept.add(BACK_PARAMETER);
  return whole ? "all" : kept;
}
