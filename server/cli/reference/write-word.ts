import { stringify } from "yaml";
import { PROBLEM_CODES } from "../../../engine/compile/check/codes/problem-codes.ts";
import type { Json } from "../../../engine/language/json.ts";
import { formatYaml } from "../../../engine/source/format-yaml.ts";
import type { WordBook } from "./word-book.ts";
import type { Word } from "./words.ts";
import { wrongValue } from "./wrong-value.ts";

/** A wrong example, as YAML, with the reason. */
interface WrongExample {
  readonly yaml: string;
  readonly reason: string;
}

/** Anchor of a word on the page of its kind. */
export function wordAnchor({ id }: Pick<Word, "id">): string {
  return id.replaceAll(/[^A-Za-z0-9]+/g, "-").toLowerCase();
}

/** Address of a word from the folder `flows`. */
export function wordAddress(word: Pick<Word, "id" | "kind">): string {
  return `reference/${word.kind}.md#${wordAnchor(word)}`;
}

/** Type, default and release of a word in one line. */
export function wordFacts(word: Word, { releases }: WordBook): string {
  return [
    word.type,
    ...(word.required ? ["must be there"] : []),
    ...(word.default === undefined ? [] : [`default: ${word.default}`]),
    `since ${releases.get(word.id) ?? "the next release"}`,
  ].join(" · ");
}

/** A right example of a word as YAML; undefined where the book has none. */
export function rightExample(word: Word, { examples }: WordBook): string | undefined {
  const value = examples.get(word.id);
  return value === undefined ? undefined : yamlOf(word.name, value);
}

const FORMS = ["form", "fields", "pattern"];

/** Kinds of files that the examples of problem codes are of; a code without an entry fits any. */
const KINDS_OF_CODES: readonly (readonly [codes: RegExp, kinds: readonly string[]])[] = [
  [/^FLOW-COPY-/, ["copy"]],
  [/^THEME-/, ["theme"]],
  [/^FLOW-(?:FIELD|FORM)(?:-|$)/, FORMS],
  [/^FLOW-FIXTURE-/, ["fixture"]],
  [/^FLOW-SANDBOX/, ["sandbox"]],
  [/^FLOW-STATE-/, ["state"]],
  [/^FLOW-(?:CHOICE|RULE)-/, ["screen", "transitions", "guards", "calls", "events", ...FORMS]],
  [/^FLOW-NAME-/, ["guards", "flags", "config"]],
];

/**
 * A wrong example of a word: that of the first problem code whose examples are of its kind of file
 * and begin with the word, else a value of the wrong type.
 */
export function wrongExample(word: Word): WrongExample | undefined {
  const starts = new RegExp(`^${word.name.replaceAll(/[^\w-]/g, "")}: `);
  const [code, problem] =
    Object.entries(PROBLEM_CODES).find(
      ([id, { wrong, right }]) =>
        starts.test(wrong) && starts.test(right) && fitsKind(id, word.kind),
    ) ?? [];
  if (code !== undefined && problem !== undefined)
    return { yaml: problem.wrong, reason: `${code}: ${problem.description}` };
  const slip = wrongValue(word);
  return slip === undefined
    ? undefined
    : { yaml: yamlOf(word.name, slip.value), reason: slip.reason };
}

function fitsKind(code: string, kind: string): boolean {
  return KINDS_OF_CODES.every(([codes, kinds]) => !codes.test(code) || kinds.includes(kind));
}

/** One member as canonical YAML. */
function yamlOf(name: string, value: Json): string {
  const text = stringify({ [name]: value }, { lineWidth: 0 });
  const result = formatYaml("example.yaml", text);
  return (result.ok ? result.text : text).trimEnd();
}
