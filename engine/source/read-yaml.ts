import { unescapeSegment } from "./json-pointer.ts";
import {
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
} from "yaml";
import type { Json } from "../language/json.ts";
import type { DefinitionProblem } from "../language/problem.ts";
import { misreadValues } from "./misread-values.ts";
import { yamlMistake } from "./yaml-mistakes.ts";
import { memoize } from "../language/memoize.ts";

/** A parsed definition file, with the places of its values. */
export interface SourceDocument {
  readonly path: string;
  readonly text: string;
  /** Undefined when the file could not be read; `problems` has the reasons. */
  readonly value: Json | undefined;
  readonly problems: readonly DefinitionProblem[];
  /**
   * Values that are read as something else than their author probably meant. They are no problems
   * of the file: the check reports them, and a version that was published with one is read as
   * before.
   */
  readonly misreadValues: readonly DefinitionProblem[];
  /**
   * Place of the value under a JSON pointer, or of its nearest existing parent. Lines and columns
   * from 1.
   */
  locate(pointer: string): { readonly line: number; readonly column: number };
  /** Whether there is a value under a JSON pointer. */
  has(pointer: string): boolean;
}

/** Maximum number of characters a definition file may have. */
export const SIZE_LIMIT = 1_048_576;
const DEPTH_LIMIT = 64;
const ALIAS_LIMIT = 50;
const ALIASES_IN_FILE = 500;
/**
 * Maximum number of reported problems of one file; a file that is broken throughout needs no longer
 * list.
 */
const PROBLEM_LIMIT = 50;
const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]);

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly offset: number | undefined;
}

/**
 * Reads YAML 1.2 (JSON is YAML too) as a definition: bounded in size, depth and alias expansion,
 * with no duplicate or prototype keys, and nothing that JSON cannot hold. Never throws: `problems`
 * has every mistake.
 */
export function readYaml(path: string, text: string): SourceDocument {
  const refusal = unreadable(text);
  if (refusal !== undefined) return broken(path, text, refusal.code, refusal.message);
  const lines = new LineCounter();
  const place = (offset: number | undefined) => {
    const { line, col } = lines.linePos(offset ?? 0);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const composed = compose(text, lines);
  if (composed === undefined) {
    const deep = broken(path, text, "FLOW-YAML-DEPTH", `Nested deeper than ${DEPTH_LIMIT} levels`);
    return {
      ...deep,
      problems: deep.problems.map((problem) => ({ ...problem, ...place(lines.lineStarts.at(-1)) })),
    };
  }
  const { document, documents, aliases } = composed;
  const problem = (
    code: string,
    message: string,
    offset: number | undefined,
  ): DefinitionProblem => ({
    code,
    severity: "error",
    message,
    file: path,
    ...place(offset),
  });
  const told = ({ code, message, offset }: Refusal) => problem(code, message, offset);
  // What comes after a mistake in the syntax is read wrongly because of it.
  const syntax = document.errors.length > 0 ? document.errors.slice(0, 1) : document.warnings;
  const problems = syntax.map((error): DefinitionProblem => {
    const { message, suggestion } = yamlMistake(error);
    const found = problem("FLOW-YAML-SYNTAX", message, error.pos[0]);
    return suggestion === undefined ? found : { ...found, suggestion };
  });
  if (documents > 1)
    problems.push(
      problem(
        "FLOW-YAML-SYNTAX",
        "A file holds one document; what follows the line `---` is another",
        document.range[1],
      ),
    );
  if (problems.length === 0 && document.directives?.yaml.version !== "1.2")
    problems.push(
      problem("FLOW-YAML-SYNTAX", "Definitions are YAML 1.2; take the %YAML line away", 0),
    );
  if (problems.length === 0) problems.push(...Array.from(refusals(document.contents), told));
  let value: Json | undefined;
  if (problems.length === 0) {
    const { mistake, written } = withAliasesWritten(document, aliases);
    if (mistake === undefined) value = text.trim() === "" ? written : (written ?? null);
    else problems.push(problem("FLOW-YAML-ALIASES", mistake.message, mistake.offset));
  }
  return {
    path,
    text,
    value,
    problems: problems.slice(0, PROBLEM_LIMIT),
    misreadValues: problems.length > 0 ? [] : Array.from(misreadValues(document.contents), told),
    locate: (pointer) => place(nodeAt(document, pointer).offset),
    has: (pointer) => nodeAt(document, pointer).whole,
  };
}

/**
 * Parses and composes, unless the text nests too deep. The parser's own stack shows the depth
 * before anything recurses. Duplicate keys are checked later, in linear time.
 */
function compose(
  text: string,
  lines: LineCounter,
):
  | { readonly document: Document.Parsed; readonly documents: number; readonly aliases: number }
  | undefined {
  const parser = new Parser(lines.addNewLine);
  let deep = false;
  let aliases = 0;
  const tokens = function* () {
    lines.addNewLine(0);
    for (const lexeme of new Lexer().lex(text)) {
      yield* parser.next(lexeme);
      if (lexeme.startsWith("*")) aliases++;
      // The document is one level, and so is the scalar at the bottom.
      if (parser.stack.length > DEPTH_LIMIT + 2) {
        deep = true;
        return;
      }
    }
    yield* parser.end();
  };
  let document: Document.Parsed | undefined;
  let documents = 0;
  for (const each of new Composer({
    lineCounter: lines,
    uniqueKeys: false,
    version: "1.2",
    merge: false,
    strict: true,
    prettyErrors: false,
  }).compose(tokens(), true, text.length)) {
    document ??= each;
    if (++documents > 1) break;
  }
  return deep || document === undefined ? undefined : { document, documents, aliases };
}

function unreadable(text: string): { code: string; message: string } | undefined {
  if (text.length > SIZE_LIMIT)
    return { code: "FLOW-YAML-SIZE", message: `The file is larger than ${SIZE_LIMIT} characters` };
  if (text.startsWith("\ufeff"))
    return {
      code: "FLOW-YAML-ENCODING",
      message: "The file begins with a byte order mark; save it as UTF-8 without one",
    };
  if (text.includes("\u0000"))
    return {
      code: "FLOW-YAML-ENCODING",
      message: "The file contains a NUL character; is it UTF-16? Save it as UTF-8",
    };
  if (text.includes("\ufffd") || /\p{Surrogate}/u.test(text))
    return { code: "FLOW-YAML-ENCODING", message: "The file is not valid UTF-8" };
  return undefined;
}

function broken(path: string, text: string, code: string, message: string): SourceDocument {
  return {
    path,
    text,
    value: undefined,
    problems: [{ code, severity: "error", message, file: path, line: 1, column: 1 }],
    misreadValues: [],
    locate: () => ({ line: 1, column: 1 }),
    has: () => false,
  };
}

/**
 * Values that no definition may hold: duplicate or prototype keys, unstorable texts, numbers such
 * as NaN.
 */
function* refusals(node: unknown): Generator<Refusal> {
  if (isMap(node)) {
    const keys = new Set<string>();
    for (const pair of node.items) {
      const key: unknown = isScalar(pair.key) ? pair.key.value : pair.key;
      const offset = offsetOf(pair.key);
      if (typeof key === "object" && key !== null)
        yield { code: "FLOW-YAML-KEY", message: "A key has to be plain text", offset };
      else if (FORBIDDEN_KEYS.has(String(key)))
        yield { code: "FLOW-YAML-KEY", message: `"${String(key)}" cannot be a key`, offset };
      else if (keys.has(String(key)))
        yield {
          code: "FLOW-YAML-DUPLICATE-KEY",
          message: `The key "${String(key)}" is there twice`,
          offset,
        };
      keys.add(String(key));
      yield* refusals(pair.key);
      yield* refusals(pair.value);
    }
  } else if (isSeq(node)) {
    for (const item of node.items) yield* refusals(item);
  } else if (isScalar(node)) {
    const { value } = node;
    if (typeof value === "number" && !Number.isFinite(value))
      yield {
        code: "FLOW-YAML-VALUE",
        message: `${String(node.source ?? value)} is no number that JSON can hold`,
        offset: offsetOf(node),
      };
    if (typeof value === "string" && /\u0000|\p{Surrogate}/u.test(value))
      yield {
        code: "FLOW-YAML-VALUE",
        message: "The text has a NUL or half a character, which cannot be stored",
        offset: offsetOf(node),
      };
  }
}

/** What is wrong with an alias, and its place. */
interface AliasMistake {
  readonly message: string;
  readonly offset: number | undefined;
}

/**
 * Copies the value of each anchor to its aliases. Returns the value, or the first mistake of an
 * alias.
 */
function withAliasesWritten(
  document: Document.Parsed,
  aliases: number,
): { readonly mistake?: AliasMistake | undefined; readonly written?: Json | undefined } {
  // Each alias is looked up from the top of the file, so their number is checked first.
  if (aliases > ALIASES_IN_FILE)
    return {
      mistake: { message: `More than ${ALIASES_IN_FILE} aliases; write the values out`, offset: 0 },
    };
  const mistake = aliasMistake(document);
  if (mistake !== undefined) return { mistake };
  try {
    return { written: document.toJS({ maxAliasCount: ALIAS_LIMIT }) as Json | undefined };
  } catch {
    const message = `More than ${ALIAS_LIMIT} alias expansions; write the values out`;
    return { mistake: { message, offset: 0 } };
  }
}

/**
 * The first problem of a document's aliases: one without an anchor, one inside its own anchor, or a
 * text that is too deep once they are written out.
 */
function aliasMistake(document: Document.Parsed): AliasMistake | undefined {
  const open = new Set<Node>();
  const heights = new Map<Node, number>();
  let mistake: AliasMistake | undefined;
  /** Levels below a node, with its aliases expanded. */
  const height = (node: unknown): number => {
    if (mistake !== undefined) return 0;
    if (isAlias(node)) {
      const target = node.resolve(document);
      if (target === undefined)
        mistake = {
          message: `There is no anchor "&${node.source}" before this alias; a text that begins with * needs quotes`,
          offset: offsetOf(node),
        };
      else if (open.has(target))
        mistake = { message: "The alias stands inside what it repeats", offset: offsetOf(node) };
      return mistake === undefined ? height(target) : 0;
    }
    if (!isMap(node) && !isSeq(node)) return 0;
    const known = heights.get(node);
    if (known !== undefined) return known;
    open.add(node);
    const levels =
      1 +
      node.items.reduce<number>(
        (most, item) =>
          Math.max(most, height(isMap(node) ? (item as { value: unknown }).value : item)),
        0,
      );
    open.delete(node);
    heights.set(node, levels);
    if (levels > DEPTH_LIMIT)
      mistake ??= {
        message: `With aliases written out it is nested deeper than ${DEPTH_LIMIT} levels`,
        offset: offsetOf(node),
      };
    return levels;
  };
  height(document.contents);
  return mistake;
}

/**
 * The entries of a map by name, the first of each; built once a map, since every name may be looked
 * up.
 */
const entriesOf = memoize((map: YAMLMap): ReadonlyMap<string, Pair> => {
  const made = new Map<string, Pair>();
  for (const item of map.items)
    if (isScalar(item.key) && !made.has(String(item.key.value)))
      made.set(String(item.key.value), item);
  return made;
});

/**
 * Walks to a pointer. The place of a map's entry is its key, so that a caret points at the wrong
 * name.
 */
function nodeAt(
  document: Document.Parsed,
  pointer: string,
): { offset: number | undefined; whole: boolean } {
  let node: Node | null | undefined = document.contents;
  let offset = offsetOf(node);
  for (const segment of pointer.split("/").slice(1)) {
    const name = unescapeSegment(segment);
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair: Pair | undefined = entriesOf(node).get(name);
      if (pair === undefined) return { offset, whole: false };
      offset = offsetOf(pair.key) ?? offset;
      node = pair.value as Node | null;
    } else if (isSeq(node)) {
      const item = node.items[Number(name)] as Node | undefined;
      if (item === undefined) return { offset, whole: false };
      offset = offsetOf(item) ?? offset;
      node = item;
    } else return { offset, whole: false };
  }
  return { offset, whole: true };
}

function offsetOf(node: unknown): number | undefined {
  const range = (node as { range?: readonly number[] | null } | null | undefined)?.range;
  return range?.[0];
}
