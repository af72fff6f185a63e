import { asObject, isObject, type Json, type JsonObject } from "../../language/json.ts";
import { childPointer } from "../../source/json-pointer.ts";
import type { LoweredAt } from "./lower-row.ts";
import type { LoweredPlaces } from "./lowered-places.ts";
import { pickedMembers } from "./written-operators.ts";

/**
 * Lowers `take` of a call to `set`: each member of the answer is kept at its place of the state. A
 * member that is missing, null or an empty text changes nothing.
 */
export function lowerTake(call: JsonObject, at: LoweredAt, places: LoweredPlaces): JsonObject {
  const { take, ...rest } = call;
  if (!isObject(take)) return call;
  const set = asObject(rest["set"]);
  const taken: Record<string, Json> = {};
  for (const [place, members] of Object.entries(take)) {
    const below = childPointer(`${at.source}/take`, place);
    const picks: readonly Json[] = Array.isArray(members) ? members : [members];
    for (const [index, pick] of picks.entries()) {
      const from = Array.isArray(members) ? `${below}/${index}` : below;
      const picked = pickedMembers(pick);
      if (picked.length === 0)
        places.report(from, {
          code: "FLOW-RULE-PICK",
          message: "A member of the answer is taken by its path, or by a name and a path",
          suggestion: "take: { application: [decision, { number: application.number }] }",
        });
      for (const { name, path } of picked) {
        const to = `${place}.${name}`;
        if (Object.hasOwn(set, to) || Object.hasOwn(taken, to))
          places.report(from, {
            code: "FLOW-CALL-TAKE",
            message: `The call keeps "${to}" twice`,
            suggestion: "say it in `take` or in `set`",
          });
        taken[to] = whereSaid({ var: `answer.${path}` });
        places.putGenerated(childPointer(`${at.lowered}/set`, to), from);
      }
    }
  }
  return { ...rest, set: { ...taken, ...set } };
}

function whereSaid(read: Json): Json {
  return { if: [{ in: [read, [null, ""]] }, { absent: [] }, read] };
}
