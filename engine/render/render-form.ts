import { readPath } from "../rules/state-path.ts";
import { evaluateTemplates } from "../transition/evaluate-table.ts";
import type { PageForm } from "../transition/asked-parts.ts";
import type { Facts } from "../transition/facts.ts";
import { MASK } from "../transition/facts-for-visitor.ts";
import { boundPath, isAsked, isSame, liftedFields } from "../transition/submission.ts";
import type { CompiledVariant, FormOfFlow } from "../compile/compiled-variant.ts";
import type { CompiledScreen } from "../compile/compiled-screen.ts";
import type { FieldSchema } from "../language/form.ts";
import { type Json, type JsonObject } from "../language/json.ts";
import { filesIn, isFileField } from "../validate/files.ts";
import type { CompiledTemplate } from "../rules/compile-template.ts";
import { type CompiledFormat } from "../validate/format.ts";
import type { DrawingContext } from "./render-context.ts";
import { renderFile } from "./render-file.ts";
import { liveValues } from "../live/live-rules.ts";
import { renderLive } from "./render-live.ts";
import { renderSuggests } from "./render-suggest.ts";
import { maskSecret } from "./render-value.ts";
import type { FileView, FormView } from "./view.ts";
import { displayValue } from "../validate/display-value.ts";
import { fieldUi, type FormSource } from "./field-ui.ts";
import { preparedForm, usedFormats } from "./prepare-form.ts";

/** The inputs of a form beside its screen's context. */
interface FormOptions {
  /** Refused data, shown again in place of the stored answers. */
  readonly typed?: JsonObject;
  /** Whether `typed` is a draft: it lacks the answers that were not changed. */
  readonly isDraft?: boolean;
  validatorUrl(schema: JsonObject): string;
}

/**
 * Draws a form with the answers that the state holds.
 *
 * @param context `unmasked`: its facts before they were masked for the visitor: which fields are
 *   asked follows from them, and the end of a secret that its field shows; default: its
 *   facts
 */
export function renderForm(
  context: DrawingContext & { readonly unmasked?: Facts },
  { form, part }: PageForm,
  { typed, isDraft = false, validatorUrl }: FormOptions,
): {
  readonly form: FormView;
  readonly data: JsonObject;
  /** The data in the shape in which it would be saved. */
  saved(): JsonObject;
} {
  const source: FormSource = { ...context, form, part: part?.id };
  const { facts, unmasked = facts } = context;
  const parts = preparedForm(source);
  const unasked = Object.keys(form.compiled.fields).filter(
    (name) => !isAsked(form, name, unmasked),
  );
  const { data, kept, files } = answersOf(source, { facts, unmasked }, { typed, isDraft, unasked });
  const suggests = renderSuggests(form, data, context);
  const rules = renderLive(context, form);
  // The labels of an action follow the typed answers; before the last part it says Continue.
  const waits = part !== undefined && part.at < part.parts.length - 1;
  const live = rules === undefined || !waits ? rules : { ...rules, labels: {} };
  const saved = () => form.compiled.asSaved(data, unasked);
  // Live blocks are drawn separately.
  const values = live === undefined ? undefined : liveValues({ ...live, blocks: {} })(saved());
  Object.assign(data, values?.computed);
  const lifted = liftedFields(form, unmasked);
  const ui = uiOfAnswers(source, facts, { unasked, lifted });
  const spared = [...unasked, ...lifted];
  return {
    data,
    saved,
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
      given: { today: facts["today"] ?? "" },
      ...(live === undefined ? {} : { live, withheld: values?.withheld ?? {} }),
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
  { facts, unmasked }: { readonly facts: Facts; readonly unmasked: Facts },
  {
    typed,
    isDraft,
    unasked,
  }: {
    readonly typed: JsonObject | undefined;
    readonly isDraft: boolean;
    readonly unasked: readonly string[];
  },
): Answers {
  const { screen, form, copy } = source;
  const { formats } = preparedForm(source);
  const answers: Answers = { data: {}, kept: {}, files: {} };
  for (const [name, field] of Object.entries(form.compiled.fields)) {
    if (unasked.includes(name)) continue;
    const path = boundPath(form, screen, name, facts);
    const stored = path === undefined ? undefined : readPath(facts, path);
    if (field["x-pii"] === "secret" || (stored === MASK && facts !== unmasked)) {
      const whole = path === undefined ? undefined : readPath(unmasked, path);
      if (whole !== undefined && whole !== null && whole !== "")
        answers.kept[name] =
          field["x-pii"] === "secret" ? maskSecret(whole, field["x-mask"] ?? "all") : MASK;
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
    // A form that was sent lacks the boxes that are unticked; a draft lacks what was not changed.
    const isUnticked = typed !== undefined && !isDraft && isTicked(field);
    const value =
      again || isUnticked
        ? typed?.[name]
        : untouched(stored === undefined ? ticked(source, name, facts) : stored, field, {
            formats,
            facts,
            initial: form.initial.get(name),
          });
    // The first value of a field may be made of masked ones.
    if (value === MASK && !again && facts !== unmasked) answers.kept[name] = MASK;
    else if (value !== undefined && value !== null) answers.data[name] = value;
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
        : untouched(stored === undefined ? ticked({ form, screen }, name, facts) : stored, field, {
            formats,
            facts,
            initial: form.initial.get(name),
          });
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
}

/** The value of a checkbox that stands for known answers, once there are answers. */
function ticked(
  { form, screen }: Pick<FormSource, "form" | "screen">,
  name: string,
  facts: Facts,
): boolean | undefined {
  return form.same.has(name) ? isSame(form, screen, name, facts) : undefined;
}

/** Whether a field is answered by ticking: nothing is sent where nothing is ticked. */
function isTicked({ type }: FieldSchema): boolean {
  return type === "boolean" || type === "array";
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
