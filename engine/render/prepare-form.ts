import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { CopyBook } from "../copy/copy-book.ts";
import { formJson, type FieldSchema } from "../language/form.ts";
import { asList, asObject, isObject, type Json, type JsonObject } from "../language/json.ts";
import { groupOf } from "../validate/fields.ts";
import { formatCauses, messageCauses } from "../validate/message-causes.ts";
import { pageSchema } from "../validate/page-schema.ts";
import { type CompiledFormat } from "../validate/format.ts";
import { compileFormats } from "../validate/ajv-formats.ts";
import { messageKey } from "../validate/message.ts";
import type { FormView } from "./view.ts";
import { markFixed } from "./write-view.ts";
import { fieldUi, definedMembers, type FormSource } from "./field-ui.ts";
import { memoize } from "../language/memoize.ts";

/** The constant parts of a form in one variant and language. */
interface PreparedForm {
  readonly view: Omit<
    FormView,
    "validator" | "kept" | "spared" | "suggests" | "given" | "live" | "withheld"
  >;
  readonly formats: ReadonlyMap<string, CompiledFormat>;
  /** Fields that the form, or one of its branches, requires. */
  readonly required: ReadonlySet<string>;
}

/** Prepared forms by copy book, which belongs to one variant and language. */
const formsOf = memoize((_: CopyBook) => new Map<string, PreparedForm>());

/** The schema that the page's validator is compiled from: the very object in the view. */
export function pageSchemaOf(source: FormSource): JsonObject {
  return preparedForm(source).view.schema;
}

/** The constant parts of a form, prepared at its first use in a variant and language. */
export function preparedForm(source: FormSource): PreparedForm {
  const { screen, copy, part } = source;
  const forms = formsOf(copy);
  const key = part === undefined ? screen.id : `${screen.id} ${part}`;
  const known = forms.get(key) ?? makeForm(source);
  forms.set(key, known);
  return known;
}

function makeForm(source: FormSource): PreparedForm {
  const { flow, screen, form, part, copy } = source;
  const { fields } = form.compiled;
  const formats = usedFormats(flow, fields);
  const id = screen.definition.form ?? screen.id;
  const required = requiredFields(formJson(form.schema));
  const rules = (form.schema["x-rules"] ?? []).filter((rule) => readsOnlyForm(rule.when));
  const ui: Record<string, Json> = { "ui:order": form.schema["x-order"] as Json };
  const messages: Record<string, Record<string, string>> = {};
  for (const [name, field] of Object.entries(fields)) {
    const drawn = fieldUi(source, name, { formats, required, parameters: {} });
    ui[name] = drawn;
    messages[name] = messagesOf(field, formats, copy, labelOf(drawn));
  }
  const groups = new Set(Object.values(fields).flatMap((field) => groupOf(field) ?? []));
  if (groups.size > 0)
    ui["ui:groups"] = Object.fromEntries(
      [...groups].map((group) => {
        const key = `${screen.copy}.fields.${group}`;
        return [
          group,
          definedMembers({ title: copy.text(`${key}.title`), hint: copy.text(`${key}.hint`) }),
        ];
      }),
    );
  return {
    formats,
    required,
    view: {
      id: part === undefined ? id : `${id}/${part}`,
      schema: markFixed(pageSchema(formJson(form.schema)) as JsonObject),
      ui: markFixed(ui),
      messages: markFixed(messages),
      formats: markFixed(
        Object.fromEntries(
          [...formats].map(([name, format]) => [name, format.definition as unknown as Json]),
        ),
      ),
      rules: markFixed(
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

/** Fields that the form, or one of its branches, requires. */
function requiredFields(schema: Json): ReadonlySet<string> {
  if (!isObject(schema)) return new Set();
  const { required, allOf } = schema as JsonObject;
  const branches = [...asList(allOf), schema["then"] ?? null, schema["else"] ?? null];
  return new Set([
    ...asList(required).map(String),
    ...branches.flatMap((branch: Json) => [...requiredFields(branch)]),
  ]);
}

/** The label of a drawn field, which its messages read as `{label}`. */
export function labelOf(drawn: Json | undefined): string {
  return String(asObject(drawn)["ui:title"] ?? "");
}

function messagesOf(
  field: FieldSchema,
  formats: ReadonlyMap<string, CompiledFormat>,
  copy: CopyBook,
  label: string,
): Record<string, string> {
  const format = field.format === undefined ? undefined : formats.get(field.format);
  const codes = formatCauses(format);
  const messages: Record<string, string> = {};
  for (const [cause, params] of messageCauses(field, format)) {
    const text = copy.text(messageKey(field, cause), { label, ...params });
    if (text !== undefined) messages[codes.includes(cause) ? `format:${cause}` : cause] = text;
  }
  return messages;
}

/** The formats that some fields use, by name. */
export function usedFormats(
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

/** Operators that read data of the server: the state, the flow's declarations, its currency. */
const SERVER_ONLY = new Set(["guard", "value", "fact", "lookup", "minorUnits"]);

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
