import type { CheckKind } from "../../language/format.ts";
import type { CheckMaker } from "./check.ts";
import { email, phone, webAddress } from "./contact.ts";
import { age, beforeThisYear, date, notPast } from "./date.ts";
import { digits, luhn, notOneDigit, parts, prefix, weightedSum } from "./number.ts";
import { noPostBox } from "./post-box.ts";
import {
  hasDigit,
  hasLetter,
  hasLetterOrDigit,
  length,
  noDoubleSpace,
  noneOf,
  notPattern,
  noWord,
  oneOf,
  pattern,
  startsWithNumber,
} from "./text.ts";

/** Every kind of check a format may name. */
export const CHECKS: Readonly<Record<CheckKind, CheckMaker>> = {
  length,
  pattern,
  "not-pattern": notPattern,
  digits,
  "one-of": oneOf,
  "none-of": noneOf,
  "no-word": noWord,
  "not-one-digit": notOneDigit,
  prefix,
  parts,
  luhn,
  "weighted-sum": weightedSum,
  date,
  age,
  "before-this-year": beforeThisYear,
  "not-past": notPast,
  phone,
  email,
  "web-address": webAddress,
  "no-post-box": noPostBox,
  "has-digit": hasDigit,
  "has-letter": hasLetter,
  "has-letter-or-digit": hasLetterOrDigit,
  "starts-with-number": startsWithNumber,
  "no-double-space": noDoubleSpace,
};
