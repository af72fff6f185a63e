import { parseDocument } from "yaml";
import { compileFlow } from "../compile/compile-flow.ts";
import { stateSchemaAt } from "../compile/value-type.ts";
import { savedFields } from "../compile/saved-fields.ts";
import { FILE_MEMBERS } from "../language/file.ts";
import type { FieldSchema } from "../language/form.ts";
import { asObject, type Json, type JsonObject } from "../language/json.ts";
import type { Sources } from "../language/sources.ts";
import { replaceIds } from "../rules/state-path.ts";
import { choicesOf, isMultiple } from "../validate/fields.ts";
import { isFileField } from "../validate/files.ts";
import { definitionFormatter } from "./format-definition.ts";

/** The state schema of a flow with the places that its forms lack. */
export interface WrittenStatePlaces {
  readonly file: string;
  readonly text: string;
  /** State paths that were written, and those whose choices were. */
  readonly paths: readonly string[];
  /** State paths that lie in a value that is neither object nor list, so the author writes them. */
  readonly unwritten: readonly string[];
}

/**
 * Writes the places of the state that the fields of a flow's forms lack, with their types, and the
 * choices that a place does not take. Comments and order stay. Rules may read a missing place, and
 * may have other mistakes.
 *
 * @returns undefined where the files cannot be read as what they are
 */
export function writeStatePlaces(sources: Sources, flow: string): WrittenStatePlaces | undefined {
  const file = `schemas/${flow}/state.yaml`;
  const wanted = wantedPlaces(sources, flow);
  if (wanted === undefined) return undefined;
  const paths: string[] = [];
  const unwritten: string[] = [];
  const document = parseDocument(sources.get(file) ?? "");
  for (const [path, schema] of wanted) {
    const at = schemaPath(asObject(document.toJS() as Json), path.split("."));
    (at === undefined ? unwritten : paths).push(path);
    if (at === undefined) continue;
    if (schema["enum"] !== undefined && document.hasIn([...at, "type"]))
      document.setIn(
        [...at, ...(document.hasIn([...at, "items"]) ? ["items"] : []), "enum"],
        schema["enum"],
      );
    else document.setIn(at, document.createNode(schema));
  }
  if (paths.length === 0) return { file, text: sources.get(file) ?? "", paths, unwritten };
  const text = String(document);
  const formatted = definitionFormatter(new Map([...sources, [file, text]]))(file);
  return { file, text: formatted.ok ? formatted.text : text, paths, unwritten };
}

/** The places that the state schema lacks, or lacks choices of, by path. */
function wantedPlaces(sources: Sources, flow: string): ReadonlyMap<string, JsonObject> | undefined {
  // Not "compiled": that refuses a variant whose rules read one of the missing places.
  const result = compileFlow(sources, flow, undefined, { checks: "shapes" });
  if (!result.ok) return undefined;
  const wanted = new Map<string, JsonObject>();
  for (const variant of result.flow.variants) {
    const compiled = result.flow.variant(variant);
    const { screens, stateSchema } = compiled;
    for (const screen of screens.values())
      for (const { field, place: path } of savedFields(compiled, screen)) {
        const place = replaceIds(path, "0");
        if (place.includes("{")) continue;
        const missing = missingAt(stateSchemaAt(stateSchema, place), field, wanted.get(place));
        if (missing !== undefined) wanted.set(place, missing);
      }
  }
  return wanted;
}

/** What a place of the state lacks for a field: all of its schema, or choices. */
function missingAt(
  place: JsonObject | undefined,
  field: FieldSchema,
  known: JsonObject | undefined,
): JsonObject | undefined {
  const choices = (choicesOf(field) ?? []).filter((choice) => choice !== null && choice !== "");
  const before = known === undefined ? place : known;
  if (before === undefined) return schemaOf(field, choices);
  const taken = choicesIn(before);
  const more = taken === undefined ? [] : choices.filter((choice) => !taken.includes(choice));
  if (taken === undefined || more.length === 0) return known;
  const all = [...taken, ...more];
  if (place !== undefined) return { enum: all };
  return isMultiple(field)
    ? { ...before, items: { ...asObject(before["items"]), enum: all } }
    : { ...before, enum: all };
}

function choicesIn(schema: JsonObject): readonly Json[] | undefined {
  const { enum: own = asObject(schema["items"])["enum"] } = schema;
  return Array.isArray(own) ? own : undefined;
}

/** The schema of the place of a field's answer. */
function schemaOf(field: FieldSchema, choices: readonly Json[]): JsonObject {
  const pii: JsonObject = field["x-pii"] === undefined ? {} : { "x-pii": field["x-pii"] };
  const choice: JsonObject = choices.length === 0 ? {} : { enum: choices };
  if (isFileField(field)) {
    const properties = Object.fromEntries(
      FILE_MEMBERS.map((member) => [
        member,
        { type: ["bytes", "width", "height"].includes(member) ? "integer" : "string" },
      ]),
    );
    return field.type === "array"
      ? { type: "array", ...pii, items: { type: "object", properties } }
      : { type: "object", ...pii, properties };
  }
  return field.type === "array"
    ? { type: "array", ...pii, items: { type: field.items?.type ?? "string", ...choice } }
    : { type: field.type ?? "string", ...choice, ...pii };
}

/** Keys of a state path in the schema; undefined below a value that is neither object nor list. */
function schemaPath(schema: JsonObject, segments: readonly string[]): string[] | undefined {
  const keys: string[] = [];
  let at: JsonObject = schema;
  for (const segment of segments) {
    const isList = at["type"] === "array";
    if (at["type"] !== undefined && at["type"] !== "object" && !isList) return undefined;
    keys.push(...(isList ? ["items"] : ["properties", segment]));
    at = isList ? asObject(at["items"]) : asObject(asObject(at["properties"])[segment]);
  }
  return keys;
}
