import { asObject, isObject, type Json, type JsonObject } from "../language/json.ts";
import { unescapeSegment } from "./json-pointer.ts";

/** Where a value stands in a schema: every subschema that describes it. */
export class SchemaPlace {
  private constructor(
    private readonly root: JsonObject,
    private readonly schemas: readonly JsonObject[],
  ) {}

  /** The place of a whole document; without a schema, one that orders nothing. */
  static of(schema: JsonObject | undefined): SchemaPlace {
    const root = schema ?? {};
    return new SchemaPlace(root, described(root, [root]));
  }

  /** The place of a member. */
  member(name: string): SchemaPlace {
    return this.at(
      this.schemas.flatMap((schema) => {
        const named = asObject(schema["properties"])[name];
        if (named !== undefined) return [named];
        const patterns = Object.entries(asObject(schema["patternProperties"])).flatMap(
          ([pattern, each]) => (new RegExp(pattern, "u").test(name) ? [each] : []),
        );
        return patterns.length > 0 ? patterns : [schema["additionalProperties"] ?? null];
      }),
    );
  }

  /** The place of the elements of a list. */
  element(): SchemaPlace {
    return this.at(this.schemas.map((schema) => schema["items"] ?? null));
  }

  /** Members in the order of the schema; those that it does not name come last, in the order they have. */
  ordered(names: readonly string[]): readonly string[] {
    const known = [
      ...new Set(this.schemas.flatMap((schema) => Object.keys(asObject(schema["properties"])))),
    ].filter((name) => names.includes(name));
    return [...known, ...names.filter((name) => !known.includes(name))];
  }

  private at(schemas: readonly Json[]): SchemaPlace {
    return new SchemaPlace(
      this.root,
      described(
        this.root,
        schemas.filter((schema) => isObject(schema)),
      ),
    );
  }
}

/** Schemas with all that they refer to and are made of, each once. */
function described(root: JsonObject, schemas: readonly JsonObject[]): readonly JsonObject[] {
  const found = new Set<JsonObject>();
  const add = (schema: Json | undefined): void => {
    if (schema === undefined || !isObject(schema) || found.has(schema)) return;
    found.add(schema);
    if (typeof schema["$ref"] === "string") add(pointed(root, schema["$ref"]));
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      const branches = schema[keyword];
      if (Array.isArray(branches)) for (const branch of branches) add(branch);
    }
    for (const keyword of ["if", "then", "else"]) add(schema[keyword]);
  };
  for (const schema of schemas) add(schema);
  return [...found];
}

function pointed(root: JsonObject, reference: string): Json | undefined {
  if (!reference.startsWith("#")) return undefined;
  let value: Json | undefined = root;
  for (const segment of reference.slice(1).split("/").slice(1))
    value = asObject(value)[unescapeSegment(segment)];
  return value;
}
