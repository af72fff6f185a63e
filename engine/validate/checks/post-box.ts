import type { CheckMaker } from "./check.ts";

/*
 * Post boxes, however spelled: nothing on npm looks for them (address parsers know the tidy
 * spellings only). The text is folded first: accents and case gone, 0 between letters read as o, 1
 * and | as i or l where a word needs them, dots, dashes and slashes dropped. Then whole words are
 * looked for, so that "Boxwood" and "Postle" stay streets.
 */
const BOX = "b(?:ox|x|xo|ax|oks|ocks|oxx|0x|oxs|oxes)";
const ENGLISH = [
  `(?:^|\\s)p\\s?o\\s?${BOX}(?:\\s?#?\\s?\\w*\\d|\\s|$)`,
  "(?:^|\\s)p\\s?o\\s?b\\s?#?\\s?\\d",
  "(?:^|\\s)pob(?:\\s|$)",
  `(?:^|\\s)po?st(?:al|e)?\\s?(?:of+ice|ofice|off|of+i[cs]e?)?\\s?${BOX}(?:\\s|\\d|$)`,
  "(?:^|\\s)p\\s?o\\s?(?:#\\s?)?\\d",
  `(?:^|\\s)${BOX}\\s?(?:#|no|num|number|nr)?\\s?\\d+\\s*$`,
  `(?:^|\\s)${BOX}\\s?(?:#|no|num|number|nr)\\s?\\d`,
  `^${BOX}\\s\\d`,
  "(?:^|\\s)p\\s?m\\s?b\\s?#?\\s?\\d",
  "(?:^|\\s)(?:caller|private mail|locked|mail)\\s?b(?:ox|ag)\\s?#?\\s?\\d",
];
const FRENCH = [
  "(?:^|\\s)c\\s?p\\s?#?\\s?\\d",
  "(?:^|\\s)cas(?:e|ier)s?\\s?post(?:al|ale|aux|ales)?(?:\\s|\\d|$)",
  "(?:^|\\s)boites?\\s?postales?(?:\\s|\\d|$)",
  "(?:^|\\s)b\\s?p\\s?#?\\s?\\d",
];
const EXPRESSION = new RegExp([...ENGLISH, ...FRENCH].join("|"), "u");

/** Longest text that is examined; other checks refuse addresses over 300 characters. */
const LIMIT = 400;

/** Whether an address line is, or contains, a post box. */
export function isPostBox(text: string): boolean {
  const plain = text
    .slice(0, LIMIT)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[.\-/_,'’()*:;]+/gu, (mark) => (mark.includes(",") || mark.includes("/") ? " " : ""))
    .replace(/(?<=[a-z])0|0(?=[a-z])/gu, "o")
    .replace(/\s+/gu, " ")
    .trim();
  const spaced = text
    .slice(0, LIMIT)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/(?<=[a-z])0|0(?=[a-z])/gu, "o")
    .replace(/[^a-z0-9#]+/gu, " ")
    .trim();
  return EXPRESSION.test(plain) || EXPRESSION.test(spaced);
}

/** The text is no post box. */
export const noPostBox: CheckMaker = () => (text) => !isPostBox(text);
