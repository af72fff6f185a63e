import { fieldPlace } from "../../../language/field-place.ts";
import type { CheckContext } from "../run/check-context.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { CompiledScreen } from "../../compiled-screen.ts";
import type { Reporter } from "../../reporter.ts";
import { FILE_MEMBERS } from "../../../language/file.ts";
import type { FieldSchema } from "../../../language/form.ts";
import { asObject, isObject, type JsonObject } from "../../../language/json.ts";
import { choicesOf, isMultiple } from "../../../validate/fields.ts";
import { isFileField } from "../../../validate/files.ts";
import { replaceIds } from "../../../rules/state-path.ts";
import { closest } from "../../../source/closest.ts";
import { privateKind, withStars } from "../values/place-privacy.ts";
import { isPiiKind, strictnessOf } from "../../state-schema.ts";
import { stateSchemaAt } from "../../value-type.ts";

/** A field that a screen asks. */
export interface AskedField {
  readonly name: string;
  readonly field: FieldSchema;
  /** Pointer to the field. */
  readonly at: string;
  readonly screen: CompiledScreen;
}

/** Reports the place in the state of what a field asks, where it is missing or does not fit. */
export function checkFieldPlace(context: CheckContext, asked: AskedField): void {
  const { name, field, at, screen } = asked;
  const { flow, reporter } = context;
  const bound = fieldPlace(name, field, screen.definition.binds);
  if (bound === undefined) return;
  // All entries of a list have the same place in the schema.
  const path = replaceIds(bound, "0");
  if (path.includes("{")) return;
  const place = stateSchemaAt(flow.stateSchema, path);
  if (place === undefined) return reportNoPlace(context, asked, path);
  if (isFileField(field)) checkFilePlace(path, place, at, reporter);
  checkPlace(asked, path, place, reporter);
  checkPlacePrivacy(context, asked, bound, place);
}

/**
 * Reports a field without a place in the state schema, where the schema describes the part that
 * lacks it. A screen's own place is reported with the screen.
 */
function reportNoPlace(
  { flow, reporter }: CheckContext,
  { name, field, at, screen }: AskedField,
  path: string,
): void {
  const names = path.split(".");
  const missing = firstMissing(flow.stateSchema, names);
  if (missing === undefined) return;
  const { depth, known } = missing;
  const parent = names.slice(0, depth).join(".");
  const isLast = depth === names.length - 1;
  if (!isLast && field["x-bind"] === undefined) return;
  const meant =
    field["x-bind"] === undefined
      ? closest(names.at(-1) ?? "", Object.keys(known))
      : (similarPlace(flow.stateSchema, names, missing) ??
        (isLast ? namesake(flow.stateSchema, path) : undefined));
  const pii = field["x-pii"];
  const kept = pii === undefined ? "" : `, x-pii: ${pii}`;
  const former = isLast ? formerPlace(flow, field, { parent, known }) : undefined;
  const renamed =
    former === undefined
      ? ""
      : `. Or x-bind: ${former}, where it is another name for what was kept there`;
  reporter.at(field["x-bind"] === undefined ? at : `${at}/x-bind`, {
    code: "FLOW-FIELD-PLACE",
    message: `The state has no place "${path}" for the field "${name}" of the screen "${screen.id}"`,
    about: [path, name, screen.id],
    suggestion:
      meant ??
      `${names.slice(depth).join(".")}: { type: ${field.type ?? "string"}${kept} } ${parent === "" ? "" : `below ${parent} `}in schemas/${flow.definition.flow}/state.yaml${renamed}`,
  });
}

/** The part of the state that lacks a place: how many names lead to it, and what it has. */
interface MissingAt {
  readonly depth: number;
  readonly known: JsonObject;
}

/** Undefined where the part does not describe what it has, or takes other names as well. */
function firstMissing(state: JsonObject, names: readonly string[]): MissingAt | undefined {
  for (const depth of names.keys()) {
    if (stateSchemaAt(state, names.slice(0, depth + 1).join(".")) !== undefined) continue;
    const around = depth === 0 ? state : stateSchemaAt(state, names.slice(0, depth).join("."));
    const { properties, additionalProperties: open = false } = around ?? {};
    return isObject(properties) && open === false ? { depth, known: properties } : undefined;
  }
  return undefined;
}

/** The place whose name is near to the one that is missing. */
function similarPlace(
  state: JsonObject,
  names: readonly string[],
  { depth, known }: MissingAt,
): string | undefined {
  const meant = closest(names[depth] ?? "", Object.keys(known));
  if (meant === undefined) return undefined;
  const path = [...names.slice(0, depth), meant, ...names.slice(depth + 1)].join(".");
  return stateSchemaAt(state, path) === undefined ? undefined : path;
}

/** The only place below another part of the state that ends in the same names. */
function namesake(state: JsonObject, path: string): string | undefined {
  const found = Object.keys(asObject(state["properties"])).flatMap((part) =>
    stateSchemaAt(state, `${part}.${path}`) === undefined ? [] : [`${part}.${path}`],
  );
  return found.length === 1 ? found[0] : undefined;
}

/**
 * The one place beside a new field's own that no field asks for any more, of the same type: that of
 * a field that was renamed.
 */
function formerPlace(
  flow: CompiledVariant,
  field: FieldSchema,
  { parent, known }: { readonly parent: string; readonly known: JsonObject },
): string | undefined {
  const asked = new Set(
    [...flow.screens.values()].flatMap(({ definition: { form = "", binds } }) => {
      const { declared = [], compiled } = flow.forms.get(form) ?? {};
      return declared.flatMap((name) => fieldPlace(name, compiled?.fields[name], binds) ?? []);
    }),
  );
  const left = Object.entries(known).filter(
    ([name, place]) =>
      !asked.has(`${parent}.${name}`) &&
      asObject(place)["type"] === field.type &&
      asObject(place)["x-pii"] === field["x-pii"] &&
      JSON.stringify(asObject(place)["enum"]) === JSON.stringify(field.enum),
  );
  const [only] = left;
  return only === undefined || left.length > 1 ? undefined : `${parent}.${only[0]}`;
}

/**
 * Reports a place of the state that does not take the choices or the type of its field, or is less
 * careful than the field.
 */
function checkPlace(
  { name, field, at }: AskedField,
  path: string,
  place: JsonObject,
  reporter: Reporter,
): void {
  const choices = isMultiple(field) ? asObject(place["items"])["enum"] : place["enum"];
  for (const choice of choicesOf(field) ?? []) {
    if (!Array.isArray(choices) || choice === "" || choice === null || choices.includes(choice))
      continue;
    const meant = closest(String(choice), choices.map(String));
    reporter.at(`${at}/${isMultiple(field) ? "items/enum" : "enum"}`, {
      code: "FLOW-FIELD-CHOICE",
      message: `The state does not take the choice "${String(choice)}" at "${path}"`,
      suggestion: meant,
    });
  }
  const kind = place["type"];
  if (
    typeof kind === "string" &&
    field.type !== undefined &&
    kind !== field.type &&
    !(kind === "number" && field.type === "integer")
  )
    reporter.at(at, {
      code: "FLOW-FIELD-TYPE",
      message: `The field "${name}" gives ${givenBy(field)}, and "${path}" is ${withArticle(kind)} in the state`,
      about: [name, path],
      suggestion: `${path.split(".").at(-1) ?? path}: { type: ${field.type} } in the state, and rules that compare it`,
    });
}

/**
 * Reports a field that says less of its answer than the place of the state, or a part of the state
 * around it. Agents and staff get a masked value there: the page would take the mask for an answer.
 */
function checkPlacePrivacy(
  { flow, reporter }: CheckContext,
  { name, field, at }: AskedField,
  path: string,
  place: JsonObject,
): void {
  const around = privateKind(flow, withStars(path));
  const kind = around === "personal" ? place["x-pii"] : around;
  if (!isPiiKind(kind) || strictnessOf(field["x-pii"]) >= strictnessOf(kind)) return;
  reporter.at(at, {
    code: "FLOW-FIELD-PII",
    message: `What "${name}" asks is ${kind} at "${replaceIds(path, "0")}", and the field does not say so`,
    suggestion: `x-pii: ${kind}`,
  });
}

/** What a field gives, in words: its type, and its choices where there are few. */
function givenBy(field: FieldSchema): string {
  const choices = choicesOf(field) ?? [];
  const few = choices.length > 0 && choices.length < 4;
  return `${withArticle(field.type ?? "value")}${few ? `, ${choices.map((each) => `"${String(each)}"`).join(" or ")}` : ""}`;
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
}

/**
 * Reports a place for a file that does not declare all that is known of one: the rest would be
 * refused.
 */
function checkFilePlace(
  path: string,
  place: JsonObject,
  pointer: string,
  reporter: Reporter,
): void {
  const kept = place["type"] === "array" ? place["items"] : place;
  const declared = isObject(kept) ? kept["properties"] : undefined;
  if (!isObject(declared)) return;
  const missing = FILE_MEMBERS.filter((member) => !Object.hasOwn(declared, member));
  const strange = Object.keys(declared).filter(
    (member) => !(FILE_MEMBERS as readonly string[]).includes(member),
  );
  if (missing.length + strange.length === 0) return;
  const says = [
    ...(missing.length === 0 ? [] : [`lacks ${missing.join(", ")}`]),
    ...(strange.length === 0 ? [] : [`has ${strange.join(", ")}, which no file has`]),
  ];
  reporter.at(pointer, {
    code: "FLOW-FIELD-FILE",
    message: `The place "${path}" of a file ${says.join(" and ")}`,
    suggestion: `its properties ${FILE_MEMBERS.join(", ")}`,
  });
}
