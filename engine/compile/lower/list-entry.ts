import type { Json } from "../../language/json.ts";
import type { Rule } from "../../language/rule.ts";

/**
 * A path that picks the entry of a list by its id, as `set` writes it:
 * `owners.[{params.ownerId}].email`.
 */
const ENTRY = /^([^[\]]+)\.\[([^[\]]+)\](?:\.(.+))?$/;

/**
 * Reads a path through an entry of a list, picked by its id.
 *
 * @param root operator that reads the list: `var`, or `fact` inside of lists
 * @returns undefined for a path without one
 */
export function entryRule(path: string, root: "var" | "fact"): Rule | undefined {
  const [whole, list = "", id = "", rest] = ENTRY.exec(path) ?? [];
  if (whole === undefined) return undefined;
  const [, fact] = /^\{([^{}]+)\}$/.exec(id) ?? [];
  const wanted: Json = fact === undefined ? id : { fact };
  const entry: Json = {
    first: { filter: [{ [root]: list }, { "===": [{ var: "id" }, wanted] }] },
  };
  return membersOf(entry, rest?.split(".") ?? []);
}

/**
 * Reads a member of a named value: `ownerOfPage.email`.
 *
 * @param values names of values
 * @returns undefined for a name alone, and where no value has it
 */
export function memberRule(path: string, values: ReadonlySet<string>): Rule | undefined {
  const [value = "", ...members] = path.split(".");
  return members.length > 0 && values.has(value) ? membersOf({ value }, members) : undefined;
}

function membersOf(rule: Json, members: readonly string[]): Json {
  return members.reduce<Json>((read, name) => ({ get: [read, name] }), rule);
}
