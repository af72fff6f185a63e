import { asObject, isObject, type Json, type JsonObject } from "../language/json.ts";
import { unescapeSegment } from "./json-pointer.ts";

/** A schema and its document, which resolves its references. */
interface Described {
  readonly schema: JsonObject;
  readonly root: JsonObject;
}

/** Schemas of the language by file name, which refer to one another. */
export type SchemaFiles = ReadonlyMap<string, JsonObject>;

/** The place of a value in a schema: every subschema that describes it. */
export class SchemaPlace {
  private constructor(
    private readonly files: SchemaFiles,
    private readonly schemas: readonly Described[],
  ) {}

  /** The place of a whole document; without a schema, one that orders nothing. */
  static of(schema: JsonObject | undefined, files: SchemaFiles = new Map()): SchemaPlace {
    const root = schema ?? {};
    return new SchemaPlace(files, described(files, [{ schema: root, root }]));
  }

  /** The place of a member. */
  member(name: string): SchemaPlace {
    return this.at((schema) => {
      const named = asObject(schema["properties"])[name];
      if (named !== undefined) return [named];
      const patterns = Object.entries(asObject(schema["patternProperties"])).flatMap(
        ([pattern, each]) => (new RegExp(pattern, "u").test(name) ? [each] : []),
      );
      return patterns.length > 0 ? patterns : [schema["additionalProperties"] ?? null];
    });
  }

  /** The place of the elements of a list. */
  element(): SchemaPlace {
    return this.at((schema) => [schema["items"] ?? null]);
  }

  /** Whether an author chooses the names of its members: actions, guards, calls. */
  get holdsNames(): boolean {
    return this.schemas.some(
      ({ schema }) =>
        isObject(schema["additionalProperties"]) && schema["properties"] === undefined,
    );
  }

  /** Members in the order of the schema; those it does not name come last, in their own order. */
  ordered(names: readonly string[]): readonly string[] {
    const known = [
      ...new Set(this.schemas.flatMap(({ schema }) => Object.keys(asObject(schema["properties"])))),
    ].filter((name) => names.includes(name));
    return [...known, ...names.filter((name) => !known.includes(name))];
  }

  private at(below: (schema: JsonObject) => readonly Json[]): SchemaPlace {
    return new SchemaPlace(
      this.files,
      described(
        this.files,
        this.schemas.flatMap(({ schema, root }) =>
          below(schema).flatMap((each) => (isObject(each) ? [{ schema: each, root }] : [])),
        ),
      ),
    );
  }
}

/** Schemas with all their references and parts, each once. */
function described(files: SchemaFiles, schemas: readonly Described[]): readonly Described[] {
  const found = new Map<JsonObject, Described>();
  const add = (schema: Json | undefined, root: JsonObject): void => {
    if (schema === undefined || !isObject(schema) || found.has(schema)) return;
    found.set(schema, { schema, root });
    if (typeof schema["$ref"] === "string") {
      const [file = "", pointer = ""] = schema["$ref"].split("#");
      const other = file === "" ? root : files.get(file);
      if (other !== undefined) add(pointed(other, pointer), other);
    }
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      const branches = schema[keyword];
      if (Array.isArray(branches)) for (const branch of branches) add(branch, root);
    }
    for (const keyword of ["if", "then", "else"]) add(schema[keyword], root);
  };
  for (const { schema, root } of schemas) add(schema, root);
  return [...found.values()];
}

function pointed(root: JsonObject, pointer: string): Json | undefined {
  let value: Json | undefined = root;
  for (const segment of pointer.split("/").slice(1))
    value = asObject(value)[unescapeSegment(segment)];
  return value;
}
