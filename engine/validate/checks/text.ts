import { foldText, numberOf, textOf, textsOf, type CheckMaker } from "./check.ts";

/** `min`, `max` or `exactly` so many characters (code points). */
export const length: CheckMaker = (parameters) => {
  const exactly = numberOf(parameters, "exactly");
  const min = exactly ?? numberOf(parameters, "min") ?? 0;
  const max = exactly ?? numberOf(parameters, "max") ?? Number.POSITIVE_INFINITY;
  return (text) => {
    // A text can have at most as many code points as units, so the far too long ones are never
    // counted.
    if (text.length > max * 2) return false;
    const count = [...text].length;
    return count >= min && count <= max;
  };
};

/** The text matches `pattern` (with the `u` flag). */
export const pattern: CheckMaker = (parameters) => {
  const expression = new RegExp(textOf(parameters, "pattern"), "u");
  return (text) => expression.test(text);
};

/** The text does not match `pattern`. */
export const notPattern: CheckMaker = (parameters) => {
  const matches = pattern(parameters);
  return (text, given) => !matches(text, given);
};

/** The text is one of `values`; `fold` ignores case, accents and punctuation. */
export const oneOf: CheckMaker = (parameters) => {
  const fold = parameters["fold"] === true ? foldText : (text: string) => text;
  const values = new Set(textsOf(parameters, "values").map(fold));
  return (text) => values.has(fold(text));
};

/** The text is none of `values`. */
export const noneOf: CheckMaker = (parameters) => {
  const isOne = oneOf(parameters);
  return (text, given) => !isOne(text, given);
};

/**
 * None of `words` occurs in the text as a whole word; case and accents are ignored. A word may be a
 * phrase.
 */
export const noWord: CheckMaker = (parameters) => {
  const words = textsOf(parameters, "words").map((word) => ` ${foldText(word)} `);
  return (text) => {
    const within = ` ${foldText(text)} `;
    return !words.some((word) => within.includes(word));
  };
};

export const hasDigit: CheckMaker = () => (text) => /\p{Nd}/u.test(text);
export const hasLetter: CheckMaker = () => (text) => /\p{L}/u.test(text);
export const hasLetterOrDigit: CheckMaker = () => (text) => /[\p{L}\p{Nd}]/u.test(text);
export const noDoubleSpace: CheckMaker = () => (text) => !/\s\s/u.test(text);

/**
 * Digits first, perhaps with a letter, a dash or a fraction behind them, then a word: `12B Rue`,
 * `100-5 Main`, `12 1/2 Oak`.
 */
export const startsWithNumber: CheckMaker = () => (text) =>
  /^\d+\p{L}?(?:[-/]\d+\p{L}?)?(?:\s+\d+\/\d+)?[\s,]+[\p{L}\p{N}]/u.test(text) &&
  /\p{L}{2}|\p{L}$/u.test(text);
