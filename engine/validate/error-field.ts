import type { ErrorObject } from "ajv/dist/2020.js";
import { formJson, type FormSchema } from "../language/form.ts";
import { isObject, type Json } from "../language/json.ts";
import { childPointer, unescapeSegment } from "../source/json-pointer.ts";

/**
 * Parameters by which Ajv names the member that an error is about, where it stands at the object
 * around it.
 */
const NAMING = [
  "missingProperty",
  "additionalProperty",
  "unevaluatedProperty",
  "propertyName",
] as const;

/** Whether an error says that an answer is missing, for any keyword that requires it. */
export function asksFor({ keyword, params }: ErrorObject): boolean {
  return keyword === "required" || Object.hasOwn(params as object, "missingProperty");
}

/**
 * Where the field of an error stands in the data. Every error has one: an error of the form as a
 * whole is that of the first field that the failed part of the schema mentions, else that of the
 * first field of the form.
 *
 * @returns a JSON pointer
 */
export function pointerOfError(error: ErrorObject, schema: FormSchema): string {
  const named = namedMember(error);
  if (named !== undefined) return childPointer(error.instancePath, named);
  if (error.instancePath !== "") return error.instancePath;
  const order = schema["x-order"] ?? [];
  const mentioned = new Set<string>();
  mention(partAt(formJson(schema), error.schemaPath), mentioned);
  const field = order.find((name) => mentioned.has(name)) ?? order[0];
  return field === undefined ? "" : childPointer("", field);
}

function namedMember({ propertyName, params }: ErrorObject): string | undefined {
  if (propertyName !== undefined) return propertyName;
  for (const name of NAMING) {
    const named = (params as Readonly<Record<string, unknown>>)[name];
    if (typeof named === "string") return named;
  }
  return undefined;
}

/** The part of a schema that a path such as `#/allOf/0/anyOf` leads to. */
function partAt(schema: Json, path: string): Json {
  let at: Json | undefined = schema;
  for (const segment of path.split("/").slice(1)) {
    if (typeof at !== "object" || at === null) return null;
    at = (at as Readonly<Record<string, Json>>)[unescapeSegment(decodeURIComponent(segment))];
  }
  return at ?? null;
}

function mention(part: Json, names: Set<string>): void {
  if (Array.isArray(part)) for (const each of part as readonly Json[]) mention(each, names);
  if (!isObject(part)) return;
  for (const [keyword, inner] of Object.entries(part)) {
    if (keyword === "properties" && isObject(inner))
      for (const name of Object.keys(inner)) names.add(name);
    else if (keyword === "required" && Array.isArray(inner))
      for (const name of inner as readonly Json[]) names.add(String(name));
    else mention(inner, names);
  }
}
