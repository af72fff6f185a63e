import type { DefinitionProblem } from "../../../language/problem.ts";
import { asList, asObject, isObject, type Json, type JsonObject } from "../../../language/json.ts";
import { closest } from "../../../source/closest.ts";
import { childPointer } from "../../../source/json-pointer.ts";
import type { SourceDocument } from "../../../source/read-yaml.ts";
import { contentOf, type DefinitionFile } from "../../flow-sources.ts";
import { isGroup, sharedAt } from "../../lower-form.ts";
import { sharedFieldsOf } from "../../shared-fields.ts";
import type { ShapeCheck } from "../files/check-shape.ts";

/** What a group of fields may say; anything else belongs to its parts. */
const GROUP_MEMBERS = ["type", "properties", "required", "x-when", "use", "additionalProperties"];

/**
 * Reports mistakes in shared fields and in what uses them: shapes, names that no shared field has,
 * circles, and groups.
 */
export function checkSharedFields(
  files: readonly DefinitionFile[],
  shapes: ShapeCheck,
): DefinitionProblem[] {
  const file = files.find(({ kind }) => kind === "fields");
  const { fields } = sharedFieldsOf(files);
  const found: DefinitionProblem[] = [];
  if (file !== undefined) {
    const own = asObject(contentOf(file)["fields"]);
    const form = { type: "object", properties: own, "x-order": [] };
    for (const { pointer, meant: _, isLacking: __, ...mistake } of shapes.mistakesIn("form", form))
      found.push({
        code: "FLOW-SHAPE",
        severity: "error",
        ...mistake,
        ...placeIn(file.document, pointer.replace(/^\/properties/, "/fields")),
      });
    if (found.length > 0) return found;
    for (const [name, field] of Object.entries(own))
      found.push(...fieldProblems(field, childPointer("/fields", name), file.document, fields));
  }
  for (const { kind, document, ...each } of files) {
    if (kind === "form")
      found.push(...formProblems(contentOf({ kind, document, ...each }), "", document, fields));
    if (kind === "overlay")
      for (const [name, form] of Object.entries(
        asObject(contentOf({ kind, document, ...each })["forms"]),
      ))
        if (isObject(form))
          found.push(...formProblems(form, childPointer("/forms", name), document, fields));
  }
  return found;
}

function formProblems(
  part: JsonObject,
  pointer: string,
  document: SourceDocument,
  fields: JsonObject,
): DefinitionProblem[] {
  const { properties, allOf } = part;
  const inner = [
    ...(["then", "else"] as const).map((branch) => [branch, part[branch]] as const),
    ...asList(allOf).map((each: Json, at) => [`allOf/${at}`, each] as const),
  ];
  return [
    ...Object.entries(asObject(properties)).flatMap(([name, field]) =>
      fieldProblems(field, childPointer(`${pointer}/properties`, name), document, fields),
    ),
    ...inner.flatMap(([at, each]) =>
      isObject(each) ? formProblems(each, `${pointer}/${at}`, document, fields) : [],
    ),
  ];
}

function fieldProblems(
  field: Json,
  pointer: string,
  document: SourceDocument,
  fields: JsonObject,
): DefinitionProblem[] {
  if (!isObject(field)) return [];
  const { use, properties } = field;
  const at = (member: string) => placeIn(document, `${pointer}/${member}`);
  const found: DefinitionProblem[] = [];
  if (typeof use === "string" && sharedAt(use, fields) === undefined) {
    const meant = closest(use, namesOf(fields));
    found.push({
      code: "FLOW-FIELD-USE",
      severity: "error",
      message: `There is no shared field "${use}"`,
      suggestion:
        meant ?? `${use.split(".")[0] ?? ""}: { type: string } under fields in fields.yaml`,
      ...at("use"),
    });
  } else if (typeof use === "string" && leadsBack(use, fields))
    found.push({
      code: "FLOW-FIELD-USE",
      severity: "error",
      message: `The shared field "${use}" uses itself`,
      suggestion: "a field of its own",
      ...at("use"),
    });
  if (!isGroup(field)) return found;
  const strange = Object.keys(field).find((member) => !GROUP_MEMBERS.includes(member));
  if (strange !== undefined)
    found.push({
      code: "FLOW-FIELD-GROUP",
      severity: "error",
      message: `A group of fields does not take "${strange}": it belongs to its parts`,
      suggestion: `${strange} in a part of the group`,
      ...at(strange),
    });
  for (const [part, each] of Object.entries(asObject(properties))) {
    if (isGroup(each))
      found.push({
        code: "FLOW-FIELD-GROUP",
        severity: "error",
        message: `"${part}" is a group within a group`,
        suggestion: "one level of groups, or a page of its own",
        ...at(`properties/${part}`),
      });
    else found.push(...fieldProblems(each, `${pointer}/properties/${part}`, document, fields));
  }
  return found;
}

/** Names that `use` may say. */
function namesOf(fields: JsonObject): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => [
    name,
    ...Object.keys(asObject(asObject(field)["properties"])).map((part) => `${name}.${part}`),
  ]);
}

/** Whether following the uses of a shared field leads back to one that was passed. */
function leadsBack(use: string, fields: JsonObject): boolean {
  const passed = new Set<string>();
  for (let name: Json | undefined = use; typeof name === "string";) {
    const [first = ""]: readonly string[] = name.split(".");
    if (passed.has(name)) return true;
    passed.add(name);
    name = asObject(fields[first])["use"];
  }
  return false;
}

function placeIn(
  document: SourceDocument,
  pointer: string,
): { readonly file: string; readonly line: number; readonly column: number } {
  return { file: document.path, ...document.locate(pointer) };
}
