/*
 * The actions that a document starts by itself: on opening (`OpenAction`) and on events of pages
 * and fields (`AA`). Names are decoded in all texts here.
 */

/** A readable part of a document: outside of its streams, or an unpacked object stream. */
export interface PdfPart {
  readonly text: string;
  /** Object streams: where the objects begin, after pairs of number and offset. */
  readonly first?: number;
}

const TRIGGER = /\/(OpenAction|AA)(?![A-Za-z0-9])/g;
const NEXT = /\/Next(?![A-Za-z0-9])/g;
const OBJECT = /(?<!\d)(\d{1,10})[\s\0]{1,9}\d{1,5}[\s\0]{1,9}obj(?![A-Za-z])/g;
const REFERENCE = /(?<!\d)(\d{1,10})[\s\0]{1,9}\d{1,5}[\s\0]{1,9}R(?![A-Za-z0-9])/g;
const LONE_REFERENCE = /^\d{1,10}[\s\0]{1,9}\d{1,5}[\s\0]{1,9}R/;
const URI = /\/URI(?![A-Za-z0-9])/;

/** Maximum number of actions of a document, and of characters of one; more count as active. */
const MOST_ACTIONS = 1000;
const MOST_CHARACTERS = 10_000;

/** An action, or a table of actions by event. */
interface Started {
  readonly value: string | undefined;
  readonly isTable: boolean;
}

/** Whether an action that starts by itself opens an address. A link to press does not count. */
export function opensAddress(parts: readonly PdfPart[]): boolean {
  const waiting: Started[] = [];
  for (const { text } of parts)
    for (const { index, 0: trigger } of text.matchAll(TRIGGER)) {
      waiting.push({ value: valueAt(text, index + trigger.length), isTable: trigger === "/AA" });
      if (waiting.length > MOST_ACTIONS) return true;
    }
  if (waiting.length === 0) return false;
  const objects = objectsOf(parts);
  const seen = new Set<number>();
  let count = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, isTable } = next;
    if (value === undefined || ++count > MOST_ACTIONS) return true;
    if (value.startsWith("<<") && URI.test(value)) return true;
    for (const number of followedBy(value, isTable)) {
      if (seen.has(number)) continue;
      seen.add(number);
      const texts = objects.get(number) ?? [];
      if (waiting.length + texts.length > MOST_ACTIONS) return true;
      const leadsToTable = isTable && !value.startsWith("<<");
      for (const text of texts) waiting.push({ value: valueAt(text, 0), isTable: leadsToTable });
    }
  }
  return false;
}

/** The numbers of the objects that a value leads to as further actions. */
function followedBy(value: string, isTable: boolean): readonly number[] {
  if (!value.startsWith("<<"))
    // An array is a place in the document, and no action.
    return numbersIn(LONE_REFERENCE.exec(value)?.[0] ?? "");
  if (isTable) return numbersIn(value);
  return [...value.matchAll(NEXT)].flatMap(({ index, 0: next }) =>
    numbersIn(valueAt(value, index + next.length) ?? ""),
  );
}

function numbersIn(text: string): readonly number[] {
  return [...text.matchAll(REFERENCE)].map(([, number]) => Number(number));
}

/** The objects by number: all texts of each, since a later part may write one anew. */
function objectsOf(parts: readonly PdfPart[]): ReadonlyMap<number, readonly string[]> {
  const objects = new Map<number, string[]>();
  const add = (number: number, text: string) => {
    const known = objects.get(number);
    if (known === undefined) objects.set(number, [text]);
    else known.push(text);
  };
  for (const { text, first } of parts)
    if (first === undefined) {
      const starts = [...text.matchAll(OBJECT)];
      for (const [at, { index, 0: start, 1: number }] of starts.entries())
        add(Number(number), text.slice(index + start.length, starts[at + 1]?.index));
    } else {
      const pairs = (text.slice(0, first).match(/\d{1,10}/g) ?? []).map(Number);
      for (let at = 0; at + 1 < pairs.length; at += 2)
        add(pairs[at] ?? 0, text.slice(first + (pairs[at + 1] ?? 0)));
    }
  return objects;
}

/**
 * The value that begins at a place, after white space and comments: a dictionary or an array with
 * its content, else what stands on its line. Undefined where it is too long.
 */
function valueAt(text: string, from: number): string | undefined {
  const most = from + MOST_CHARACTERS;
  let begin: number | undefined;
  let depth = 0;
  for (let at = from; at < Math.min(text.length, most); at++) {
    const letter = text[at] ?? "";
    if (letter === "%") at = endOf(text, at, /[\r\n]/, most);
    else if (begin === undefined && /[\s\0]/.test(letter)) continue;
    else {
      begin ??= at;
      if (depth === 0 && letter !== "<" && letter !== "[")
        return text.slice(at, Math.min(most, at + 60));
      if (letter === "(") at = endOfString(text, at, most);
      else if (letter === "[") depth++;
      else if (letter === "]") depth--;
      else if (text.startsWith("<<", at)) {
        depth++;
        at++;
      } else if (text.startsWith(">>", at)) {
        depth--;
        at++;
      } else if (letter === "<") at = endOf(text, at, />/, most);
      if (depth <= 0) return text.slice(begin, at + 1);
    }
  }
  return text.length < most && begin === undefined ? "" : undefined;
}

/** The place of the next letter of a kind, or the limit. */
function endOf(text: string, from: number, letter: RegExp, most: number): number {
  const found = text.slice(from, most).search(letter);
  return found < 0 ? most : from + found;
}

/** The place of the parenthesis that closes a text. */
function endOfString(text: string, from: number, most: number): number {
  let depth = 0;
  for (let at = from; at < Math.min(text.length, most); at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at;
  }
  return most;
}
