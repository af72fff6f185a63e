import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
} from "../../../engine/language/json.ts";

/** One definition file: the kind that its first line names, and what it holds. */
export interface DefinitionFile {
  readonly kind: string;
  readonly value: Json;
}

/** A place of the language: a kind of file, a part of its meta-schema, and a dotted path. */
interface Place {
  readonly kind: string;
  readonly part: string;
  readonly prefix: string;
}

/** The use of one word. */
export interface WordUse {
  /** How many files have it. */
  readonly files: number;
  /** How often they have it. */
  readonly times: number;
  /** Its shortest value in them. */
  readonly shortest: Json;
}

/** The use of each word of the language in some files, by the word's id. */
export function wordUses(
  files: readonly DefinitionFile[],
  schemas: ReadonlyMap<string, JsonObject>,
): ReadonlyMap<string, WordUse> {
  const uses = new Map<string, WordUse>();
  let found = new Set<string>();
  const note = (id: string, value: Json): void => {
    const { files = 0, times = 0, shortest = value } = uses.get(id) ?? {};
    uses.set(id, {
      files: found.has(id) ? files : files + 1,
      times: times + 1,
      shortest: sizeOf(value) < sizeOf(shortest) ? value : shortest,
    });
    found.add(id);
  };
  const visit = (value: Json | undefined, schema: JsonObject, place: Place): void => {
    const { $ref } = schema;
    if (typeof $ref === "string") {
      const other = referred(schemas, $ref, place);
      if (other !== undefined) visit(value, other.schema, other.place);
      return;
    }
    const choices = [...asList(schema["anyOf"]), ...asList(schema["oneOf"])];
    if (Array.isArray(value))
      for (const each of value as readonly Json[]) visit(each, asObject(schema["items"]), place);
    else if (isObject(value)) visitMembers(value as JsonObject, schema, place);
    for (const choice of choices) visit(value, asObject(choice), place);
  };
  const visitMembers = (value: JsonObject, schema: JsonObject, place: Place): void => {
    const known = asObject(schema["properties"]);
    for (const [name, inner] of Object.entries(value)) {
      const isWord = Object.hasOwn(known, name);
      const path = `${place.prefix}${isWord ? name : "NAME"}`;
      if (isWord)
        note([place.kind, place.part, path].filter((each) => each !== "").join("."), inner);
      const below = isWord ? known[name] : schema["additionalProperties"];
      visit(inner, asObject(below), { ...place, prefix: `${path}.` });
    }
  };
  for (const { kind, value } of files) {
    found = new Set();
    visit(value, schemas.get(`${kind}.json`) ?? {}, { kind, part: "", prefix: "" });
  }
  return uses;
}

function sizeOf(value: Json): number {
  return JSON.stringify(value).length;
}

/** The schema that a reference names, with the place where its words stand. */
function referred(
  schemas: ReadonlyMap<string, JsonObject>,
  reference: string,
  { kind }: Place,
): { readonly schema: JsonObject; readonly place: Place } | undefined {
  const [file = "", part = ""] = reference.split("#/$defs/");
  const of = file === "" || file === "#" ? kind : file.replace(/\.json$/, "");
  const schema = schemas.get(`${of}.json`);
  if (schema === undefined) return undefined;
  const name = file === "#" ? "" : part;
  return {
    schema: name === "" ? schema : asObject(asObject(schema["$defs"])[name]),
    place: { kind: of, part: name, prefix: "" },
  };
}
