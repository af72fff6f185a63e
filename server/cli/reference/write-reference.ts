import { PROBLEM_CODES } from "../../../engine/compile/check/codes/problem-codes.ts";
import { FACT_ROOTS } from "../../../engine/rules/fact-roots.ts";
import { OPERATORS } from "../../../engine/rules/compile-rule.ts";
import { DESCRIBED } from "./described-operators.ts";
import { IDEAS } from "./ideas.ts";
import type { GlossaryEntry, WordBook } from "./word-book.ts";
import type { Word } from "./words.ts";
import { SHORT_REFERENCE, writeShortReference } from "./write-short.ts";
import { cell, writePage } from "./write-page.ts";
import { wordAddress } from "./write-word.ts";

/** Path of the reference's first page. */
export const REFERENCE = "flows/REFERENCE.md";

/** Pages of the reference by path: the first page, and one for each kind of definition file. */
export function writeReference(book: WordBook): ReadonlyMap<string, string> {
  return new Map([
    [REFERENCE, firstPage(book)],
    [SHORT_REFERENCE, writeShortReference(book)],
    ...book.pages.map(
      (page) => [`flows/reference/${page.kind}.md`, writePage(page, book)] as const,
    ),
  ]);
}

function firstPage(book: WordBook): string {
  return [
    "# The flow language",
    "",
    "Made by `npx foyer reference` from `schemas/definition/` and the engine's operators; a test holds it to them. How to",
    "begin: [flows](README.md); ready to copy: [recipes](RECIPES.md); on one page: [the words used most](WORDS.md). In the",
    "terminal `npx foyer help WORD` finds a word, a term, an operator or a problem.",
    "",
    ...book.pages.map(
      ({ kind, title, description }) =>
        `- [${title}](reference/${kind}.md): ${description.split(/(?<=[.:]) /)[0] ?? ""}`,
    ),
    "- [Terms](#terms), [one word for each idea](#one-word-for-each-idea), [all words](#all-words)",
    "- [Rules](#rules), [problems](#problems)",
    "",
    glossaryPart(book),
    "",
    ideasPart(),
    "",
    indexPart(book),
    "",
    rulesPart(),
    "",
    problemsPart(),
    "",
  ].join("\n");
}

function glossaryPart({ glossary, pages }: WordBook): string {
  const words = new Map(
    pages.flatMap((page) =>
      page.parts.flatMap((part) => part.words.map((word) => [word.id, word])),
    ),
  );
  const linksOf = (entry: GlossaryEntry): string =>
    [
      ...(entry.words ?? []).flatMap((id) => {
        const word = words.get(id);
        return word === undefined ? [] : [linkTo(word, word.path)];
      }),
      ...(entry.recipe === undefined ? [] : [`[recipe](RECIPES.md#${anchorOf(entry.recipe)})`]),
    ].join(", ");
  return [
    "## Terms",
    "",
    "| term | also | in Foyer | words |",
    "|---|---|---|---|",
    ...glossary
      .toSorted((a, b) => a.term.localeCompare(b.term))
      .map(
        (entry) =>
          `| ${entry.term} | ${(entry.also ?? []).join(", ")} | ${cell(entry.meaning)} | ${linksOf(entry)} |`,
      ),
  ].join("\n");
}

function ideasPart(): string {
  return [
    "## One word for each idea",
    "",
    "Where several words are near one another, each answers a question of its own.",
    ...IDEAS.flatMap(({ idea, words }) => [
      "",
      `**${idea}**`,
      "",
      "| word | question or effect | why it stays |",
      "|---|---|---|",
      ...words.map(({ word, says, why }) => `| ${word} | ${cell(says)} | ${cell(why)} |`),
    ]),
  ].join("\n");
}

/** Every name an author may write, with the places where it stands. */
function indexPart({ pages }: WordBook): string {
  const byName = new Map<string, Word[]>();
  for (const word of pages.flatMap(({ parts }) => parts.flatMap(({ words }) => words)))
    byName.set(word.name, [...(byName.get(word.name) ?? []), word]);
  return [
    "## All words",
    "",
    ...[...byName]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(
        ([name, words]) =>
          `- \`${name}\`: ${words.map((word) => linkTo(word, placeOf(word))).join(", ")}`,
      ),
  ].join("\n");
}

/** The kind and part of a word, such as "screen, action". */
function placeOf({ kind, part, path }: Word): string {
  const above = path.split(".").slice(0, -1).join(".");
  return [kind, part, above].filter((each) => each !== "").join(" ");
}

function linkTo(word: Word, text: string): string {
  return `[${text.replaceAll("[]", "")}](${wordAddress(word)})`;
}

function rulesPart(): string {
  const standard = OPERATORS.filter((name) => !Object.hasOwn(DESCRIBED, name));
  return [
    "## Rules",
    "",
    "JSON-logic as `json-logic-js` 2.0.5 means it, held to it by a suite of cases. A rule is an object with one operator.",
    "Data is never evaluated: what a person typed or a service answered stays data, also an object that looks like a rule,",
    "where `json-logic-js` itself evaluates what `missing` and `missing_some` read. What it throws on is null or an empty list.",
    "A template is any JSON in which rules stand for their values. Operators of JSON-logic:",
    `${standard.map((name) => `\`${name}\``).join(", ")}.`,
    "",
    "Beside them:",
    "",
    "| operator | takes | gives |",
    "|---|---|---|",
    ...Object.entries(DESCRIBED)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(
        ([name, { operands, description }]) =>
          `| \`${name}\` | ${operands.map(cell).join(", ")} | ${cell(description)} |`,
      ),
    "",
    "Rules read the parts that the state schema declares, the axes of the flow and their facts by name, and these roots; any",
    "other does not compile. Analytics may know axes and facts,",
    "`public` ones, of `presence` only that they are there, of `never` nothing, of `by-place` what `x-pii` does not mark.",
    "",
    "| root | is | analytics | read in |",
    "|---|---|---|---|",
    ...Object.entries(FACT_ROOTS).map(
      ([name, { description, privacy, where }]) =>
        `| \`${name}\` | ${cell(description)} | ${privacy} | ${where.join(", ")} |`,
    ),
  ].join("\n");
}

function problemsPart(): string {
  return [
    "## Problems",
    "",
    "What `npx foyer check` finds, by code; most come with the place and what was probably meant. A definition with an error is",
    "neither served nor published.",
    "",
    "| code | description | wrong | right |",
    "|---|---|---|---|",
    ...Object.entries(PROBLEM_CODES).map(([code, { description, wrong, right }]) =>
      `| `.concat(
        [`\`${code}\``, cell(description), cell(codeIn(wrong)), cell(codeIn(right))].join(" | "),
        " |",
      ),
    ),
  ].join("\n");
}

/** Marks the parts of a text that look like YAML as code. */
function codeIn(text: string): string {
  return /[{}:[\]]/.test(text) ? `\`${text.replaceAll("`", "")}\`` : text;
}

/** Anchor that a page of Markdown gives a heading. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, "")
    .replaceAll(" ", "-");
}
