import { PROBLEM_CODES } from "../../../engine/compile/check/codes/problem-codes.ts";
import { closest } from "../../../engine/source/closest.ts";
import type { GlossaryEntry, WordBook } from "./word-book.ts";
import type { Word } from "./words.ts";

/** All that the book of words has on a search. */
export interface FoundWords {
  readonly terms: readonly GlossaryEntry[];
  /** Words of that name, or with that end of their path. */
  readonly words: readonly Word[];
  readonly problems: readonly string[];
  /** Words whose name or description mentions it, where nothing has the name. */
  readonly mentions: readonly Word[];
  readonly suggestion: string | undefined;
}

/** Searches the book: a word, a dotted end of its path, a term, or a problem's code. */
export function findWords(book: WordBook, search: string): FoundWords {
  const wanted = search.trim().toLowerCase();
  const all = book.pages.flatMap(({ parts }) => parts.flatMap(({ words }) => words));
  const words = all.filter(({ id }) => `.${id.toLowerCase()}`.endsWith(`.${wanted}`));
  const termsThat = (fits: (term: string) => boolean) =>
    book.glossary.filter(({ term, also }) =>
      [term, ...(also ?? [])].some((each) => fits(each.toLowerCase())),
    );
  const exact = termsThat((term) => isTerm(term, wanted));
  const terms =
    exact.length + words.length > 0 ? exact : termsThat((term) => saysAll(term, wanted));
  const problems = Object.keys(PROBLEM_CODES).filter((code) => code.toLowerCase() === wanted);
  const isKnown = words.length + terms.length + problems.length > 0;
  const mentions = isKnown
    ? []
    : all.filter(
        ({ name, description }) =>
          name.toLowerCase().includes(wanted) || description.toLowerCase().includes(wanted),
      );
  const names = [
    ...all.map(({ name }) => name),
    ...book.glossary.flatMap(({ term, also }) => [term, ...(also ?? [])]),
  ];
  return {
    terms,
    words,
    problems,
    mentions,
    suggestion: isKnown || mentions.length > 0 ? undefined : closest(wanted, names),
  };
}

/** Whether a term is the one looked for: the same, or with another ending. */
function isTerm(term: string, wanted: string): boolean {
  return stem(term) === stem(wanted);
}

/** Words of a search that say nothing. */
const FILLERS = new Set(["a", "an", "the", "my", "of", "to", "in", "for", "with", "and", "how"]);

/** Whether a term has every word of a search: "rename a field" has `rename`. */
function saysAll(term: string, wanted: string): boolean {
  const wordsOf = (text: string) =>
    text.split(/[^a-z0-9]+/).filter((word) => word !== "" && !FILLERS.has(word));
  const said = new Set(wordsOf(term).map(stem));
  const words = wordsOf(wanted);
  return words.length > 0 && words.every((word) => said.has(stem(word)));
}

function stem(text: string): string {
  return text.replaceAll(/[^a-z0-9]+/g, "").replace(/(?:ies|ing|es|ed|e|s|y)$/, "");
}
