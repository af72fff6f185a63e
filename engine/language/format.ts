import type { Json } from "./json.ts";

/**
 * schemas/<flow>/formats.yaml, one entry a format: what a piece of typed text has to be, as data.
 * A field names it with JSON Schema's `format`. Server, browser and tests run the same entry.
 */
export interface FormatDefinition {
  readonly description: string;
  /** How it may be typed, as a regular expression: a text that does not match is not normalised, so separators in odd places are not lost but judged. */
  readonly typed?: string;
  /** Applied before judging, wherever the value comes from; what is left is what is stored. */
  readonly normalise?: readonly NormaliseStep[];
  /** Help with typing, applied when the field is left (in the browser) or to a plain HTML post: never to a value sent as JSON. */
  readonly tidy?: readonly NormaliseStep[];
  /** Judged in order; the first that fails gives the message. */
  readonly checks: readonly CheckDefinition[];
  /** How a good value is stored when not as typed: `iso-date` turns the format's date into YYYY-MM-DD. */
  readonly store?: "iso-date";
}

export type NormaliseStep =
  | "trim"
  | "collapse-spaces"
  | "digits" // full-width digits folded, everything that is not a digit removed
  | "strip-dashes"
  | "strip-spaces"
  | "strip-separators" // spaces, dashes, parentheses
  | "national-number" // +1 303.482.9175 -> 303-482-9175: without the country code, dashes for dots and slashes
  | "date" // a date as people type it (01021990, 1-2-1990, 1990-01-02) in the format of the checks
  | "upper"
  | "lower"
  | "straight-apostrophes"
  | "nfc"
  | "https" // adds https:// to a bare domain
  | "postal-code-ca"; // k1a0b1 -> K1A 0B1

/** `check` is a kind of engine/validate/checks, `code` the cause that messages are looked up by; the rest are its parameters, rules allowed over `config`, `flags`, `market`, `locale`. */
export type CheckDefinition = { readonly check: CheckKind; readonly code: string } & {
  readonly [parameter: string]: Json;
};

export type CheckKind =
  | "length" // min, max, exactly; in code points
  | "pattern" // pattern (unicode sets allowed)
  | "not-pattern"
  | "digits" // exactly | min, max: only digits, so many
  | "one-of" // values, fold
  | "none-of" // values, fold (case, accents, punctuation folded)
  | "no-word" // words: none of them occurs as a whole word (folded)
  | "not-one-digit" // not all the same digit
  | "prefix" // length, values
  | "luhn"
  | "weighted-sum" // weights, modulus
  | "date" // format: MM/DD/YYYY, DD/MM/YYYY, YYYY/MM/DD, MM/YY; strict
  | "age" // format, min, max in full years on `today`
  | "before-this-year" // format
  | "not-past" // format
  | "phone" // countries, refuse: [toll-free, premium, voip, personal]
  | "email"
  | "web-address"
  | "no-post-box"
  | "has-digit"
  | "has-letter"
  | "starts-with-number" // digits, then a word
  | "parts" // parts: [{ from, to, refuse, refusePattern }]: parts of a number that are never issued
  | "has-letter-or-digit"
  | "no-double-space";
