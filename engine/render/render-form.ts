import { readPath } from "../rules/state-path.ts";
import { evaluateTemplates } from "../transition/evaluate-table.ts";
import type { Facts } from "../transition/facts.ts";
import { boundPath, isAsked, liftedFields } from "../transition/submission.ts";
import type {
  BroughtChoice,
  CompiledScreen,
  CompiledVariant,
  FormOfFlow,
} from "../compile/compiled-variant.ts";
import type { CopyBook } from "../copy/copy-book.ts";
import type { FieldSchema, SuggestDefinition } from "../language/form.ts";
import { isObject, type Json, type JsonObject } from "../language/json.ts";
import { choicesOf, groupOf, isMultiple, isNumber } from "../validate/fields.ts";
import { FILE_CAUSES, fileParameters, filesIn, isFileField } from "../validate/files.ts";
import { paramsOf } from "../validate/form.ts";
import { pageSchema } from "../validate/page-schema.ts";
import type { CompiledTemplate } from "../rules/compile-template.ts";
import { dateFormatOf, type CompiledFormat } from "../validate/format.ts";
import { compileFormats } from "../validate/ajv-formats.ts";
import { messageKey } from "../validate/message.ts";
import { widgetOf } from "../validate/widgets.ts";
import { renderLinks } from "./render-brand.ts";
import type { DrawingContext } from "./render-context.ts";
import { fileOptions, renderFile } from "./render-file.ts";
import { liveValues } from "../live/live-rules.ts";
import { renderLive } from "./render-live.ts";
import { renderSuggests } from "./render-suggest.ts";
import { maskSecret } from "./render-value.ts";
import type { FileView, FormView } from "./view.ts";
import { fixed } from "./write-view.ts";
import { displayValue } from "../validate/display-value.ts";

const GENERAL_CAUSES = [
  "required",
  "type",
  "characters",
  "enum",
  "const",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "pattern",
  "format",
];

/** Members whose limit the message of the same name may mention as `{limit}`. */
const BOUNDS = ["minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"] as const;

/** Messages of fields with several choices. */
const LIST_CAUSES = ["minItems", "maxItems", "none"];

/** The source of a form, the same for every visitor. */
interface FormSource {
  readonly flow: CompiledVariant;
  readonly screen: CompiledScreen;
  readonly form: FormOfFlow;
  readonly copy: CopyBook;
}

/** The inputs of a form beside its screen's context. */
interface FormOptions {
  /** Refused data, shown again in place of the stored answers. */
  readonly typed?: JsonObject;
  validatorUrl(schema: JsonObject): string;
}

/** Draws a form with the answers that the state holds. */
export function renderForm(
  context: DrawingContext,
  form: FormOfFlow,
  { typed, validatorUrl }: FormOptions,
): { readonly form: FormView; readonly data: JsonObject } {
  const source: FormSource = { ...context, form };
  const parts = preparedForm(source);
  const unasked = Object.keys(form.compiled.fields).filter(
    (name) => !isAsked(form, name, context.facts),
  );
  const { data, kept, files } = answersOf(source, context.facts, { typed, unasked });
  const suggests = renderSuggests(form, data, context);
  const live = renderLive(context, form);
  // Live blocks are drawn separately.
  const values = live === undefined ? undefined : liveValues({ ...live, blocks: {} })(data);
  Object.assign(data, values?.computed);
  const lifted = liftedFields(form, context.facts);
  const ui = uiOfAnswers(source, context.facts, { unasked, lifted });
  const spared = [...unasked, ...lifted];
  return {
    data,
    form: {
      ...parts.view,
      ...(ui === undefined ? {} : { ui }),
      ...(Object.keys(files).length === 0 ? {} : { files }),
      suggests,
      validator: validatorUrl(parts.view.schema),
      kept,
      ...(spared.length === 0
        ? {}
        : {
            spared,
            // A rule about a field that is not asked could not be satisfied.
            rules: parts.view.rules.filter(({ field }) => !unasked.includes(field)),
          }),
      given: { today: context.facts["today"] ?? "" },
      ...(live === undefined ? {} : { live, away: values?.away ?? {} }),
    },
  };
}

/** The values of a form's fields: answers, placeholders of secrets, and files. */
interface Answers {
  readonly data: Record<string, Json>;
  readonly kept: Record<string, string>;
  readonly files: Record<string, readonly FileView[]>;
}

function answersOf(
  source: FormSource,
  facts: Facts,
  {
    typed,
    unasked,
  }: { readonly typed: JsonObject | undefined; readonly unasked: readonly string[] },
): Answers {
  const { screen, form, copy } = source;
  const { formats } = preparedForm(source);
  const answers: Answers = { data: {}, kept: {}, files: {} };
  for (const [name, field] of Object.entries(form.compiled.fields)) {
    if (unasked.includes(name)) continue;
    const path = boundPath(form, screen, name, facts);
    const stored = path === undefined ? undefined : readPath(facts, path);
    if (field["x-pii"] === "secret") {
      if (stored !== undefined && stored !== null && stored !== "")
        answers.kept[name] = maskSecret(stored, field["x-mask"] ?? "all");
      continue;
    }
    const again = typed !== undefined && Object.hasOwn(typed, name);
    if (isFileField(field)) {
      const given = filesIn(again ? typed[name] : stored);
      if (given.length > 0) {
        answers.data[name] = given.map(({ id }) => id).join(" ");
        answers.files[name] = given.map((file) => renderFile(file, copy.locale));
      }
      continue;
    }
    const value = again
      ? typed[name]
      : untouched(stored, field, { formats, facts, initial: form.initial.get(name) });
    if (value !== undefined && value !== null) answers.data[name] = value;
  }
  return answers;
}

/** Field options that depend on the applicant; undefined without any. */
function uiOfAnswers(
  source: FormSource,
  facts: Facts,
  { unasked, lifted }: { readonly unasked: readonly string[]; readonly lifted: readonly string[] },
): JsonObject | undefined {
  const { form } = source;
  const changes = form.with.size + form.choices.size + unasked.length + lifted.length;
  if (changes === 0) return undefined;
  const prepared = preparedForm(source);
  const parts = {
    ...prepared,
    required: new Set([...prepared.required].filter((name) => !lifted.includes(name))),
  };
  const withValues = [...new Set([...form.with.keys(), ...form.choices.keys()])].flatMap((name) =>
    form.compiled.fields[name] === undefined
      ? []
      : [
          [
            name,
            fieldUi(source, name, {
              ...parts,
              parameters: evaluateTemplates(form.with.get(name) ?? new Map(), { facts }),
              choices: form.choices.get(name)?.(facts),
            }),
          ],
        ],
  );
  return {
    ...parts.view.ui,
    ...Object.fromEntries(
      lifted.map((name) => [name, fieldUi(source, name, { ...parts, parameters: {} })]),
    ),
    ...Object.fromEntries(withValues),
    ...Object.fromEntries(
      unasked.map((name) => [name, { "ui:widget": "hidden", "ui:options": {} }]),
    ),
  };
}

/**
 * The values of a form's fields before anything is typed, as `data` of its view, without secrets.
 */
export function untouchedData(
  flow: CompiledVariant,
  screen: CompiledScreen,
  form: FormOfFlow,
  facts: Facts,
): JsonObject {
  const formats = usedFormats(flow, form.compiled.fields);
  return Object.fromEntries(
    Object.entries(form.compiled.fields).flatMap(([name, field]) => {
      if (field["x-pii"] === "secret" || !isAsked(form, name, facts)) return [];
      const path = boundPath(form, screen, name, facts);
      const stored = path === undefined ? undefined : readPath(facts, path);
      const files = isFileField(field) ? filesIn(stored) : [];
      const value = isFileField(field)
        ? files.length === 0
          ? null
          : files.map(({ id }) => id).join(" ")
        : untouched(stored, field, { formats, facts, initial: form.initial.get(name) });
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
}

/** The stored answer in its typed form, or the field's initial value. */
function untouched(
  stored: Json | undefined,
  field: FieldSchema,
  {
    formats,
    facts,
    initial,
  }: {
    readonly formats: ReadonlyMap<string, CompiledFormat>;
    readonly facts: Facts;
    readonly initial: CompiledTemplate | undefined;
  },
): Json | undefined {
  return stored === undefined ? initial?.evaluate(facts) : displayValue(stored, field, formats);
}

/** The schema that the page's validator is compiled from: the very object in the view. */
export function pageSchemaOf(source: FormSource): JsonObject {
  return preparedForm(source).view.schema;
}

/** The constant parts of a form in one variant and language. */
interface PreparedForm {
  readonly view: Omit<
    FormView,
    "validator" | "kept" | "spared" | "suggests" | "given" | "live" | "away"
  >;
  readonly formats: ReadonlyMap<string, CompiledFormat>;
  /** Fields that are required wherever they are asked. */
  readonly required: ReadonlySet<string>;
}

/** Prepared forms by copy book, which belongs to one variant and language. */
const prepared = new WeakMap<CopyBook, Map<string, PreparedForm>>();

function preparedForm(source: FormSource): PreparedForm {
  const { screen, copy } = source;
  const forms = prepared.get(copy) ?? new Map<string, PreparedForm>();
  prepared.set(copy, forms);
  const known = forms.get(screen.id) ?? makeForm(source);
  forms.set(screen.id, known);
  return known;
}

function makeForm(source: FormSource): PreparedForm {
  const { flow, screen, form, copy } = source;
  const { fields } = form.compiled;
  const formats = usedFormats(flow, fields);
  const required = requiredFields(form.schema as unknown as Json);
  const rules = (form.schema["x-rules"] ?? []).filter((rule) => readsOnlyForm(rule.when));
  const ui: Record<string, Json> = { "ui:order": form.schema["x-order"] as Json };
  for (const name of Object.keys(fields))
    ui[name] = fieldUi(source, name, { formats, required, parameters: {} });
  const groups = new Set(Object.values(fields).flatMap((field) => groupOf(field) ?? []));
  if (groups.size > 0)
    ui["ui:groups"] = Object.fromEntries(
      [...groups].map((group) => {
        const key = `${screen.copy}.fields.${group}`;
        return [group, plain({ title: copy.text(`${key}.title`), hint: copy.text(`${key}.hint`) })];
      }),
    );
  return {
    formats,
    required,
    view: {
      id: screen.definition.form ?? screen.id,
      schema: fixed(pageSchema(form.schema as unknown as Json) as JsonObject),
      ui: fixed(ui),
      messages: fixed(
        Object.fromEntries(
          Object.entries(fields).map(([name, field]) => [name, messagesOf(field, formats, copy)]),
        ),
      ),
      formats: fixed(
        Object.fromEntries(
          [...formats].map(([name, format]) => [name, format.definition as unknown as Json]),
        ),
      ),
      rules: fixed(
        rules.map((rule) => ({
          id: rule.id,
          when: rule.when,
          field: rule.field,
          message: copy.text(rule.message) ?? rule.message,
        })),
      ),
    },
  };
}

interface FieldWords {
  readonly formats: ReadonlyMap<string, CompiledFormat>;
  readonly required: ReadonlySet<string>;
  readonly parameters: Readonly<Record<string, Json>>;
  /** Choices that an answer brought. */
  readonly choices?: readonly BroughtChoice[] | undefined;
}

/** The display options of one field. */
function fieldUi(
  { flow, screen, form, copy }: FormSource,
  name: string,
  { formats, required, parameters, choices: brought }: FieldWords,
): JsonObject {
  const field = form.compiled.fields[name];
  if (field === undefined) return {};
  const key = `${screen.copy}.fields.${name}`;
  const text = (of: string) => copy.text(of, parameters);
  const words = field["x-words"];
  const said = (part: string) =>
    text(`${key}.${part}`) ?? (words === undefined ? undefined : text(`${words}.${part}`));
  const empty = text(`${key}.empty`);
  const keyOf = (choice: Json) => `${field["x-options"] ?? `${key}.options`}.${String(choice)}`;
  const nameOf = (choice: Json) =>
    choice === ""
      ? (empty ?? "")
      : (text(keyOf(choice)) ?? text(`${keyOf(choice)}.label`) ?? String(choice));
  const offered = choicesOf(field) ?? [];
  const choices = offered.filter((choice) => choice !== "").map(keyOf);
  const ofChoices = (part: string) => {
    const texts = choices.map((choice) => text(`${choice}.${part}`) ?? "");
    return texts.some((each) => each !== "") ? texts : undefined;
  };
  const date = dateTyped(field, formats);
  // A hint may show the date's format, in the letters of its language.
  const isLacking = brought !== undefined && brought.length === 0;
  const hinted = (of: string) =>
    copy.text(of, { ...(date === undefined ? {} : { format: date }), ...parameters });
  const hint = isLacking
    ? hinted(`${key}.unavailable`)
    : (hinted(`${key}.hint`) ?? (words === undefined ? undefined : hinted(`${words}.hint`)));
  return {
    "ui:title": said("label") ?? name,
    ...(hint === undefined ? {} : { "ui:description": hint }),
    "ui:widget": widgetOf(field),
    // One for each value of the schema, the empty one included: they match by index.
    ...(choices.length === 0 ? {} : { "ui:enumNames": offered.map(nameOf) }),
    "ui:options": plain({
      autocomplete: field["x-autocomplete"],
      inputMode: field["x-input"]?.mode,
      mask: field["x-input"]?.mask,
      width: field["x-input"]?.width,
      pii: field["x-pii"],
      transient: field["x-transient"],
      suggest:
        field["x-suggest"] === undefined ? undefined : suggestOptions(field["x-suggest"], form),
      date,
      optional: !required.has(name),
      // Controls hold text: this marks a number.
      number: isNumber(field) ? true : undefined,
      // Checkboxes hold a list.
      multiple: isMultiple(field) ? true : undefined,
      none: field["x-none"],
      group: groupOf(field),
      minimum: field.minimum,
      maximum: field.maximum,
      choices: brought?.map(({ value, label }) => ({ value, label })),
      details: brought?.some((choice) => choice.hint !== undefined)
        ? brought.map((choice) => choice.hint ?? "")
        : ofChoices("hint"),
      prices: ofChoices("price"),
      file: fileOptions(field, copy),
      links: linksOf(field, flow, copy),
      help: said("why"),
      empty,
    }),
  };
}

function linksOf(
  { "x-links": names }: FieldSchema,
  flow: CompiledVariant,
  copy: CopyBook,
): Json[] | undefined {
  const links = names === undefined ? undefined : renderLinks(flow, copy);
  return links === undefined ? undefined : (names ?? []).flatMap((name) => links.get(name) ?? []);
}

/** The options of a field with suggestions; `fills` names the fields that a choice fills in. */
function suggestOptions(
  { debounceMs, minimum, strict, choose }: SuggestDefinition,
  form: FormOfFlow,
): JsonObject {
  const fills =
    choose === undefined
      ? undefined
      : Object.keys(choose.fills).filter((name) => form.compiled.fields[name] !== undefined);
  return { debounceMs, minimum, strict, ...(fills === undefined ? {} : { fills }) };
}

/** Fields that are required wherever they are asked, branches included. */
function requiredFields(schema: Json): ReadonlySet<string> {
  if (!isObject(schema)) return new Set();
  const { required, allOf } = schema as JsonObject;
  const branches = [
    ...(Array.isArray(allOf) ? allOf : []),
    schema["then"] ?? null,
    schema["else"] ?? null,
  ];
  return new Set([
    ...(Array.isArray(required) ? required.map(String) : []),
    ...branches.flatMap((branch: Json) => [...requiredFields(branch)]),
  ]);
}

function messagesOf(
  field: FieldSchema,
  formats: ReadonlyMap<string, CompiledFormat>,
  copy: CopyBook,
): Record<string, string> {
  const format = field.format === undefined ? undefined : formats.get(field.format);
  const codes = format?.definition.checks.map(({ code }) => code) ?? [];
  const files = isFileField(field) ? FILE_CAUSES : [];
  const ofLists = isMultiple(field) ? LIST_CAUSES : [];
  const messages: Record<string, string> = {};
  for (const cause of new Set([...GENERAL_CAUSES, ...files, ...ofLists, ...codes])) {
    const params = {
      ...(format === undefined ? {} : paramsOf(format, cause, field)),
      ...limitOf(field, cause),
      ...(files.length === 0 ? {} : fileParameters(field)),
    };
    const text = copy.text(messageKey(field, cause), params);
    if (text !== undefined) messages[codes.includes(cause) ? `format:${cause}` : cause] = text;
  }
  return messages;
}

function limitOf(field: FieldSchema, cause: string): JsonObject {
  const bound = BOUNDS.find((each) => each === cause);
  const limit = bound === undefined ? undefined : field[bound];
  return limit === undefined ? {} : { limit };
}

function usedFormats(
  flow: CompiledVariant,
  fields: Readonly<Record<string, FieldSchema>>,
): ReadonlyMap<string, CompiledFormat> {
  const names = new Set(Object.values(fields).flatMap(({ format }) => format ?? []));
  return compileFormats(
    Object.fromEntries(
      [...names].flatMap((name) =>
        flow.formats[name] === undefined ? [] : [[name, flow.formats[name]]],
      ),
    ) as JsonObject,
  );
}

/**
 * The format in which a date is typed; undefined for other fields, and for dates typed as stored.
 */
function dateTyped(
  field: FieldSchema,
  formats: ReadonlyMap<string, CompiledFormat>,
): string | undefined {
  const format = field.format === undefined ? undefined : formats.get(field.format)?.definition;
  return format?.tidy?.includes("date") === true ? dateFormatOf(format) : undefined;
}

/** Operators that read data of the server: the state, and the flow's declarations. */
const SERVER_ONLY = new Set(["guard", "value", "fact", "lookup"]);

/** Whether the page alone can evaluate a rule. */
function readsOnlyForm(rule: Json): boolean {
  if (Array.isArray(rule)) return rule.every((part: Json) => readsOnlyForm(part));
  if (typeof rule !== "object" || rule === null) return true;
  return Object.entries(rule as JsonObject).every(([key, value]) =>
    key === "var"
      ? String(Array.isArray(value) ? value[0] : value).startsWith("form.")
      : !SERVER_ONLY.has(key) && readsOnlyForm(value),
  );
}

function plain(values: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as JsonObject;
}
