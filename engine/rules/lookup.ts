import type { Json, JsonObject } from "../language/json.ts";
import type { Collection } from "./collection.ts";
import { closest } from "../source/closest.ts";
import type { Closure } from "./closure.ts";
import { nestedContext, type RuleContext } from "./rule-context.ts";
import { refuseName } from "./refuse-name.ts";

/**
 * `{ lookup: [COLLECTION, id, MEMBER] }`: what the flow's catalogue says of the thing with that id;
 * null when there is none, or nothing is said of it. Collection and member are plain names, so that
 * a misspelt one is found when the rule is compiled; the id is a rule. A fourth argument names the
 * member to find the thing by, in place of its id.
 */
export function compileLookup(
  args: readonly Json[],
  context: RuleContext,
  pointer: string,
): Closure {
  const [name, id = null, member, by = "id"] = args;
  const wanted = context.compile(id, nestedContext(context), `${pointer}/1`);
  if (
    args.length < 3 ||
    args.length > 4 ||
    typeof name !== "string" ||
    typeof member !== "string" ||
    typeof by !== "string"
  ) {
    return refuseName(
      context,
      pointer,
      "`lookup` takes the name of a collection, an id and the name of a member, perhaps the member that the id stands for",
    );
  }
  const collection = context.names.collections.get(name);
  if (collection === undefined)
    return refuseName(
      context,
      `${pointer}/0`,
      `There is no collection "${name}"`,
      closest(name, context.names.collections.keys()),
    );
  if (!collection.members.has(member))
    return refuseName(
      context,
      `${pointer}/2`,
      `Nothing in "${name}" has a member "${member}"`,
      closest(member, collection.members),
    );
  if (!collection.members.has(by))
    return refuseName(
      context,
      `${pointer}/3`,
      `Nothing in "${name}" has a member "${by}"`,
      closest(by, collection.members),
    );
  const things = by === "id" ? collection.things : thingsBy(collection, by);
  return (data, root) => {
    const key = wanted(data, root);
    const thing = typeof key === "string" ? things.get(key) : undefined;
    return thing !== undefined && Object.hasOwn(thing, member) ? (thing[member] ?? null) : null;
  };
}

/** The things of a collection by a member; of those with one value, the first. */
function thingsBy({ things }: Collection, member: string): Collection["things"] {
  const found = new Map<string, JsonObject>();
  for (const thing of things.values()) {
    const value = thing[member];
    if (typeof value === "string" && !found.has(value)) found.set(value, thing);
  }
  return found;
}
