import type { WordBook } from "./word-book.ts";
import type { Word, WordPage, WordPart } from "./words.ts";
import { rightExample, wordAnchor, wordFacts, wrongExample } from "./write-word.ts";

/** The Markdown page of a kind of definition file: a table of its words, then one section each. */
export function writePage(page: WordPage, book: WordBook): string {
  const lines = [
    `# ${page.title}`,
    "",
    `${page.description} Schema: \`schemas/definition/${page.kind}.json\`.`,
    "",
    "Made by `npx foyer reference`. Words in **bold** must be there. All words: [the reference](../REFERENCE.md).",
    "",
    ...page.parts.flatMap((part) => partLines(part, page, book)),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

function partLines(part: WordPart, page: WordPage, book: WordBook): string[] {
  return [
    ...(part.name === "" ? [] : [`## ${page.title}: ${part.name}`, "", part.description, ""]),
    ...(part.words.length === 0
      ? []
      : ["| word | type | default |", "|---|---|---|", ...part.words.map(row), ""]),
    ...part.words.flatMap((word) => section(word, book)),
  ];
}

function row(word: Word): string {
  const link = `[\`${word.path}\`](#${wordAnchor(word)})`;
  return `| ${word.required ? `**${link}**` : link} | ${cell(word.type)} | ${cell(word.default ?? "")} |`;
}

function section(word: Word, book: WordBook): string[] {
  const right = rightExample(word, book);
  const wrong = wrongExample(word);
  return [
    `### <a id="${wordAnchor(word)}"></a>\`${word.path}\``,
    "",
    ...(word.description === "" ? [] : [word.description, ""]),
    wordFacts(word, book),
    "",
    ...(right === undefined ? [] : ["```yaml", right, "```", ""]),
    ...(wrong === undefined
      ? []
      : [`Not \`${wrong.yaml.replaceAll("\n", " ")}\`: ${wrong.reason}`, ""]),
  ];
}

/** Text for a cell of a table. */
export function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
