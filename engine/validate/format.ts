import type { FormatDefinition } from "../language/format.ts";
import type { Check, FormatCheckContext } from "./checks/check.ts";
import { readDate } from "./checks/date.ts";
import { CHECKS } from "./checks/kinds.ts";
import { normalizeText } from "./normalize-text.ts";
import type { AmountFormat } from "./plain-amount.ts";

/** A format as a variant has it. */
export interface SettledFormat extends FormatDefinition {
  /** Where the flow's currency has other than two decimals. */
  readonly amount?: AmountFormat;
}

/** A format ready to validate text. */
export interface CompiledFormat {
  readonly definition: SettledFormat;
  /** The text as it is validated and stored. */
  normalise(text: string): string;
  /** The text after help with typing: trimmed, spaced, capitalised. */
  tidy(text: string): string;
  /**
   * The code of the first check that fails, for a text already normalised; undefined when it is
   * good.
   */
  validate(text: string, given: FormatCheckContext): string | undefined;
  /** A good text in the shape it is stored in. */
  store(text: string): string;
}

/**
 * Prepares a format. Parameters that make no sense go to `report`, and their check passes
 * everything.
 */
export function compileFormat(
  definition: SettledFormat,
  report: (message: string) => void,
): CompiledFormat {
  const checks = definition.checks.map((check): { code: string; check: Check } => {
    const { check: kind, code, ...parameters } = check;
    try {
      const make = CHECKS[kind];
      return { code, check: make(parameters) };
    } catch (error) {
      report(
        `The check "${kind}" cannot be prepared: ${error instanceof Error ? error.message : String(error)}`,
      );
      return { code, check: () => true };
    }
  });
  const dateFormat = dateFormatOf(definition);
  const details = { dateFormat, amount: definition.amount };
  const typed = expression(definition.typed, report);
  return {
    definition,
    normalise: (text) =>
      typed?.test(text) === false ? text : normalizeText(text, definition.normalise ?? [], details),
    tidy: (text) => normalizeText(text, definition.tidy ?? [], details),
    validate: (text, given) => checks.find(({ check }) => !check(text, given))?.code,
    store: (text) =>
      definition.store === "iso-date" && dateFormat !== undefined
        ? (readDate(text, dateFormat) ?? text)
        : text,
  };
}

function expression(
  source: string | undefined,
  report: (message: string) => void,
): RegExp | undefined {
  try {
    return source === undefined ? undefined : new RegExp(source, "u");
  } catch (error) {
    report(`"typed" cannot be prepared: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** How dates are written in a format: the `format` of its first check that has one. */
export function dateFormatOf(definition: FormatDefinition): string | undefined {
  return definition.checks
    .map((check) => check["format"])
    .find((format) => typeof format === "string");
}
