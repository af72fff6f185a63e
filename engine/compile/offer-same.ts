import { asList, asObject, isObject, type Json, type JsonObject } from "../language/json.ts";

/**
 * Writes out the checkboxes of a form that stand for known answers (`x-same`): the fields they
 * stand for move into a branch that holds while the checkbox is not ticked. The checkbox itself is
 * never saved, and asked only where the answers that the form requires are known.
 *
 * @param part a form or one of its branches, with the fields of one variant
 */
export function offerSame(part: JsonObject): JsonObject {
  const branches = Object.fromEntries(
    (["then", "else"] as const).flatMap((branch) =>
      isObject(part[branch]) ? [[branch, offerSame(part[branch])] as const] : [],
    ),
  );
  const { allOf } = part;
  const within: JsonObject = {
    ...part,
    ...branches,
    ...(Array.isArray(allOf)
      ? { allOf: allOf.map((each: Json) => (isObject(each) ? offerSame(each) : each)) }
      : {}),
  };
  return Object.entries(asObject(part["properties"])).reduce(
    (made, [name, field]) =>
      isObject(field) && isObject(field["x-same"])
        ? withBranch(made, name, { field, same: field["x-same"] })
        : made,
    within,
  );
}

/** A part in which the fields of one checkbox are asked while it is not ticked. */
function withBranch(
  part: JsonObject,
  name: string,
  { field, same }: { readonly field: JsonObject; readonly same: JsonObject },
): JsonObject {
  const fields = Object.entries(asObject(part["properties"]));
  const moves = (each: string) => each !== name && Object.hasOwn(same, each);
  const required = asList(part["required"]);
  const needed = required.filter((each) => moves(String(each)));
  const known = [
    ...(field["x-when"] === undefined ? [] : [field["x-when"]]),
    ...needed.map((each): Json => ({ "!!": same[String(each)] ?? null })),
  ];
  return {
    ...part,
    properties: {
      ...Object.fromEntries(fields.filter(([each]) => !moves(each))),
      [name]: {
        ...field,
        "x-transient": true,
        ...(known.length === 0 ? {} : { "x-when": { and: known } }),
      },
    },
    required: required.filter((each) => !moves(String(each))),
    allOf: [
      ...asList(part["allOf"]),
      {
        if: { required: [name], properties: { [name]: { const: true } } },
        else: {
          required: needed,
          properties: Object.fromEntries(fields.filter(([each]) => moves(each))),
        },
      },
    ],
  };
}
