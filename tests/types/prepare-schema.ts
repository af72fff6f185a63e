import type { Json, JsonObject } from "../../engine/language/json.ts";
import { RULE_WORD } from "../../engine/language/rule.ts";

/**
 * Names of generated types by the JSON pointer of what they are the type of; `""` is the whole
 * file.
 */
export type TypeNames = { readonly [pointer: string]: string };

/** Members of a schema that hold further schemas, by name. */
const MAPS = new Set(["properties", "$defs"]);

/**
 * What authors write more shortly than the compiler reads it, by the end of its description: the
 * type is that of what the compiler makes of it (engine/compile/lower).
 */
const LOWERED = [
  { ending: "(a table's name, or its rows in place)", tsType: "string" },
  { ending: "(true, or a message).", tsType: "true" },
];

/** Definitions that stand for conditions, which the compiler makes a part of `when`. */
const MATCHES = /#\/\$defs\/(?:match|not|entries)$/;

/** Keywords that narrow values in ways that a type does not say. */
const CONDITIONS = new Set(["if", "then", "else", "dependentRequired", "propertyNames", "title"]);

/**
 * A schema as json-schema-to-typescript reads it best: named types have titles, a discriminated
 * union stands as `oneOf`, free JSON is `Json`, `Rule` or `Template`, and conditions that no type
 * can say are left out.
 * @param names types that get a name of their own; all others stand inline
 */
export function prepareSchema(schema: JsonObject, names: TypeNames, pointer = ""): JsonObject {
  const given = unionOf(schema);
  const members = Object.entries(given).flatMap(([key, value]): [string, Json][] => {
    const below = `${pointer}/${key}`;
    if (CONDITIONS.has(key) || isCondition(key, value)) return [];
    if (MAPS.has(key) && isObject(value))
      return [
        [
          key,
          Object.fromEntries(
            Object.entries(value)
              .filter(([name, member]) => !isMatch(`${below}/${name}`, member))
              .map(([name, member]) => [
                name,
                isObject(member) ? prepareSchema(member, names, `${below}/${name}`) : member,
              ]),
          ),
        ],
      ];
    if (Array.isArray(value))
      return [
        [
          key,
          value.map((each: Json, index) =>
            isObject(each) ? prepareSchema(each, names, `${below}/${index}`) : each,
          ),
        ],
      ];
    return [[key, isObject(value) ? prepareSchema(value, names, below) : value]];
  });
  const name = names[pointer];
  const { description = "" } = given;
  const lowered = LOWERED.find(({ ending }) => String(description).endsWith(ending));
  if (lowered !== undefined) return { description, tsType: lowered.tsType };
  if (typeof given["$ref"] === "string")
    return {
      ...("description" in given ? { description: given["description"] } : {}),
      tsType: names[given["$ref"].slice(1)] ?? "Json",
    };
  return {
    ...Object.fromEntries(members),
    ...(saysWhen(given) ? { required: [...listOf(given["required"]), "when"] } : {}),
    ...typeOf(given),
    ...(name === undefined ? {} : { title: name }),
  };
}

/**
 * Types of values that a schema leaves free, and of objects that an overlay may remove with null.
 */
function typeOf(schema: JsonObject): JsonObject {
  const { type } = schema;
  if (Array.isArray(type) && type.includes("object")) return { type: "object" };
  if (type === "object" && !("properties" in schema) && !("additionalProperties" in schema))
    return { tsType: "JsonObject" };
  if (["type", "enum", "const", "oneOf", "anyOf"].some((key) => key in schema)) return {};
  if (schema[RULE_WORD] === "rule") return { tsType: "Rule" };
  return { tsType: schema[RULE_WORD] === "template" ? "Template" : "Json" };
}

/** `anyOf` and `allOf` whose branches only require members. */
function isCondition(key: string, value: Json): boolean {
  return (
    ["anyOf", "allOf"].includes(key) &&
    Array.isArray(value) &&
    value.every((each: Json) => isObject(each) && ("if" in each || keysOf(each) === "required"))
  );
}

/**
 * The union that `allOf` with a condition for every value of one `enum` member says; any other
 * schema as it is. What a branch neither requires nor mentions stays optional in it.
 */
function unionOf(schema: JsonObject): JsonObject {
  const { allOf, properties, required = [], ...rest } = schema;
  if (!Array.isArray(allOf) || !isObject(properties) || !Array.isArray(required)) return schema;
  const branches = allOf.flatMap((each: Json) => branchOf(each) ?? []);
  const [first] = branches;
  const member = first === undefined ? undefined : properties[first.member];
  const values = isObject(member) && Array.isArray(member["enum"]) ? member["enum"] : [];
  if (
    first === undefined ||
    branches.length !== values.length ||
    branches.some((each) => each.member !== first.member)
  )
    return schema;
  return {
    ...("description" in rest ? { description: rest["description"] } : {}),
    oneOf: branches.map((branch) => ({
      ...rest,
      properties: {
        ...properties,
        ...branch.properties,
        [branch.member]: { const: branch.value },
      },
      required: [...required, ...branch.required],
    })),
  };
}

interface Branch {
  readonly member: string;
  readonly value: Json;
  readonly required: readonly Json[];
  readonly properties: JsonObject;
}

/** One `if` a member has a value, `then` …; undefined for any other condition. */
function branchOf(condition: Json): Branch | undefined {
  if (!isObject(condition)) return undefined;
  const { if: when, then } = condition;
  if (!isObject(when) || !isObject(then) || !isObject(when["properties"])) return undefined;
  const [entry] = Object.entries(when["properties"]);
  if (entry === undefined || !isObject(entry[1]) || !("const" in entry[1])) return undefined;
  return {
    member: entry[0],
    value: entry[1]["const"],
    required: Array.isArray(then["required"]) ? then["required"] : [],
    properties: isObject(then["properties"]) ? then["properties"] : {},
  };
}

/** Whether an object has `when` once it is lowered, whichever words its author takes. */
function saysWhen({ anyOf }: JsonObject): boolean {
  return listOf(anyOf).some((each) => isObject(each) && listOf(each["required"]).includes("when"));
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function isMatch(pointer: string, member: Json): boolean {
  const reference = isObject(member) ? member["$ref"] : undefined;
  return MATCHES.test(`#${pointer}`) || (typeof reference === "string" && MATCHES.test(reference));
}

function keysOf(value: JsonObject): string {
  return Object.keys(value).join();
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
