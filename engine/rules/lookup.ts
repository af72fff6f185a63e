import type { Json } from "../language/json.ts";
import { closest } from "../source/closest.ts";
import type { Closure } from "./closure.ts";
import { nestedContext, type RuleContext } from "./rule-context.ts";

/**
 * `{ lookup: [COLLECTION, id, MEMBER] }`: what the flow's catalogue says of the thing with that id;
 * null when there is none, or nothing is said of it. Collection and member are plain names, so that
 * a misspelt one is found when the rule is compiled; the id is a rule.
 */
export function compileLookup(
  args: readonly Json[],
  context: RuleContext,
  pointer: string,
): Closure {
  const [name, id = null, member] = args;
  const wanted = context.compile(id, nestedContext(context), `${pointer}/1`);
  if (args.length !== 3 || typeof name !== "string" || typeof member !== "string") {
    return refuse(
      context,
      pointer,
      "`lookup` takes the name of a collection, an id and the name of a member",
    );
  }
  const collection = context.names.collections.get(name);
  if (collection === undefined)
    return refuse(
      context,
      `${pointer}/0`,
      `There is no collection "${name}"`,
      closest(name, context.names.collections.keys()),
    );
  if (!collection.members.has(member))
    return refuse(
      context,
      `${pointer}/2`,
      `Nothing in "${name}" has a member "${member}"`,
      closest(member, collection.members),
    );
  return (data, root) => {
    const key = wanted(data, root);
    const thing = typeof key === "string" ? collection.things.get(key) : undefined;
    return thing !== undefined && Object.hasOwn(thing, member) ? (thing[member] ?? null) : null;
  };
}

function refuse(
  context: RuleContext,
  pointer: string,
  message: string,
  suggestion?: string,
): Closure {
  context.report({
    code: "FLOW-RULE-NAME",
    severity: "error",
    message,
    pointer,
    suggestion,
  });
  return () => null;
}
