import { numberSaid } from "../../source/number-said.ts";
import type { CheckDefinition, FormatDefinition } from "../../language/format.ts";

/**
 * A check of a format that no text passes, or that has a parameter of the wrong kind; `pointer`
 * leads to it from the format.
 */
export interface FormatMistake {
  readonly pointer: string;
  readonly message: string;
  readonly suggestion?: string;
}

const NUMBERS = ["min", "max", "exactly", "length", "modulus"] as const;
const LISTS = ["values", "words", "weights", "countries", "refuse", "parts"] as const;

/**
 * What a typed date is read by, the parts in order of their letters: a month, a year, at most a
 * day, each once.
 */
const DATES = new Set(["MM YY", "MM YYYY", "DD MM YY", "DD MM YYYY"]);

function isDateFormat(format: string): boolean {
  const parts = format.match(/Y+|M+|D+/g) ?? [];
  return DATES.has(parts.toSorted().join(" ")) && !/[A-Za-z0-9]/.test(format.replace(/[YMD]/g, ""));
}

/**
 * Finds checks of a format that no text passes, or whose parameters have the wrong kind; the first
 * mistake of each check.
 *
 * @param format its parameters settled: no rules in it
 */
export function formatMistakes(name: string, { checks }: FormatDefinition): FormatMistake[] {
  return checks.flatMap((definition, at): FormatMistake[] => {
    const { check, min, max, exactly, values } = definition;
    const pointer = `/checks/${at}`;
    const unfit = unfitParameter(definition);
    if (unfit !== undefined)
      return [
        {
          pointer: `${pointer}/${unfit.member}`,
          message: `The check "${check}" of "${name}" cannot use its ${unfit.member}: ${JSON.stringify(definition[unfit.member])} is no ${unfit.wanted}`,
          suggestion: unfit.suggestion,
        },
      ];
    if (typeof min === "number" && typeof max === "number" && min > max)
      return [
        {
          pointer: `${pointer}/min`,
          message: `No text passes the check "${check}" of "${name}": it wants at least ${min} and at most ${max}`,
          suggestion: `min: ${max}, max: ${min}`,
        },
      ];
    for (const [member, bound] of [
      ["max", max],
      ["exactly", exactly],
    ] as const)
      if (typeof bound === "number" && check !== "age" && bound < 1)
        return [
          {
            pointer: `${pointer}/${member}`,
            message: `No text passes the check "${check}" of "${name}": its ${member} is ${bound}`,
            suggestion: "1 or more",
          },
        ];
    return check === "one-of" && Array.isArray(values) && values.length === 0
      ? [
          {
            pointer: `${pointer}/values`,
            message: `No text passes the check "one-of" of "${name}": it lists no values`,
          },
        ]
      : [];
  });
}

/** The first parameter that the check could not work with. */
function unfitParameter(definition: CheckDefinition):
  | {
      readonly member: keyof CheckDefinition;
      readonly wanted: string;
      readonly suggestion?: string;
    }
  | undefined {
  const given = (member: keyof CheckDefinition) =>
    definition[member] !== undefined && definition[member] !== null;
  const number = NUMBERS.find((each) => given(each) && typeof definition[each] !== "number");
  if (number !== undefined)
    return { member: number, wanted: "number", suggestion: numberSaid(definition[number]) };
  const list = LISTS.find((each) => given(each) && !Array.isArray(definition[each]));
  if (list !== undefined) return { member: list, wanted: "list" };
  const { format } = definition;
  return given("format") && (typeof format !== "string" || !isDateFormat(format))
    ? { member: "format", wanted: "date format", suggestion: "such as YYYY/MM/DD or MM/YY" }
    : undefined;
}
