import { numberOf, textsOf, type CheckMaker, type CheckParameters } from "./check.ts";

/** Only digits, `exactly` so many or between `min` and `max`. */
export const digits: CheckMaker = (parameters) => {
  const exactly = numberOf(parameters, "exactly");
  const min = exactly ?? numberOf(parameters, "min") ?? 1;
  const max = exactly ?? numberOf(parameters, "max") ?? 100;
  return (text) => text.length >= min && text.length <= max && /^[0-9]+$/.test(text);
};

/** Not the same digit all through. */
export const notOneDigit: CheckMaker = () => (text) => !/^([0-9])\1*$/.test(text);

/** The first `length` characters are one of `values`. */
export const prefix: CheckMaker = (parameters) => {
  const count = numberOf(parameters, "length") ?? 1;
  const values = new Set(textsOf(parameters, "values"));
  return (text) => values.has(text.slice(0, count));
};

/**
 * The check digit of ISO/IEC 7812: every second digit from the right doubled, the sum divisible by
 * ten.
 */
export const luhn: CheckMaker = () => (text) => {
  let sum = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = Number(text[text.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};

/**
 * Digits times `weights` (taken round and round) add up to a multiple of `modulus`, and are not all
 * zero.
 */
export const weightedSum: CheckMaker = (parameters) => {
  const weights = Array.isArray(parameters["weights"]) ? parameters["weights"].map(Number) : [];
  const modulus = numberOf(parameters, "modulus");
  if (weights.length === 0 || modulus === undefined)
    throw new Error('"weights" and "modulus" are needed');
  return (text) => {
    let sum = 0;
    for (let at = 0; at < text.length; at++)
      sum += Number(text[at]) * (weights[at % weights.length] ?? 0);
    return sum > 0 && sum % modulus === 0;
  };
};

/**
 * Parts of a number that are never issued: `parts` is a list of { from, to, refuse }, where `from`
 * and `to` count characters from 0 and `refuse` holds texts or a pattern.
 */
export const parts: CheckMaker = (parameters) => {
  const specs = (
    Array.isArray(parameters["parts"]) ? parameters["parts"] : []
  ) as readonly CheckParameters[];
  const tests = specs.map((spec) => {
    const from = numberOf(spec, "from") ?? 0;
    const to = numberOf(spec, "to") ?? Number.POSITIVE_INFINITY;
    const refuse = new Set(Array.isArray(spec["refuse"]) ? spec["refuse"].map(String) : []);
    const shape =
      typeof spec["refusePattern"] === "string"
        ? new RegExp(spec["refusePattern"], "u")
        : undefined;
    return (text: string) => {
      const part = text.slice(from, to);
      return !refuse.has(part) && !(shape?.test(part) ?? false);
    };
  });
  return (text) => tests.every((test) => test(text));
};
