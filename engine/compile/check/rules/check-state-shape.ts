import type { CheckContext } from "../run/check-context.ts";
import type { Reporter } from "../../reporter.ts";
import { asObject, isObject, type Json } from "../../../language/json.ts";
import { factRoots } from "../../../rules/fact-roots.ts";
import { isPiiKind } from "../../state-schema.ts";

/**
 * Reports parts of the state that a fact of the same name hides, and an `x-pii` outside of
 * `properties` and `items`, which has no effect.
 */
export function checkStateShape({ flow, reporter }: CheckContext): void {
  const state = flow.stateSchema;
  const { properties } = state;
  const rootOf = factRoots(flow.definition);
  for (const name of Object.keys(asObject(properties))) {
    const fact = rootOf(name);
    if (fact !== undefined)
      reporter.at(`/state/properties/${name}`, {
        code: "FLOW-STATE-ROOT",
        message: `Rules read "${name}" as a fact (${fact.description}): no part of the state can have that name`,
      });
  }
  checkMarks(state, "/state", true, reporter);
}

/**
 * @param honoured whether an `x-pii` here is found by what encrypts, masks and keeps out of events
 */
function checkMarks(schema: Json, pointer: string, honoured: boolean, reporter: Reporter): void {
  if (Array.isArray(schema)) {
    for (const [index, inner] of schema.entries())
      checkMarks(inner as Json, `${pointer}/${index}`, false, reporter);
    return;
  }
  if (!isObject(schema)) return;
  const mark = schema["x-pii"];
  if (mark !== undefined && !isPiiKind(mark))
    reporter.at(`${pointer}/x-pii`, {
      code: "FLOW-STATE-PRIVATE",
      message: `"x-pii" says ${JSON.stringify(mark)}: it would not be kept private`,
      suggestion: "personal, sensitive, or secret",
    });
  else if (mark !== undefined && !honoured)
    reporter.at(`${pointer}/x-pii`, {
      code: "FLOW-STATE-PRIVATE",
      message: `"x-pii" stands where it is not honoured: mark a property, or the items of a list`,
    });
  for (const [keyword, inner] of Object.entries(schema)) {
    if (keyword === "properties" && isObject(inner))
      for (const [name, property] of Object.entries(inner)) {
        const at = `${pointer}/properties/${name}`;
        if (name === "id" && pointer.endsWith("/items")) checkEntryId(property, at, reporter);
        else checkMarks(property, at, honoured, reporter);
      }
    else checkMarks(inner, `${pointer}/${keyword}`, honoured && keyword === "items", reporter);
  }
}

/** Paths in the journal and addresses name an entry of a list by its id. */
function checkEntryId(schema: Json, pointer: string, reporter: Reporter): void {
  if (isObject(schema) && schema["x-pii"] !== undefined)
    reporter.at(`${pointer}/x-pii`, {
      code: "FLOW-STATE-PRIVATE",
      message: `The id of a list's entry cannot be kept private: the journal and addresses name the entry by it`,
      suggestion: "an id that tells nothing of a person, and the private value at another member",
    });
}
