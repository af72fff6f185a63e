import { asObject, isObject, type Json, type JsonObject } from "../../language/json.ts";
import type { ShapeCheck } from "./check-shape.ts";
import type { DefinitionKind } from "../flow-sources.ts";
import type { Reporter } from "../reporter.ts";
import { closest } from "../../source/closest.ts";

/** Parts of the tree that are a whole file. */
const WHOLE: Readonly<Record<string, DefinitionKind>> = { theme: "theme", events: "events" };
/** Parts of the tree that are the member of that name of a file. */
const MEMBERS: Readonly<Record<string, DefinitionKind>> = {
  guards: "guards",
  values: "guards",
  calls: "calls",
  roles: "roles",
  formats: "formats",
};
/** Parts whose entries are files of their own. */
const ENTRIES: Readonly<Record<string, DefinitionKind>> = {
  screens: "screen",
  tables: "transitions",
  forms: "form",
};

/** What an entry of such a part is called in a message. */
const NOUNS: Readonly<Record<string, string>> = { tables: "table" };

/**
 * Reports what overlays made of the base where it does not fit the meta-schemas that the base's own
 * files are held to.
 *
 * @returns whether everything is in shape
 */
export function checkLaidShapes(
  shapes: ShapeCheck,
  base: JsonObject,
  laid: JsonObject,
  reporter: Reporter,
): boolean {
  let fits = true;
  const check = (kind: DefinitionKind, value: Json, pointer: string) => {
    for (const { pointer: below, ...problem } of shapes.mistakesIn(kind, value)) {
      fits = false;
      reporter.at(`${pointer}${below}`, { code: "FLOW-SHAPE", ...problem });
    }
  };
  for (const [part, value] of Object.entries(laid)) {
    if (value === base[part]) continue;
    const [whole, member, entry] = [WHOLE[part], MEMBERS[part], ENTRIES[part]];
    if (whole !== undefined) check(whole, value, `/${part}`);
    if (member === "guards") check(member, { guards: {}, values: {}, [part]: value }, "");
    else if (member !== undefined) check(member, { [part]: value }, "");
    if (part === "sequences")
      fits = checkSequences(asObject(value), asObject(base[part]), reporter) && fits;
    if (entry === undefined) continue;
    const before = asObject(base[part]);
    for (const [id, each] of Object.entries(asObject(value))) {
      if (each === before[id]) continue;
      // An overlay may add a whole entry. Any other was meant to change one of the base.
      if (id in before || shapes.mistakesIn(entry, each).length === 0) {
        check(entry, each, `/${part}/${id}`);
        continue;
      }
      fits = false;
      reporter.at(`/${part}/${id}`, {
        code: "FLOW-NAME",
        message: `There is no ${NOUNS[part] ?? entry} "${id}" that the overlay could change`,
        suggestion: closest(id, Object.keys(before)),
      });
    }
  }
  return fits;
}

function checkSequences(laid: JsonObject, base: JsonObject, reporter: Reporter): boolean {
  let fits = true;
  for (const [name, value] of Object.entries(laid)) {
    const { screens = value, open: _, ...others } = asObject(value);
    const isList =
      Array.isArray(screens) && screens.every((screen: Json) => typeof screen === "string");
    const loses = Array.isArray(value) && isObject(base[name]);
    if (isList && !loses && Object.keys(others).length === 0) continue;
    fits = false;
    reporter.at(`/sequences/${name}`, {
      code: "FLOW-SHAPE",
      message: loses
        ? `sequences.${name} would lose the rule that opens it`
        : `sequences.${name} is no list of screens, alone or with the rule that opens it`,
      suggestion: loses ? "{ screens: [one, another] }" : "[one, another]",
    });
  }
  return fits;
}
