import { liesIn } from "../../../rules/state-path.ts";
import { savedPlaces } from "../../saved-fields.ts";
import type { CheckContext } from "../run/check-context.ts";
import { AUTOFILL_FIELDS, unknownToken } from "./autofill-tokens.ts";
import type { CompiledVariant, FormOfFlow } from "../../compiled-variant.ts";
import type { CompiledScreen } from "../../compiled-screen.ts";
import type { Reporter } from "../../reporter.ts";
import type { FieldSchema } from "../../../language/form.ts";
import { asList, asObject, type Json, type JsonObject } from "../../../language/json.ts";
import { FILE_CAUSES, isFileField } from "../../../validate/files.ts";
import { KEYWORDS } from "../../../validate/message.ts";
import { closest } from "../../../source/closest.ts";
import { formParts } from "../../mistakes/form-parts.ts";
import { stateSchemaAt } from "../../value-type.ts";
import { memoize } from "../../../language/memoize.ts";
import { checkFieldPlace, type AskedField } from "./check-field-places.ts";

/**
 * Reports mistakes of fields against the state and the browser:
 *
 * - an answer that the state has no place for, or a choice that it refuses;
 * - a mark of personal values that differs from the state's;
 * - a text field without `autocomplete`.
 */
export function checkForms(context: CheckContext): void {
  const { flow, reporter } = context;
  for (const screen of flow.screens.values()) {
    const form = flow.forms.get(screen.definition.form ?? "");
    if (screen.definition.kind === "form" && screen.definition.form === undefined)
      reporter.at(`/screens/${screen.id}/kind`, {
        code: "FLOW-FORM-NONE",
        message: `The screen "${screen.id}" is a form, and does not say which`,
        about: [screen.id],
        suggestion: flow.forms.has(screen.id) ? `form: ${screen.id}` : "kind: information",
      });
    if (form === undefined && screen.definition.drafts !== undefined)
      reporter.at(`/screens/${screen.id}/drafts`, {
        code: "FLOW-DRAFTS",
        message: `The screen "${screen.id}" asks nothing: there is nothing to keep or not to keep`,
        suggestion: "(take it out)",
      });
    for (const [name, field] of Object.entries(form?.compiled.fields ?? {}))
      checkField(context, {
        name,
        field,
        at: `/forms/${screen.definition.form ?? ""}/properties/${name}`,
        screen,
      });
    if (form === undefined) continue;
    checkBinds(screen, context);
    checkHidden(screen, form, reporter);
    checkRules(context, screen, form);
  }
}

/** Reports a screen whose answers are kept at a place that the state does not have. */
function checkBinds(
  { id, definition: { binds } }: CompiledScreen,
  { flow, reporter }: CheckContext,
) {
  if (binds === undefined || binds.includes("[")) return;
  if (stateSchemaAt(flow.stateSchema, binds) !== undefined) return;
  const segments = binds.split(".");
  const around = segments.slice(0, -1).join(".");
  const siblings = around === "" ? flow.stateSchema : stateSchemaAt(flow.stateSchema, around);
  const meant = closest(segments.at(-1) ?? "", Object.keys(asObject(siblings?.["properties"])));
  reporter.at(`/screens/${id}/binds`, {
    code: "FLOW-FIELD-PLACE",
    message: `The state has no "${binds}", where the answers of the screen "${id}" are to be kept`,
    about: [binds, id],
    ...(meant === undefined ? {} : { suggestion: around === "" ? meant : `${around}.${meant}` }),
  });
}

/**
 * Reports required hidden fields that get no value from a frame of the screen, a suggestion, the
 * state, or its beginning.
 */
function checkHidden(screen: CompiledScreen, { schema, compiled }: FormOfFlow, reporter: Reporter) {
  if (screen.blocks.some(({ definition }) => definition.kind === "frame")) return;
  const filled = new Set(
    Object.values(compiled.fields).flatMap((field) =>
      Object.keys(field["x-suggest"]?.choose?.fills ?? {}),
    ),
  );
  const parts = formParts(schema);
  for (const [name, field] of Object.entries(compiled.fields)) {
    const part = parts.find(({ fields }) => fields.some((each) => each.name === name));
    if (
      field["x-widget"] !== "hidden" ||
      field["x-transient"] !== true ||
      field["x-initial"] !== undefined ||
      filled.has(name) ||
      !parts.some(({ required }) => required.includes(name))
    )
      continue;
    reporter.at(`/forms/${screen.definition.form ?? ""}${part?.pointer ?? ""}/properties/${name}`, {
      code: "FLOW-FIELD-WIDGET",
      message: `The field "${name}" is required and hidden, and nothing on the screen "${screen.id}" fills it: nobody could get past it`,
      suggestion: "a frame block, x-initial, a suggestion that fills it, or another widget",
    });
  }
}

/**
 * Reports rules of fields that read an answer of the form itself: it is saved only once the form is
 * sent.
 */
function checkRules(
  { flow, reporter }: CheckContext,
  screen: CompiledScreen,
  form: FormOfFlow,
): void {
  const { form: name = "" } = screen.definition;
  const own = savedPlaces(flow, screen);
  for (const [word, rules] of [
    ["x-when", form.askedWhile],
    ["x-required", form.requiredWhile],
  ] as const)
    for (const [field, { reads }] of rules) {
      const read = reads.find((path) => own.some((place) => liesIn(path, place)));
      if (read === undefined && !reads.some((path) => path.split(".")[0] === "form")) continue;
      reporter.at(`/forms/${name}/properties/${field}/${word}`, {
        code: "FLOW-FIELD-RULE",
        message: `"${word}" of the field "${field}" reads ${read === undefined ? "what is typed" : `"${read}"`}, which the same form asks for: it would follow the answer only once the form is sent`,
        suggestion: "a condition of the form: if, then",
      });
    }
}

function checkField(context: CheckContext, asked: AskedField): void {
  checkOwnWords(context, asked);
  checkFieldPlace(context, asked);
}

/** Reports messages for causes that no field is refused for. */
function checkMessages(
  flow: CompiledVariant,
  { name, field, at }: Pick<AskedField, "name" | "field" | "at">,
  reporter: Reporter,
): void {
  const given = Object.keys(field.errorMessage ?? {});
  if (given.length === 0) return;
  const known = causesIn(flow.formats);
  for (const cause of given)
    if (!known.has(cause))
      reporter.at(`${at}/errorMessage/${cause}`, {
        code: "FLOW-FIELD-MESSAGE",
        message: `The field "${name}" has a message for "${cause}", and is never refused for it`,
        suggestion: closest(cause, known) ?? "*, for whatever is wrong",
      });
}

/** What fields are refused for: keywords, and the codes of the checks of any format. */
const causesIn = memoize((formats: JsonObject): ReadonlySet<string> => {
  const codes = Object.values(formats).flatMap((format) => {
    const { checks } = asObject(format);
    return asList(checks).map((check: Json) => String(asObject(check)["code"]));
  });
  return new Set(["*", "none", "offered", ...KEYWORDS, ...FILE_CAUSES, ...codes]);
});

/**
 * Reports mistakes in what a field says of itself: how a browser fills it in, secrets, links,
 * files.
 */
function checkOwnWords({ flow, reporter }: CheckContext, { name, field, at }: AskedField): void {
  if (
    field.type === "string" &&
    field.enum === undefined &&
    field["x-choices"] === undefined &&
    field["x-autocomplete"] === undefined &&
    field["x-widget"] !== "hidden" &&
    field["x-widget"] !== "file"
  )
    reporter.at(at, {
      code: "FLOW-FIELD-AUTOCOMPLETE",
      message: `The field "${name}" does not say what a browser may fill in`,
      suggestion: "x-autocomplete: 'off', or a token such as given-name",
    });
  const token = unknownToken(field["x-autocomplete"] ?? "off");
  if (token !== undefined)
    reporter.at(`${at}/x-autocomplete`, {
      code: "FLOW-FIELD-AUTOCOMPLETE",
      message: `Browsers do not know "${token}", which is to be filled into the field "${name}"`,
      suggestion: closest(token, AUTOFILL_FIELDS) ?? "a token of HTML such as given-name, or 'off'",
    });
  checkMessages(flow, { name, field, at }, reporter);
  if (field["x-pii"] !== "secret" && asksForSecret(field))
    reporter.at(at, {
      code: "FLOW-FIELD-SECRET",
      message: `The field "${name}" asks for what nobody is to see again, and does not say so`,
      suggestion: "x-pii: secret",
    });
  const linked = Object.keys(asObject(flow.config["links"]));
  for (const link of field["x-links"] ?? [])
    if (!linked.includes(link))
      reporter.at(`${at}/x-links`, {
        code: "FLOW-FIELD-LINK",
        message: `The field "${name}" speaks of the link "${link}", and config.links has none of that name`,
        suggestion: closest(link, linked),
      });
  const unfit = unfitForFiles(name, field);
  if (unfit !== undefined) reporter.at(at, { code: "FLOW-FIELD-FILE", ...unfit });
}

/** Autofill purposes of secrets: codes, passwords and cards. */
const SECRETS =
  /^(?:one-time-code|cc-(?!name|type|given-name|additional-name|family-name).+|(?:current|new)-password)$/;

function asksForSecret(field: FieldSchema): boolean {
  return (
    field["x-widget"] === "code" ||
    field["x-widget"] === "secret" ||
    SECRETS.test(field["x-autocomplete"]?.split(" ").at(-1) ?? "")
  );
}

/** What keeps a field from asking for files as it says; undefined when nothing does. */
function unfitForFiles(
  name: string,
  field: FieldSchema,
): { readonly message: string; readonly suggestion: string } | undefined {
  if (!isFileField(field))
    return field["x-file"] === undefined
      ? undefined
      : {
          message: `The field "${name}" says which files it takes, and does not ask for any`,
          suggestion: "x-widget: file",
        };
  if (field["x-file"] === undefined)
    return {
      message: `The field "${name}" does not say which files it takes`,
      suggestion: "x-file: { kinds: [jpeg, png, pdf], maxBytes: 10000000 }",
    };
  const { minSide, maxSide } = field["x-file"];
  if (minSide !== undefined && maxSide !== undefined && minSide > maxSide)
    return {
      message: `The field "${name}" takes no picture: its sides are ${minSide} pixels at least and ${maxSide} at most`,
      suggestion: "a maxSide above minSide",
    };
  if (field.type !== "object" && !(field.type === "array" && field.maxItems !== undefined))
    return {
      message: `The field "${name}" asks for files and gives a ${field.type ?? "value of any type"}`,
      suggestion: "type: object for one file, type: array with maxItems for several",
    };
  if (field["x-pii"] !== "personal" && field["x-pii"] !== "sensitive")
    return {
      message: `The field "${name}" asks for files, which tell of people, and does not say so`,
      suggestion: "x-pii: personal",
    };
  if (field["x-transient"] === true)
    return {
      message: `The files of "${name}" are never saved, so nobody could ever look at them`,
      suggestion: "no x-transient",
    };
  return undefined;
}
