import type { CheckDefinition, FormatDefinition } from "../language/format.ts";
import type { FormatMistake } from "./mistakes/format-mistakes.ts";

/** Kinds of checks that read a typed date. */
const OF_DATES: ReadonlySet<string> = new Set<CheckDefinition["check"]>([
  "date",
  "age",
  "before-this-year",
  "not-past",
]);

/** A format whose date checks share one `format`, and the mistakes that prevented it. */
export interface WithOneDateFormat {
  readonly definition: FormatDefinition;
  readonly mistakes: readonly FormatMistake[];
}

/**
 * Gives each check of dates the `format` that the first of them says. A check that reads dates in
 * another way would never see one, and take every text: it is a mistake, and so is a format whose
 * checks do not say how dates are written.
 *
 * @param given its parameters settled: no rules in it
 */
export function withOneDateFormat(name: string, given: FormatDefinition): WithOneDateFormat {
  const { checks } = given;
  const first = checks.find(({ check, format }) => OF_DATES.has(check) && saysOne(format));
  const mistakes = checks.flatMap(({ check, format }, at): FormatMistake[] => {
    if (!OF_DATES.has(check)) return [];
    if (first === undefined)
      return [
        {
          pointer: `/checks/${at}`,
          message: `The check "${check}" of "${name}" cannot know how dates are written`,
          suggestion: "format: YYYY-MM-DD, MM/DD/YYYY or DD/MM/YYYY",
        },
      ];
    return saysOne(format) && format !== first.format
      ? [
          {
            pointer: `/checks/${at}/format`,
            message: `The check "${check}" of "${name}" would never see a date: those of "${name}" are written as ${String(first.format)}`,
            suggestion: "the check without format: the first says it for all",
          },
        ]
      : [];
  });
  // A check without any format would be reported again when it is compiled.
  const format = first === undefined ? "YYYY-MM-DD" : first.format;
  return {
    definition: {
      ...given,
      checks: checks.map((check) => (OF_DATES.has(check.check) ? { ...check, format } : check)),
    },
    mistakes: first === undefined ? mistakes.slice(0, 1) : mistakes,
  };
}

/** Whether a check says a format, even one of the wrong kind. */
function saysOne(format: unknown): boolean {
  return format !== undefined && format !== null;
}
