import { PART_PARAMETER, type PartDefinition } from "../../../language/screen.ts";
import { formJson } from "../../../language/form.ts";
import { asList, isObject, type Json, type JsonObject } from "../../../language/json.ts";
import { closest } from "../../../source/closest.ts";
import { decidingFields } from "../../../validate/fields.ts";
import { fieldsOfPart } from "../../compile-parts.ts";
import type { CompiledScreen } from "../../compiled-screen.ts";
import type { FormOfFlow } from "../../compiled-variant.ts";
import type { Reporter } from "../../reporter.ts";
import type { CheckContext, FlowWideCheck } from "../run/check-context.ts";

/**
 * Checks forms that are asked in parts: each field belongs to one part, and a part can be decided
 * by its own answers.
 */
export function checkParts({ flow, reporter }: CheckContext): void {
  for (const screen of flow.screens.values()) {
    const { definition } = screen;
    checkBlocks(screen, reporter);
    if (definition.parts === undefined) continue;
    const at = `/screens/${screen.id}/parts`;
    if (flow.entryParameters.has(PART_PARAMETER))
      reporter.at(`/flow/entryParameters/${PART_PARAMETER}`, {
        code: "FLOW-PARTS",
        message: `The screen "${screen.id}" asks its form in parts, which the parameter "${PART_PARAMETER}" of its address names`,
        suggestion: "another name for the entry parameter",
      });
    const form = flow.forms.get(definition.form ?? "");
    if (form === undefined) {
      if (definition.form === undefined)
        reporter.at(at, {
          code: "FLOW-PARTS",
          message: `The screen "${screen.id}" has no form to ask in parts`,
          suggestion: "form: NAME, or (take it out)",
        });
      continue;
    }
    checkPages({ pages: definition.parts.pages, form, at, screen }, reporter);
  }
}

/** Reports fields of parts that no variant's form has. */
export class PartFieldsCheck implements FlowWideCheck {
  /** Names of fields, and of groups of fields, by form. */
  private readonly fields = new Map<string, Set<string>>();

  gather({ flow }: CheckContext): void {
    for (const { definition } of flow.screens.values()) {
      const form = flow.forms.get(definition.form ?? "");
      if (form === undefined || definition.form === undefined) continue;
      const known = this.fields.get(definition.form) ?? new Set();
      this.fields.set(definition.form, known);
      for (const name of form.declared) known.add(name);
      for (const { "x-part": part } of Object.values(form.compiled.fields))
        if (part !== undefined) known.add(part.split(".")[0] ?? part);
    }
  }

  check({ flow: { screens, forms }, reporter }: CheckContext): void {
    for (const { id, definition } of screens.values()) {
      const { form = "", parts } = definition;
      if (!forms.has(form)) continue;
      const known = [...(this.fields.get(form) ?? [])];
      for (const [index, page] of (parts?.pages ?? []).entries())
        for (const [place, name] of page.fields.entries())
          if (!known.includes(name))
            reporter.at(`/screens/${id}/parts/pages/${index}/fields/${place}`, {
              code: "FLOW-PARTS",
              message: `The part "${page.id}" of the screen "${id}" asks for "${name}", which the form "${form}" does not have`,
              suggestion: closest(name, known) ?? "(take it out)",
            });
    }
  }
}

/** Blocks that stand with a part that the screen does not have. */
function checkBlocks({ id, definition }: CompiledScreen, reporter: Reporter): void {
  const parts = (definition.parts?.pages ?? []).map((page) => page.id);
  for (const [index, block] of (definition.blocks ?? []).entries())
    if (block.part !== undefined && !parts.includes(block.part))
      reporter.at(`/screens/${id}/blocks/${index}/part`, {
        code: "FLOW-PARTS",
        message: `The screen "${id}" has no part "${block.part}"`,
        suggestion: closest(block.part, parts) ?? "(take it out)",
      });
}

interface PartedForm {
  readonly pages: readonly PartDefinition[];
  readonly form: FormOfFlow;
  /** Pointer to the parts. */
  readonly at: string;
  readonly screen: CompiledScreen;
}

function checkPages({ pages, form, at, screen }: PartedForm, reporter: Reporter): void {
  const { fields } = form.compiled;
  const partOf = new Map<string, string>();
  const ids = new Set<string>();
  for (const [index, { id, fields: named }] of pages.entries()) {
    const here = `${at}/pages/${index}`;
    if (ids.has(id))
      reporter.at(`${here}/id`, {
        code: "FLOW-PARTS",
        message: `Two parts of the screen "${screen.id}" are called "${id}"`,
        suggestion: `${id}-more`,
      });
    ids.add(id);
    for (const field of fieldsOfPart(named, fields)) {
      const other = partOf.get(field);
      if (other !== undefined || named.filter((name) => name === field).length > 1)
        reporter.at(here, {
          code: "FLOW-PARTS",
          message: `The field "${field}" is asked in the part "${other ?? id}" already`,
          suggestion: "(take it out)",
        });
      else partOf.set(field, id);
    }
  }
  const left = Object.keys(fields).filter((field) => !partOf.has(field));
  if (left.length > 0)
    reporter.at(`${at}/pages`, {
      code: "FLOW-PARTS-LEFT",
      message: `No part of the screen "${screen.id}" asks for ${left.map((name) => `"${name}"`).join(", ")}`,
      suggestion: `fields: [${left.join(", ")}] in one of the parts`,
    });
  checkTies({ pages, form, at, screen }, partOf, reporter);
  for (const [field, schema] of Object.entries(fields))
    if (schema["x-transient"] === true && !form.same.has(field))
      reporter.at(placeOfField(pages, at, partOf.get(field)), {
        code: "FLOW-PARTS-TIED",
        message: `The answer of "${field}" is not saved, and a form in parts is sent from what is saved`,
        suggestion: `no x-transient for "${field}", or the form on one page`,
      });
}

/** Reports fields of different parts that only one form can judge together. */
function checkTies(
  { pages, form, at, screen }: PartedForm,
  partOf: ReadonlyMap<string, string>,
  reporter: Reporter,
): void {
  for (const { fields, by } of tiesOf(form)) {
    const known = fields.filter((field) => partOf.has(field));
    const [first = "", ...others] = known;
    const other = others.find((field) => partOf.get(field) !== partOf.get(first));
    if (other === undefined) continue;
    reporter.at(placeOfField(pages, at, partOf.get(other)), {
      code: "FLOW-PARTS-TIED",
      message: `${by} ties "${other}" to "${first}", which the screen "${screen.id}" asks in another part, "${partOf.get(first) ?? ""}": neither part could judge it`,
      suggestion: `"${first}" and "${other}" in one part`,
    });
  }
}

/** Fields that have to be validated together, and the reason. */
interface Tie {
  readonly fields: readonly string[];
  readonly by: string;
}

function tiesOf(form: FormOfFlow): readonly Tie[] {
  const all = Object.keys(form.compiled.fields);
  const read = (paths: readonly string[]) =>
    paths.includes("form")
      ? all
      : paths.flatMap((path) => (path.startsWith("form.") ? [path.split(".")[1] ?? ""] : []));
  return [
    ...conditionTies(formJson(form.schema)),
    ...form.rules.map(({ id, field, when }) => ({
      fields: [field, ...read(when.reads)],
      by: `The rule "${id}"`,
    })),
    ...[...form.same].map(([field, values]) => ({
      fields: [field, ...values.keys()],
      by: `x-same of "${field}"`,
    })),
    ...[...form.suggests].map(([field, { choose }]) => ({
      fields: [field, ...(choose?.fills.keys() ?? [])],
      by: `x-suggest of "${field}"`,
    })),
    ...[...form.with].map(([field, values]) => ({
      fields: [field, ...[...values.values()].flatMap(({ reads }) => read(reads))],
      by: `x-with of "${field}"`,
    })),
  ];
}

/** The fields that a condition reads, with those that its branches bring or require. */
function conditionTies(branch: JsonObject): readonly Tie[] {
  const { if: condition, then, else: other, allOf } = branch;
  const inner = [then, other, ...asList(allOf)].flatMap((each) =>
    isObject(each ?? null) ? [each as JsonObject] : [],
  );
  const own = condition === undefined ? [] : [...decidingFields({ if: condition as object })];
  const brought = [then, other].flatMap((each) => [...namedIn(each)]);
  return [
    ...(condition === undefined || brought.length === 0
      ? []
      : [{ fields: [...own, ...brought], by: "A condition of the form" }]),
    ...inner.flatMap((each) => conditionTies(each)),
  ];
}

/** Every field that a branch brings or requires. */
function namedIn(branch: Json | undefined): ReadonlySet<string> {
  if (branch === undefined || !isObject(branch)) return new Set();
  const { properties, required, then, else: other, allOf } = branch;
  return new Set([
    ...(isObject(properties) ? Object.keys(properties) : []),
    ...asList(required).map(String),
    ...[then, other, ...asList(allOf)].flatMap((each) => [...namedIn(each)]),
  ]);
}

function placeOfField(
  pages: readonly PartDefinition[],
  at: string,
  part: string | undefined,
): string {
  const index = pages.findIndex(({ id }) => id === part);
  return index < 0 ? `${at}/pages` : `${at}/pages/${index}`;
}
