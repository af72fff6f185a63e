// Generated from schemas/definition/formats.json by `npm run types:generate`: change the schema, not this file.
import type { Json } from "../json.ts";

/** A step: `digits` folds full-width digits and removes all other characters; `strip-separators` removes spaces, dashes and parentheses; `national-number` turns +1 303.482.9175 into 303-482-9175; `date` writes a typed date in the format of the checks; `https` adds https:// to a bare domain; `postal-code-ca` turns k1a0b1 into K1A 0B1; `zip-us` turns 98402-1174 into 98402. */
export type NormaliseStep =
  | "trim"
  | "collapse-spaces"
  | "digits"
  | "strip-dashes"
  | "strip-spaces"
  | "strip-separators"
  | "national-number"
  | "national-number-gb"
  | "date"
  | "upper"
  | "lower"
  | "straight-apostrophes"
  | "nfc"
  | "https"
  | "postal-code-ca"
  | "zip-us"
  | "postal-code-gb"
  | "amount";
/** The kind, with its parameters. `length`: min, max, exactly, in code points. `digits`: min, max, exactly. `pattern`, `not-pattern`: pattern. `one-of`, `none-of`: values, fold. `no-word`: words, of which none may occur whole. `prefix`: length, values. `parts`: parts of a number that are never issued. `weighted-sum`: weights, modulus. `date`, `age`, `before-this-year`, `not-past`: format, how a day is typed, such as MM/DD/YYYY; the first of them says it for all. `age`: min, max in full years. `phone`: countries, refuse. The others have none. */
export type CheckKind =
  | "length"
  | "pattern"
  | "not-pattern"
  | "digits"
  | "one-of"
  | "none-of"
  | "no-word"
  | "not-one-digit"
  | "prefix"
  | "parts"
  | "luhn"
  | "weighted-sum"
  | "date"
  | "age"
  | "before-this-year"
  | "not-past"
  | "phone"
  | "email"
  | "web-address"
  | "no-post-box"
  | "has-digit"
  | "has-letter"
  | "has-letter-or-digit"
  | "starts-with-number"
  | "no-double-space";

/** schemas/<flow>/formats.yaml: what a piece of typed text has to be. */
export interface FormatsFile {
  /** Formats by name. */
  readonly formats: {
    readonly [k: string]: FormatDefinition;
  };
}
/** A format. */
export interface FormatDefinition {
  /** What it is. */
  readonly description: string;
  /** Accepted spellings, as a regular expression: a text that does not match is validated without being normalised, so that separators in odd places are refused. */
  readonly typed?: string;
  /** Applied before judging. */
  readonly normalise?: readonly NormaliseStep[];
  /**
   * Help when the field is left.
   *
   * Items: A step.
   */
  readonly tidy?: readonly (
    | "trim"
    | "collapse-spaces"
    | "digits"
    | "strip-dashes"
    | "strip-spaces"
    | "strip-separators"
    | "national-number"
    | "national-number-gb"
    | "date"
    | "upper"
    | "lower"
    | "straight-apostrophes"
    | "nfc"
    | "https"
    | "postal-code-ca"
    | "zip-us"
    | "postal-code-gb"
    | "amount"
  )[];
  /** Checked in order; the first that fails gives the message. */
  readonly checks: readonly CheckDefinition[];
  /** How a good value is stored. */
  readonly store?: "iso-date";
}
/** One check; its parameters depend on the kind. */
export interface CheckDefinition {
  readonly check: CheckKind;
  /** Cause that messages are looked up by. A message of a `pattern` check that lists characters, such as `^[A-Za-z -]+$`, may name the first one that it refuses as `{character}`. */
  readonly code: string;
  /** Smallest. */
  readonly min?: Json;
  /** Largest. */
  readonly max?: Json;
  /** Exactly so many. */
  readonly exactly?: Json;
  /** Regular expression. */
  readonly pattern?: Json;
  /** List of texts. */
  readonly values?: Json;
  /** List of words. */
  readonly words?: Json;
  /** Ignore case, accents and punctuation. */
  readonly fold?: Json;
  /** So many characters. */
  readonly length?: Json;
  /** Weights of the digits. */
  readonly weights?: Json;
  /** The sum is a multiple of it. */
  readonly modulus?: Json;
  /** Date format. */
  readonly format?: Json;
  /** Countries. */
  readonly countries?: Json;
  /** Kinds refused. */
  readonly refuse?: Json;
  /** Parts never issued: { from, to, refuse, refusePattern }. */
  readonly parts?: Json;
}
