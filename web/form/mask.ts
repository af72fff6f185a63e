import { typedDate } from "../../engine/validate/typed-date.ts";

/**
 * Longest text that is masked, in characters. Longer text was pasted by mistake and stays as it is,
 * for validation to report.
 */
const LONGEST = 500;

/**
 * Applies a pattern to typed text: 0 takes a digit, A a letter, * either; other characters are
 * inserted. The caret stays behind its character. Excess characters stay at the end, for validation
 * to report: cut off, a number with an extra digit would pass.
 *
 * @param caret its position in `text`
 */
export function applyMask(
  text: string,
  mask: string,
  caret: number,
): { readonly text: string; readonly caret: number } {
  if (text.length > LONGEST) return { text, caret };
  // NFKC turns full-width digits into digits.
  const typed = [...text.normalize("NFKC")].filter(isFree);
  const before = [...text.slice(0, caret).normalize("NFKC")].filter(isFree).length;
  let result = "";
  let at = 0;
  let placed = before === 0 ? 0 : -1;
  for (const place of mask) {
    if (at >= typed.length) break;
    if (place === "0" || place === "A" || place === "*") {
      while (at < typed.length && !fits(typed[at] ?? "", place)) at++;
      if (at >= typed.length) break;
      result += typed[at++];
      if (at === before) placed = result.length;
    } else result += place;
  }
  const last = mask.replaceAll(/[^0A*]/g, "").at(-1) ?? "*";
  for (; at < typed.length; at++) {
    if (fits(typed[at] ?? "", last)) result += typed[at];
    if (at + 1 === before) placed = result.length;
  }
  return { text: result, caret: placed < 0 ? result.length : placed };
}

/**
 * Completes a date while it is typed at its end: inserts separators, and a zero before a single
 * digit of a day or month that a separator follows. A date that begins with its year stays as it is
 * typed, and is put into the format once it is complete.
 *
 * @param format such as MM/DD/YYYY
 */
export function datePadded(text: string, format: string): string {
  // No month is 19 or 20: a year stands first.
  if (format.startsWith("M") && /^(?:19|20)/.test(text))
    return text.length === format.length ? typedDate(text, format) : text;
  const mask = format.replace(/[YMD]/g, "0");
  const closed = /^(.*?)([1-9])[\s./,\u2010-\u2015-]$/u.exec(text);
  if (closed === null) return applyMask(text, mask, text.length).text;
  const [, before = "", digit = ""] = closed;
  const place = applyMask(`${before}${digit}`, mask, 0).text.length - 1;
  const opens = /[MD]/.test(format[place] ?? "") && format[place] !== format[place - 1];
  return applyMask(`${before}${opens ? "0" : ""}${digit}`, mask, 0).text;
}

function isFree(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

function fits(character: string, place: string): boolean {
  if (place === "0") return /[0-9]/.test(character);
  return place === "A" ? /\p{L}/u.test(character) : true;
}
