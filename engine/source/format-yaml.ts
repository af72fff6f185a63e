import { Lexer } from "yaml";
import { isObject, type Json, type JsonObject } from "../language/json.ts";
import type { DefinitionProblem } from "../language/problem.ts";
import { SchemaPlace, type SchemaFiles } from "./member-order.ts";
import { parseWithComments } from "./parse-comments.ts";
import { readYaml } from "./read-yaml.ts";
import { YamlWriter } from "./write-yaml.ts";

/** Maximum number of passes over a file; two are enough for all but comments in odd places. */
const PASSES = 6;

/** Formatting options of a kind of file. */
export interface FormatOptions {
  /** Its meta-schema, which gives the order of members. */
  readonly schema?: JsonObject;
  /** The other schemas of the language, for references. */
  readonly files?: SchemaFiles;
  /** Whether the file holds copy: each text on a line of its own and in quotes. */
  readonly copy?: boolean;
}

/** The canonical form of a file, or the reason why it has none. */
export type FormatResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problems: readonly DefinitionProblem[] };

/**
 * Writes a definition in its canonical form: block style, with braces where a value is simple and
 * fits on its line; members in the order of the schema; quotes where they are needed; comments and
 * blank lines beside their values. The value stays the same, and formatting twice changes nothing.
 *
 * @throws Error when a value or a comment would be lost: a defect of this module
 */
export function formatYaml(
  path: string,
  text: string,
  { schema, files, copy = false }: FormatOptions = {},
): FormatResult {
  const read = readYaml(path, text);
  if (read.problems.length > 0) return { ok: false, problems: read.problems };
  // Where the schema's order would put an alias before its anchor, the members stay in place.
  for (const place of [SchemaPlace.of(schema, files), SchemaPlace.of(undefined)]) {
    const written = settled(text, new YamlWriter(copy), place);
    if (isSame(path, read.value, text, written)) return { ok: true, text: written };
  }
  throw new Error(`${path} cannot be formatted without losing a value or a comment`);
}

/**
 * Formats a text until it is stable: braces that held a comment may close once it stands above
 * them.
 */
function settled(text: string, writer: YamlWriter, place: SchemaPlace): string {
  let current = text;
  for (let pass = 0; pass < PASSES; pass++) {
    const document = parseWithComments(current);
    const next = document === undefined ? current : writer.document(document, place);
    if (next === current) break;
    current = next;
  }
  return current;
}

/** Whether two texts have the same value and the same comments. */
function isSame(path: string, value: Json | undefined, before: string, after: string): boolean {
  const read = readYaml(path, after);
  return (
    read.problems.length === 0 &&
    equals(read.value, value) &&
    commentWords(before).join(" ") === commentWords(after).join(" ")
  );
}

function equals(one: Json | undefined, other: Json | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each: Json, at) => equals(each, other[at]));
  if (isObject(one) && isObject(other)) {
    const names = Object.keys(one);
    return (
      names.length === Object.keys(other).length &&
      names.every((name) => Object.hasOwn(other, name) && equals(one[name], other[name]))
    );
  }
  return Object.is(one, other);
}

/** Every word of the comments, sorted: members move, and take their comments along. */
function commentWords(text: string): readonly string[] {
  return [...new Lexer().lex(text)]
    .filter((lexeme) => lexeme.startsWith("#"))
    .flatMap((lexeme) => lexeme.slice(1).trim().split(/\s+/))
    .filter((word) => word !== "")
    .toSorted();
}
