import type { NormaliseStep } from "../language/format.ts";
import { writePhone } from "../copy/write-phone.ts";
import { plainAmount, type AmountFormat } from "./plain-amount.ts";
import { typedDate } from "./typed-date.ts";

/** What steps need to know of a format. */
export interface StepDetails {
  /** What the step `date` writes; without it that step does nothing. */
  readonly dateFormat?: string | undefined;
  /** Amounts of the flow's currency; default: with two decimals. */
  readonly amount?: AmountFormat | undefined;
}

const STEPS: Readonly<Record<NormaliseStep, (text: string, details: StepDetails) => string>> = {
  trim: (text) => text.trim(),
  "collapse-spaces": (text) => text.replace(/\s+/gu, " "),
  digits: (text) => text.normalize("NFKC").replace(/[^0-9]+/g, ""),
  "strip-dashes": (text) => text.replace(/[-\u2010-\u2015]+/gu, ""),
  "strip-spaces": (text) => text.replace(/\s+/gu, ""),
  "strip-separators": (text) => text.replace(/[\s()\-\u2010-\u2015]+/gu, ""),
  "national-number": (text) => {
    const plain = text.normalize("NFKC").replace(/[./\u2010-\u2015]+/gu, "-");
    const national =
      plain.replace(/[^0-9]+/g, "").length === 11 ? plain.replace(/^\s*\+?1[\s-]*/u, "") : plain;
    // Grouped as on redisplay; anything but a number stays as it was typed.
    const digits = /^[\d\s()-]+$/u.test(national) ? national.replace(/\D+/gu, "") : "";
    return digits.length === 10 ? writePhone(digits, "en") : national;
  },
  // The country code is put right, as is the zero that some write behind it.
  "national-number-gb": (text) =>
    text.normalize("NFKC").replace(/^\s*(?:\+|00)44[\s-]*(?:\(0\))?[\s-]*0?/u, "0"),
  date: (text, { dateFormat }) => (dateFormat === undefined ? text : typedDate(text, dateFormat)),
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  "straight-apostrophes": (text) => text.replace(/[\u2018\u2019\u02bc]/gu, "'"),
  nfc: (text) => text.normalize("NFC"),
  https: (text) => (text === "" || /^[a-z][a-z0-9+.-]*:/iu.test(text) ? text : `https://${text}`),
  "postal-code-ca": (text) => {
    const plain = text.replace(/[\s-]+/gu, "").toUpperCase();
    return plain.length === 6 ? `${plain.slice(0, 3)} ${plain.slice(3)}` : text.toUpperCase();
  },
  // The four digits of ZIP+4, which browsers fill in, are for the post office.
  "zip-us": (text) =>
    text.normalize("NFKC").replace(/^\s*(\d{5})[\s\u2010-\u2015-]?\d{4}\s*$/u, "$1"),
  amount: (text, { amount }) => plainAmount(text, amount),
  "postal-code-gb": (text) => {
    const plain = text.replace(/[\s-]+/gu, "").toUpperCase();
    return /^[A-Z0-9]{5,7}$/.test(plain)
      ? `${plain.slice(0, -3)} ${plain.slice(-3)}`
      : text.toUpperCase();
  },
};

/** Longest text that is normalised; longer ones are refused anyway and would only cost time. */
const LIMIT = 10_000;

/** Applies steps to a text, in order. */
export function normalizeText(
  text: string,
  steps: readonly NormaliseStep[],
  details: StepDetails = {},
): string {
  if (text.length > LIMIT) return text;
  return steps.reduce((value, step) => STEPS[step](value, details), text);
}
