import { DESCRIBED } from "./reference/described-operators.ts";
import { OPERATORS } from "../../engine/rules/compile-rule.ts";
import { FACT_ROOTS } from "../../engine/rules/fact-roots.ts";
import { PROBLEM_CODES } from "../../engine/compile/check/codes/problem-codes.ts";
import { projectFolder } from "../definitions/project-folder.ts";
import { findWords, type FoundWords } from "./reference/find-words.ts";
import { readWordBook, type GlossaryEntry, type WordBook } from "./reference/word-book.ts";
import type { Word } from "./reference/words.ts";
import { rightExample, wordAddress, wordFacts, wrongExample } from "./reference/write-word.ts";
import { anchorOf } from "./reference/write-reference.ts";
import type { Command } from "./command.ts";

/** Maximum number of words that are shown whole, and of those that are listed by place. */
const SHOWN = 4;
const LISTED = 15;

/** `foyer help WORD`: what the reference says of a word, a term, an operator or a problem. */
export const helpCommand: Command = {
  usage: "help [WORD]",
  help: `Without WORD: the terms that people look for. WORD is a member of a definition (asked, list.entry, screen.form), a term that people look for ("repeating group",
upload, deadline), an operator of rules, a root that rules read, or a problem's code. Exit 1: there is none.`,
  async run(args) {
    const search = args.join(" ");
    const book = await readWordBook(projectFolder());
    if (search === "") {
      const terms = book.glossary.map(({ term }) => term);
      return { code: 0, data: { terms }, lines: overviewLines(terms) };
    }
    const found = findWords(book, search);
    const lines = [...foundLines(found, book), ...ruleLines(search)];
    const data = { search, lines };
    if (lines.length > 0) return { code: 0, data, lines: [lines.join("\n").trimEnd()] };
    const error = `The reference has no "${search}"${found.suggestion === undefined ? "" : `; did you mean "${found.suggestion}"?`}
All words: flows/REFERENCE.md`;
    return { code: 1, data, lines: [], errors: [error] };
  },
};

/** Lists what can be looked up, for a reader who knows no word yet. */
function overviewLines(terms: readonly string[]): string[] {
  return [
    "foyer help WORD says what a word, a term, an operator or a problem's code means, with examples:",
    ...terms.map((term) => `  ${term}`),
    "",
    "foyer --help lists the commands, foyer COMMAND --help says what one does.",
    "All words: flows/REFERENCE.md. Step by step: flows/TUTORIAL.md. Ready to copy: flows/RECIPES.md",
  ];
}

function foundLines({ terms, words, problems, mentions }: FoundWords, book: WordBook): string[] {
  return [
    ...terms.flatMap((entry) => termLines(entry)),
    ...words.slice(0, SHOWN).flatMap((word) => wordLines(word, book)),
    ...listLines("also in", words.slice(SHOWN)),
    ...problems.flatMap((code) => problemLines(code)),
    ...listLines("mentioned in", mentions),
  ];
}

function termLines({ term, meaning, words, recipe }: GlossaryEntry): string[] {
  return [
    term,
    `  ${meaning}`,
    ...(words === undefined ? [] : [`  words: ${words.join(", ")}`]),
    ...(recipe === undefined ? [] : [`  recipe: flows/RECIPES.md#${anchorOf(recipe)}`]),
    "",
  ];
}

function wordLines(word: Word, book: WordBook): string[] {
  const right = rightExample(word, book);
  const wrong = wrongExample(word);
  return [
    `${word.id}   (${wordFacts(word, book)})`,
    ...(word.description === "" ? [] : [`  ${word.description}`]),
    ...(right === undefined ? [] : right.split("\n").map((line) => `    ${line}`)),
    ...(wrong === undefined ? [] : [`  not ${wrong.yaml.replaceAll("\n", " ")}: ${wrong.reason}`]),
    `  flows/${wordAddress(word)}`,
    "",
  ];
}

function problemLines(code: string): string[] {
  const problem = PROBLEM_CODES[code];
  if (problem === undefined) return [];
  return [
    code,
    `  ${problem.description}`,
    `  wrong: ${problem.wrong}`,
    `  right: ${problem.right}`,
    "",
  ];
}

function listLines(title: string, words: readonly Word[]): string[] {
  if (words.length === 0) return [];
  const rest = words.length - LISTED;
  return [
    `${title}: ${words
      .slice(0, LISTED)
      .map(({ id }) => id)
      .join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`,
    "",
  ];
}

/** Operators of rules, and roots that rules read. */
function ruleLines(search: string): string[] {
  const own = Object.entries(DESCRIBED).find(([name]) => name === search);
  const root = Object.entries(FACT_ROOTS).find(([name]) => name === search);
  return [
    ...(own === undefined
      ? OPERATORS.includes(search)
        ? [`${search}   (operator of rules)`, "  flows/REFERENCE.md#rules", ""]
        : []
      : [
          `${search}   (operator of rules)`,
          `  takes ${own[1].operands.join(", ")}; gives ${own[1].description}`,
          "",
        ]),
    ...(root === undefined ? [] : [`${search}   (rules read it)`, `  ${root[1].description}`, ""]),
  ];
}
