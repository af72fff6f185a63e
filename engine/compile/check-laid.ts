import type { Json, JsonObject } from "../definition/json.ts";
import type { ShapeCheck, ShapeMistake } from "./check-shape.ts";
import { asObject } from "./definition-tree.ts";
import { isObject } from "./lay-overlay.ts";
import type { Reporter } from "./reporter.ts";

/** Parts of the tree by the kind of file that they are written in: each thing in a file of its own. */
const THINGS = [
  ["screens", "screen"],
  ["tables", "transitions"],
  ["forms", "form"],
] as const;

/** Parts of the tree that are written together, and the kind of file that has each beside these empty others. */
const TOGETHER = [
  ["calls", "calls", {}],
  ["guards", "guards", { values: {} }],
  ["values", "guards", { guards: {} }],
  ["formats", "formats", {}],
  ["roles", "roles", {}],
] as const;

/** Parts of the tree that are the content of one kind of file. */
const WHOLE = [
  ["events", "events"],
  ["theme", "theme"],
] as const;

/** What was found in a thing that several variants have in common. */
const found = new WeakMap<JsonObject, readonly ShapeMistake[]>();

/**
 * Holds what overlays made of a flow to the meta-schemas: an overlay may write anything, and what it writes is checked where
 * it is laid. True when nothing is wrong; what is, is told at the line that wrote it.
 */
export function checkLaid(tree: JsonObject, shapes: ShapeCheck, reporter: Reporter): boolean {
  let good = true;
  const hold = (
    kind: string,
    key: JsonObject,
    value: Json,
    pointerOf: (inner: string) => string,
  ) => {
    const mistakes = found.get(key) ?? shapes.mistakesIn(kind, value);
    found.set(key, mistakes);
    for (const { pointer, ...mistake } of mistakes) {
      good = false;
      reporter.at(pointerOf(pointer), { code: "FLOW-SHAPE", ...mistake });
    }
  };
  for (const [part, kind] of THINGS)
    for (const [name, value] of Object.entries(asObject(tree[part]))) {
      if (isObject(value)) hold(kind, value, value, (inner) => `/${part}/${name}${inner}`);
      else {
        good = false;
        reporter.at(`/${part}/${name}`, {
          code: "FLOW-SHAPE",
          message: `${part}.${name} is no ${kind}`,
          suggestion: "null takes it away; a map changes it",
        });
      }
    }
  for (const [part, kind, others] of TOGETHER) {
    const value = asObject(tree[part]);
    if (Object.keys(value).length > 0)
      hold(kind, value, { ...others, [part]: value }, (inner) => inner);
  }
  for (const [part, kind] of WHOLE) {
    const value = asObject(tree[part]);
    if (Object.keys(value).length > 0) hold(kind, value, value, (inner) => `/${part}${inner}`);
  }
  for (const [name, value] of Object.entries(asObject(tree["sequences"]))) {
    if (Array.isArray(value) && value.every((screen: Json) => typeof screen === "string")) continue;
    good = false;
    reporter.at(`/sequences/${name}`, {
      code: "FLOW-SHAPE",
      message: `sequences.${name} is no list of screens`,
      suggestion: "[one, another]",
    });
  }
  return good;
}
