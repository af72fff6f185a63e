import type { Json } from "../../language/json.ts";

/** The input of a check beside the text: the day of the validation. */
export interface FormatCheckContext {
  /** YYYY-MM-DD */
  readonly today: string;
}

/** Parameters of a check, as the format states them. */
export type CheckParameters = { readonly [name: string]: Json };

/** Checks one text; true when it passes. */
export type Check = (text: string, given: FormatCheckContext) => boolean;

/**
 * Prepares a check from its parameters. Throws a sentence for the author when they make no sense.
 */
export type CheckMaker = (parameters: CheckParameters) => Check;

/** A list of texts among the parameters. */
export function textsOf(parameters: CheckParameters, name: string): readonly string[] {
  const value = parameters[name];
  if (!Array.isArray(value)) throw new Error(`"${name}" has to be a list`);
  return value.map(String);
}

/** A number among the parameters, or undefined. */
export function numberOf(parameters: CheckParameters, name: string): number | undefined {
  const value = parameters[name];
  return typeof value === "number" ? value : undefined;
}

/** A text among the parameters. */
export function textOf(parameters: CheckParameters, name: string): string {
  const value = parameters[name];
  if (typeof value !== "string") throw new Error(`"${name}" has to be a text`);
  return value;
}

/**
 * Small letters without accents; `&` and punctuation become spaces, runs of spaces one. For
 * comparing words.
 */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
