import { parse, stringify } from "yaml";
import type { Json, JsonObject } from "../../../engine/language/json.ts";
import { formatYaml } from "../../../engine/source/format-yaml.ts";
import type { WordBook } from "./word-book.ts";
import type { Word } from "./words.ts";
import { cell } from "./write-page.ts";
import { rightExample, wordAddress } from "./write-word.ts";

/** Path of the short reference. */
export const SHORT_REFERENCE = "flows/WORDS.md";

/** The kinds of files that an author writes first, in the order of writing. */
const KINDS = ["flow", "screen", "transitions", "form", "guards", "calls", "fixture"];

/** How many words of a kind of file stand there. */
const MOST_OF_KIND = 7;

/** Of a longer sentence the first part stands here. */
const LONGEST_MEANING = 140;

/** A longer example is left to the word's own entry. */
const LONGEST_EXAMPLE = 90;

/** The short reference: the words that the shipped flows use most, each with an example. */
export function writeShortReference(book: WordBook): string {
  const used = mostUsed(book);
  const count = [...used.values()].flat().length;
  return [
    "# The words used most",
    "",
    `Made by \`npx foyer reference\`: of each kind of file that an author writes first, the words that`,
    `the shipped flows use most; ${count} in all. Every word, operator and problem:`,
    "[the reference](REFERENCE.md), in the terminal `npx foyer help WORD`.",
    ...book.pages
      .filter(({ kind }) => used.has(kind))
      .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
      .flatMap(({ kind, title, description }) => [
        "",
        `## ${title}`,
        "",
        `\`${(description.split(/:? /)[0] ?? "").replace(/:$/, "")}\``,
        "",
        "| word | meaning | example |",
        "|---|---|---|",
        ...(used.get(kind) ?? []).map((word) => row(word, book)),
      ]),
    "",
  ].join("\n");
}

/**
 * The words that are used in most files of their kind, by that kind, in the order of the language.
 * Of equally many, those of the file itself come first. A name that several kinds have stands at
 * the one that uses it in most files.
 */
function mostUsed({ pages, uses }: WordBook): ReadonlyMap<string, readonly Word[]> {
  const filesOf = ({ id }: Word): number => uses.get(id)?.files ?? 0;
  const timesOf = ({ id }: Word): number => uses.get(id)?.times ?? 0;
  const more = (a: Word, b: Word): number =>
    filesOf(b) - filesOf(a) || depthOf(a) - depthOf(b) || timesOf(b) - timesOf(a);
  const byName = new Map<string, Word>();
  for (const word of pages.flatMap(({ parts }) => parts.flatMap(({ words }) => words))) {
    const first = byName.get(word.name);
    if (KINDS.includes(word.kind) && uses.has(word.id) && (!first || more(word, first) < 0))
      byName.set(word.name, word);
  }
  return new Map(
    pages.flatMap(({ kind, parts }) => {
      const own = [...byName.values()].filter((word) => word.kind === kind);
      const most = own.toSorted(more).slice(0, MOST_OF_KIND);
      const inOrder = parts.flatMap((part) => part.words).filter((word) => most.includes(word));
      return inOrder.length === 0 ? [] : [[kind, inOrder] as const];
    }),
  );
}

function depthOf({ path }: Word): number {
  return path.split(".").length;
}

function row(word: Word, book: WordBook): string {
  const [sentence = ""] = word.description.split(/(?<=[.]) (?=[A-Z`])/);
  const [short = ""] = sentence.split(/[;:] /);
  const line = sentence.length > LONGEST_MEANING ? `${short}.` : sentence;
  return `| [\`${word.name}\`](${wordAddress(word)}) | ${cell(line)} | ${cell(exampleLine(word, book))} |`;
}

/**
 * The word's right example in one line, as code, or its shortest use; a longer one stands at its
 * own entry.
 */
function exampleLine(word: Word, book: WordBook): string {
  const example = rightExample(word, book);
  const given = example === undefined ? undefined : (parse(example) as JsonObject)[word.name];
  const used = book.uses.get(word.id)?.shortest;
  const line = [given, used].flatMap((value) =>
    value === undefined ? [] : inline(word, value),
  )[0];
  return line === undefined ? `[see there](${wordAddress(word)})` : `\`${line}\``;
}

/** A member in one line of canonical YAML; none where it is too long. */
function inline({ name }: Word, value: Json): readonly string[] {
  const text = stringify({ [name]: value }, { lineWidth: 0 });
  const formatted = formatYaml("example.yaml", text);
  const line = (formatted.ok ? formatted.text : text).trimEnd();
  if (!line.includes("\n")) return line.length > LONGEST_EXAMPLE ? [] : [line];
  const whole = stringify(value, { collectionStyle: "flow", lineWidth: 0 }).trimEnd();
  const flat = `${name}: ${whole.replaceAll("\n", " ")}`;
  return flat.length > LONGEST_EXAMPLE ? [] : [flat];
}
