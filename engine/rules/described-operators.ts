/** The words for an operator, for the reference and for explanations. */
export interface DescribedOperator {
  /** What it gives, in one sentence. */
  readonly description: string;
  /** Names of its arguments. */
  readonly operands: readonly string[];
}

/**
 * The words for each of `OWN_OPERATORS`, apart from their code: a page has that code, and needs no
 * words.
 */
export const EVALUATED_OPERATORS: Readonly<Record<string, DescribedOperator>> = {
  absent: { description: "nothing at all: the member it stands for is left out", operands: [] },
  first: { description: "the first element of a list, or null", operands: ["list"] },
  last: { description: "the last element of a list, or null", operands: ["list"] },
  length: {
    description: "how many elements a list has, or characters a text",
    operands: ["list or text"],
  },
  get: {
    description:
      "a member of an object by its name, an element of a list by its place (from 0), or null",
    operands: ["object or list", "name or place"],
  },
  characters: {
    description:
      "of which characters a text is: `alphabetic`, `numeric`, or `mixed`; null where there is none",
    operands: ["text"],
  },
  lower: { description: "a text in small letters", operands: ["text"] },
  upper: { description: "a text in capital letters", operands: ["text"] },
  trim: { description: "a text without the spaces around it", operands: ["text"] },
  fold: { description: "a text in small letters, without accents", operands: ["text"] },
  encode: {
    description: "a text as a part of an address: in a path, or the value of a parameter",
    operands: ["text"],
  },
  split: { description: "the parts of a text between separators", operands: ["text", "separator"] },
  join: {
    description: "the texts of a list with a separator between them",
    operands: ["list", "separator"],
  },
  round: {
    description: "a number rounded to the nearest whole one, halves away from zero",
    operands: ["number"],
  },
  yearsBetween: {
    description: "full years from one day to another",
    operands: ["earlier day (YYYY-MM-DD)", "later day"],
  },
  addDays: {
    description:
      "the day so many days after another, before it with a number below 0; an instant keeps its time",
    operands: ["day (YYYY-MM-DD) or instant", "days"],
  },
  addMonths: {
    description:
      "the same day so many months later, or the last day of a shorter month: one month after 31 January is 28 or 29 February",
    operands: ["day (YYYY-MM-DD) or instant", "months"],
  },
  addYears: {
    description:
      "the same day so many years later; of 29 February it is 28 February in other years",
    operands: ["day (YYYY-MM-DD) or instant", "years"],
  },
  addMs: {
    description: "the instant so many milliseconds after another",
    operands: ["instant (ISO 8601)", "milliseconds"],
  },
  before: {
    description: "whether one instant lies before another; false when either is missing",
    operands: ["instant", "instant"],
  },
  unique: { description: "a list without repetitions", operands: ["list"] },
  object: {
    description:
      "an object from names and values in turn; a member whose value is `absent` is left out",
    operands: ["name", "value", "…"],
  },
};
