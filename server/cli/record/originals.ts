import { replaceIds } from "../../../engine/rules/state-path.ts";
import { fieldPlace } from "../../../engine/language/field-place.ts";
import { randomInt } from "node:crypto";
import { contentOf, readFlowFiles } from "../../../engine/compile/flow-sources.ts";
import type { CompiledVariant, FormOfFlow } from "../../../engine/compile/compiled-variant.ts";
import type { FieldSchema } from "../../../engine/language/form.ts";
import type { Json } from "../../../engine/language/json.ts";
import type { Sources } from "../../../engine/language/sources.ts";
import { yearsBetween } from "../../../engine/rules/years-between.ts";
import { compileFormats } from "../../../engine/validate/ajv-formats.ts";
import { writeDate } from "../../../engine/validate/checks/date.ts";
import { dateFormatOf, type CompiledFormat } from "../../../engine/validate/format.ts";
import type { Original } from "./synthetic-values.ts";

const NAMES = [
  "Maren",
  "Tobias",
  "Ilka",
  "Ruben",
  "Selma",
  "Anton",
  "Nadia",
  "Viktor",
  "Lotte",
  "Emil",
  "Dora",
  "Casper",
  "Orlov",
  "Brandt",
  "Vestby",
  "Hallam",
  "Quist",
  "Marlow",
  "Tandy",
  "Ferris",
];
const STREETS = ["Linden", "Juniper", "Harbour", "Meadow", "Orchard", "Quarry", "Willow", "Mill"];

/**
 * Every scalar in a flow's definitions, which rules may compare with; fixtures and copy are left
 * out.
 */
export function literalsOf(sources: Sources, flow: string): ReadonlySet<string> {
  const found = new Set<string>();
  const collect = (value: Json): void => {
    if (typeof value === "string" || typeof value === "number") found.add(String(value));
    else if (Array.isArray(value)) value.forEach((each: Json) => collect(each));
    else if (typeof value === "object" && value !== null)
      for (const inner of Object.values(value)) collect(inner as Json);
  };
  for (const file of readFlowFiles(sources, flow)) {
    const { path, value } = file.document;
    if (file.kind === "fixture" || file.kind === "copy" || /\/(?:sandbox|cases)\//.test(path))
      continue;
    collect(file.kind === "attachment" ? (value ?? null) : contentOf(file));
  }
  return found;
}

/** A field of a screen's form. */
export interface TypedField {
  readonly field: FieldSchema;
  readonly form: FormOfFlow;
  readonly name: string;
  /** State path that the screen's fields are bound to. */
  readonly binds: string | undefined;
}

/** Synthetic replacements of typed texts, by the formats of a flow. */
export class Substitutes {
  private readonly formats: ReadonlyMap<string, CompiledFormat>;

  constructor(
    private readonly flow: CompiledVariant,
    private readonly literals: ReadonlySet<string>,
  ) {
    this.formats = compileFormats(flow.formats);
  }

  /**
   * Learns a text typed into a field; undefined for a choice that rules know, which is not
   * personal.
   *
   * @param today of the step in which it was typed, YYYY-MM-DD
   */
  ofField(
    text: string,
    { field, form, name, binds }: TypedField,
    today: string,
  ): Original | undefined {
    if (field.enum?.includes(text) === true || field.const === text) return undefined;
    const path = replaceIds(fieldPlace(name, field, binds) ?? name, "*");
    const personal =
      form.pii.some((each) => each.path === name) ||
      this.flow.pii.some((each) => each.path === path);
    return this.ofText(text, field.format, personal, today);
  }

  /** Learns a text of a format. */
  ofText(
    text: string,
    formatName: string | undefined,
    personal: boolean,
    today: string,
  ): Original | undefined {
    const format = formatName === undefined ? undefined : this.formats.get(formatName);
    const stored = format === undefined ? text : format.store(format.normalise(text));
    const closed = format?.definition.checks.some(({ check }) => check === "one-of") === true;
    if (!personal && (closed || this.literals.has(text) || this.literals.has(stored)))
      return undefined;
    if (format === undefined) return { text, stored, suggestions: suggestedNames(text) };
    return {
      text,
      stored,
      suggestions: suggestions(text, stored, format, today),
      // The replacement of an invalid value is invalid in the same way; that of a valid one is
      // valid.
      takes: (made) =>
        format.validate(format.normalise(text), { today }) !== undefined ||
        format.validate(format.normalise(made), { today }) === undefined,
      store: (made) => format.store(format.normalise(made)),
    };
  }
}

function suggestions(
  text: string,
  stored: string,
  format: CompiledFormat,
  today: string,
): readonly string[] {
  const kinds = new Set(format.definition.checks.map(({ check }) => check));
  if (kinds.has("email"))
    return many(() =>
      `${pick(NAMES)}.${pick(NAMES)}${randomInt(100, 1000)}@example.com`.toLowerCase(),
    );
  if (kinds.has("phone"))
    return many(
      () =>
        `${pick(["212", "312", "415", "514", "604"])}555${String(randomInt(100, 200)).padStart(4, "0")}`,
    );
  const dateFormat = dateFormatOf(format.definition);
  if (
    format.definition.store === "iso-date" &&
    dateFormat !== undefined &&
    /^\d{4}-\d{2}-\d{2}$/.test(stored)
  ) {
    // The same age in years: rules may ask for it.
    return many(() => {
      const day = new Date(Date.parse(stored) + randomInt(-300, 300) * 86_400_000)
        .toISOString()
        .slice(0, 10);
      return yearsBetween(day, today) === yearsBetween(stored, today)
        ? (writeDate(day, dateFormat) ?? "")
        : "";
    }, 200);
  }
  if (kinds.has("starts-with-number"))
    return many(() => `${randomInt(1, 999)} ${pick(STREETS)} Street`);
  return suggestedNames(text);
}

function suggestedNames(text: string): readonly string[] {
  if (/^\p{L}{2,}$/u.test(text)) return many(() => pick(NAMES));
  return /^\p{L}{2,} \p{L}{2,}$/u.test(text) ? many(() => `${pick(NAMES)} ${pick(NAMES)}`) : [];
}

function many(make: () => string, count = 30): readonly string[] {
  return Array.from({ length: count }, make);
}

function pick(list: readonly string[]): string {
  return list[randomInt(list.length)] ?? "";
}
