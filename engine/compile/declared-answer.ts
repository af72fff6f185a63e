import { asList, asObject, isObject, type Json, type JsonObject } from "../language/json.ts";
import { memoize } from "../language/memoize.ts";

/** For a call that says nothing of its answers. */
const ANYTHING: JsonObject = {};

/**
 * What was made of a schema, by the refusal that was laid below it: every variant has the same
 * ones.
 */
const madeOf = memoize((_: object) => new Map<JsonObject | undefined, JsonObject>());

/**
 * The schema that the answers of a call are held to: what the call declares, and the members with
 * which its service says why it refuses. A member that is not required may be null as well.
 *
 * @param schema what the call declares
 * @param refusal what the call's service answers where it refuses
 * @returns undefined where neither says anything
 */
export function declaredAnswer(
  schema: JsonObject | undefined,
  refusal: JsonObject | undefined,
): JsonObject | undefined {
  if (schema === undefined && refusal === undefined) return undefined;
  const made = madeOf(schema ?? ANYTHING);
  const declared = made.get(refusal) ?? nullable(withRefusal(schema, refusal));
  made.set(refusal, declared);
  return declared;
}

function withRefusal(schema: JsonObject | undefined, refusal: JsonObject | undefined): JsonObject {
  if (schema === undefined) return { ...refusal, type: ["object", "null"] };
  if (refusal === undefined || !isObject(schema["properties"])) return schema;
  return {
    ...schema,
    properties: { ...asObject(refusal["properties"]), ...schema["properties"] },
  };
}

/** A schema whose members may be null where it does not require them. */
function nullable(schema: JsonObject): JsonObject {
  const { properties, items, required } = schema;
  const wanted: readonly Json[] = asList(required);
  return {
    ...schema,
    ...(isObject(items) ? { items: nullable(items) } : {}),
    ...(isObject(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => {
              if (!isObject(member)) return [name, member];
              const inner = nullable(member);
              return [name, wanted.includes(name) ? inner : orNull(inner)];
            }),
          ),
        }
      : {}),
  };
}

function orNull(schema: JsonObject): JsonObject {
  const { type, enum: choices } = schema;
  if (type === undefined) return schema;
  const types: readonly Json[] = Array.isArray(type) ? type : [type];
  if (types.includes("null")) return schema;
  return {
    ...schema,
    type: [...types, "null"],
    ...(Array.isArray(choices) && !choices.includes(null) ? { enum: [...choices, null] } : {}),
  };
}
