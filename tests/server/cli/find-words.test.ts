import { expect, it } from "vitest";
import { findWords } from "../../../server/cli/reference/find-words.ts";
import { readWordBook } from "../../../server/cli/reference/word-book.ts";
import { PROJECT } from "../../definitions.ts";

const book = await readWordBook(PROJECT);
const termsFor = (search: string) => findWords(book, search).terms.map(({ term }) => term);

it.each([
  "rename",
  "rename a question",
  "split a page",
  "removed questions",
  "undo a publish",
  "revert",
])('findWords() finds the changes of a flow in use for "%s"', (search) => {
  expect(termsFor(search)).toContain("change in use");
});

it("findWords() finds a term by one of its words, and prefers the term itself", () => {
  expect(termsFor("translate")).toEqual(["localisation"]);
  expect(termsFor("branch")).toEqual(["branch"]);
  expect(termsFor("of the")).toEqual([]);
});

it.each([
  ["footer", "footer"],
  ["back button", "back button"],
  ["future", "date of birth"],
  ["past date", "date of birth"],
  ["minimum age", "date of birth"],
  ["French", "localisation"],
  ["help text", "help text"],
  ["preview", "preview"],
  ["mail", "mail"],
])('findWords() finds "%s" under %s', (search, term) => {
  expect(termsFor(search)).toContain(term);
});
