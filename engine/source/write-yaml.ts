import {
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { SchemaPlace } from "./member-order.ts";
import { commentLines } from "./write-comment.ts";
import { writeBlock, writeContinued, writeText } from "./write-scalar.ts";

/** Maximum number of characters of a definition's line. */
export const LINE_WIDTH = 100;

/** Maximum number of characters of a line whose text has no space to break at. */
const LONGEST_LINE = 120;

/** Least words of a list that fills several lines when it does not fit on one. */
const FILLED_LIST = 5;

/** Maximum number of characters of a nested value on one line. */
const GLANCE = 56;

type Value = Node | null | undefined;

/** The place at which a value is written. */
interface Spot {
  /** Spaces before its lines, and before those of its members. */
  readonly indent: number;
  /** Text before it on its line: the key, or the dash. */
  readonly lead: string;
  readonly place: SchemaPlace;
  /**
   * Whether it is a member of the file itself: those take lines of their own unless their values
   * are simple.
   */
  readonly top: boolean;
}

/** A value's lines, and the comments above them. */
interface Written {
  readonly lines: readonly string[];
  readonly above: readonly string[];
}

/** Writes documents in canonical form. */
export class YamlWriter {
  /** @param copy whether the file holds copy */
  constructor(private readonly copy: boolean) {}

  /** Writes the whole file. */
  document(document: Document.Parsed, place: SchemaPlace): string {
    const root: Value = document.contents;
    const first = isCollection(root) ? firstNode(root) : undefined;
    const lead = document.commentBefore ?? "";
    // Comments before the first member stay at the top of the file, whichever member comes first.
    const lines = [
      ...commentLines(lead, 0),
      ...(lead === "" ? [] : [""]),
      ...(first === undefined ? [] : commentLines(root?.commentBefore ?? "", 0)),
      ...commentLines(first?.commentBefore ?? "", 0),
    ].filter(isNoSecondBlank);
    if (isCollection(root) && first !== undefined) {
      if (root.anchor !== undefined) return document.toString({ lineWidth: 0 });
      lines.push(...this.children(root, { indent: 0, lead: "", place, top: true }, first));
    } else {
      const written = this.value(root, { indent: 0, lead: "", place, top: false });
      lines.push(...written.above, ...written.lines);
    }
    const end = [first === undefined ? null : root?.comment, document.comment];
    const after = end.filter((comment) => typeof comment === "string").join("\n");
    if (after !== "") lines.push(...["", ...commentLines(after, 0)].filter(isNoSecondBlank));
    return `${lines.join("\n")}\n`;
  }

  /** The entries of a map or list, each with its comments. */
  private children(node: YAMLMap | YAMLSeq, spot: Spot, first?: Node): readonly string[] {
    const { indent, place, top } = spot;
    const entries = isMap(node)
      ? this.members(node, place).map(({ name, pair }) => ({
          lead: `${this.key(pair.key)}: `,
          head: pair.key as Value,
          value: pair.value as Value,
          place: place.member(name),
        }))
      : (node.items as Value[]).map((value) => ({
          lead: "- ",
          head: value,
          value,
          place: place.element(),
        }));
    return entries.flatMap(({ lead, head, value, place: at }, index) => {
      const { lines, above } = this.value(value, { indent, lead, place: at, top });
      const blank = head?.spaceBefore === true && index > 0 && head !== first ? [""] : [];
      const before = head === first ? [] : commentLines(head?.commentBefore ?? "", indent);
      const beside = head === value ? [] : commentLines(head?.comment ?? "", indent);
      return [...[...blank, ...before, ...beside, ...above].filter(isNoSecondBlank), ...lines];
    });
  }

  /** Members in the order of the schema. */
  private members(
    map: YAMLMap,
    place: SchemaPlace,
  ): readonly { readonly name: string; readonly pair: Pair }[] {
    const pairs = new Map(
      map.items.map((pair) => [String(isScalar(pair.key) ? pair.key.value : pair.key), pair]),
    );
    return place.ordered([...pairs.keys()]).flatMap((name) => {
      const pair = pairs.get(name);
      return pair === undefined ? [] : [{ name, pair }];
    });
  }

  /** A value behind its key or dash, and the comments above them. */
  private value(node: Value, spot: Spot): Written {
    const own = spot.lead === "- " ? "" : (node?.commentBefore ?? "");
    if (!isCollection(node) || node.items.length === 0) {
      const written = this.onOneLine(node, spot, this.inline(node, spot)) ?? {
        lines: this.longScalar(node, spot),
        above: commentLines(besideComment(node), spot.indent),
      };
      return { ...written, above: [...commentLines(own, spot.indent), ...written.above] };
    }
    const flow = own === "" ? this.inline(node, spot) : undefined;
    return this.onOneLine(node, spot, flow) ?? this.inLines(node, spot, own);
  }

  /**
   * A value behind its key, and the comment behind it or above them; undefined for want of room.
   */
  private onOneLine(
    node: Value,
    { indent, lead }: Spot,
    flow: string | undefined,
  ): Written | undefined {
    if (flow === undefined) return undefined;
    const line = (" ".repeat(indent) + lead + flow).trimEnd();
    const isShort = isAlias(node) || (isCollection(node) && node.items.length === 0);
    if (width(line) > LINE_WIDTH && !isShort) return undefined;
    const beside = besideComment(node);
    const trailing = beside === "" ? line : `${line} #${spaced(beside)}`;
    return !beside.includes("\n") && width(trailing) <= LINE_WIDTH
      ? { lines: [trailing], above: [] }
      : { lines: [line], above: commentLines(beside, indent) };
  }

  /** A map or list with each entry on its own lines. */
  private inLines(node: YAMLMap | YAMLSeq, spot: Spot, own: string): Written {
    const { indent, lead } = spot;
    const inner = indent + 2;
    const start = " ".repeat(indent) + lead + anchorOf(node);
    const above = commentLines(besideComment(node), indent);
    const words = own === "" ? this.words(node, spot) : undefined;
    if (words !== undefined) return { lines: [start.trimEnd(), ...words], above };
    const children = [
      ...this.children(node, { ...spot, indent: inner, top: false }),
      ...endComment(node, inner),
    ];
    if (lead !== "- " || node.anchor !== undefined)
      return { lines: [start.trimEnd(), ...commentLines(own, inner), ...children], above };
    // The comment of the first entry stands above the dash.
    const from = children.findIndex((line) => !/^\s*(?:#|$)/.test(line));
    return {
      lines: [`${start}${(children[from] ?? "").slice(inner)}`, ...children.slice(from + 1)],
      above: [...above, ...children.slice(0, from).map((line) => line.slice(2))],
    };
  }

  /** A long list of words fills its lines. */
  private words(node: YAMLMap | YAMLSeq, { indent }: Spot): readonly string[] | undefined {
    const items = node.items as Value[];
    if (!isSeq(node) || this.copy || hasComment(node) || items.length < FILLED_LIST)
      return undefined;
    if (items.some((item) => isCollection(item))) return undefined;
    const words = items.map((item) => this.flow(item, true, SchemaPlace.of(undefined)));
    const room = LINE_WIDTH - indent - 4;
    if (words.some((word) => width(word) > room / 2)) return undefined;
    const lines = [""];
    for (const [at, word] of words.entries()) {
      const text = at === words.length - 1 ? word : `${word},`;
      const last = lines.at(-1) ?? "";
      const longer = last === "" ? text : `${last} ${text}`;
      if (width(longer) <= room) lines[lines.length - 1] = longer;
      else lines.push(text);
    }
    const space = " ".repeat(indent + 2);
    return lines.map(
      (line, at) => `${space}${at === 0 ? "[" : " "}${line}${at === lines.length - 1 ? "]" : ""}`,
    );
  }

  /** A scalar that does not fit behind its key: a block scalar where that helps. */
  private longScalar(node: Value, { indent, lead }: Spot): readonly string[] {
    const start = " ".repeat(indent) + lead + anchorOf(node);
    const text = isScalar(node) && typeof node.value === "string" ? node.value : undefined;
    const block = text === undefined ? undefined : writeBlock(text, LINE_WIDTH - indent - 2);
    if (block === undefined) {
      const line = start + this.scalar(node, false);
      if (text === undefined || width(line) <= LONGEST_LINE) return [line.trimEnd()];
      return writeContinued(text, LINE_WIDTH - indent - 2).map((part, at) =>
        at === 0 ? start + part : " ".repeat(indent + 2) + part,
      );
    }
    return [
      start + block.header,
      ...block.lines.map((line) => (line === "" ? "" : " ".repeat(indent + 2) + line)),
    ];
  }

  /** A value on one line; undefined when it takes several. */
  private inline(node: Value, { top, place }: Spot): string | undefined {
    if (isScalar(node) && typeof node.value === "string" && /\n./.test(node.value.trimEnd()))
      return writeBlock(node.value, LINE_WIDTH) === undefined
        ? this.flow(node, false, place)
        : undefined;
    if (!isCollection(node)) return this.flow(node, false, place);
    if (node.items.length === 0) return this.flow(node, true, place);
    if (this.copy || hasComment(node)) return undefined;
    const depth = depthOf(node);
    if (top && isMap(node)) {
      // Named parts take a line each, even a single one: another will follow.
      if (place.holdsNames && node.items.some(({ value }) => isMap(value))) return undefined;
      if (node.items.some(({ value }) => depthOf(value as Value) > 0)) return undefined;
    }
    const flow = this.flow(node, true, place);
    const isShort = !top && depth < Infinity && width(flow) <= GLANCE;
    return isShort || depth <= (top || isSeq(node) ? 1 : 2) ? flow : undefined;
  }

  private flow(node: Value, inFlow: boolean, place: SchemaPlace): string {
    if (!isCollection(node)) return anchorOf(node) + this.scalar(node, inFlow);
    if (isMap(node)) {
      const members = this.members(node, place).map(({ name, pair }) => {
        const value = this.flow(pair.value as Value, true, place.member(name));
        return `${this.key(pair.key, true)}: ${value}`;
      });
      return `${anchorOf(node)}${members.length === 0 ? "{}" : `{ ${members.join(", ")} }`}`;
    }
    const items = (node.items as Value[]).map((item) => this.flow(item, true, place.element()));
    return `${anchorOf(node)}[${items.join(", ")}]`;
  }

  private scalar(node: Value, inFlow: boolean): string {
    if (isAlias(node)) return `*${node.source}`;
    if (!isScalar(node) || node.value === null) return "null";
    if (typeof node.value === "string") return writeText(node.value, { inFlow, quoted: this.copy });
    return typeof node.value === "number"
      ? (node.source ?? String(node.value))
      : String(node.value);
  }

  private key(key: unknown, inFlow = false): string {
    if (!isScalar(key)) return String(key);
    const anchor = anchorOf(key);
    if (typeof key.value !== "string") return anchor + (key.source ?? String(key.value));
    return anchor + writeText(key.value, { inFlow, quoted: false, isKey: true });
  }
}

function anchorOf(node: Value): string {
  return node === null || node === undefined || isAlias(node) || node.anchor === undefined
    ? ""
    : `&${node.anchor} `;
}

function firstNode(collection: YAMLMap | YAMLSeq): Node | undefined {
  const [first] = collection.items;
  return (isMap(collection) ? collection.items[0]?.key : first) as Node | undefined;
}

/** The comment behind a one-line value; that of a multi-line collection follows its last entry. */
function besideComment(node: Value): string {
  if (node === null || node === undefined) return "";
  return isCollection(node) && node.flow !== true ? "" : (node.comment ?? "");
}

function endComment(node: YAMLMap | YAMLSeq, indent: number): readonly string[] {
  return node.flow === true ? [] : commentLines(node.comment ?? "", indent);
}

/** Whether a collection contains comments, blank lines or a multi-line text. */
function hasComment(node: YAMLMap | YAMLSeq): boolean {
  if (node.flow !== true && typeof node.comment === "string") return true;
  return node.items.some((item, at) => {
    const parts = isMap(node) ? [(item as Pair).key, (item as Pair).value] : [item];
    return (parts as Value[]).some((part, side) => {
      if (part === null || part === undefined) return false;
      if (typeof part.commentBefore === "string" || typeof part.comment === "string") return true;
      if (part.spaceBefore === true && at > 0 && side === 0) return true;
      if (isScalar(part)) return typeof part.value === "string" && part.value.includes("\n");
      return isCollection(part) && hasComment(part);
    });
  });
}

/**
 * The nesting depth for a reader: scalars, lists of scalars and maps of one scalar are 0, a
 * collection around them is one more. A list of maps with several members is infinite: its maps are
 * rows, each on a line of its own.
 */
function depthOf(node: Value): number {
  if (!isCollection(node) || node.items.length === 0) return 0;
  if (isSeq(node)) {
    const items = node.items as Value[];
    if (items.some((item) => isMap(item) && item.items.length > 1)) return Infinity;
    return Math.max(...items.map(depthOf));
  }
  const depths = node.items.map(({ value }) => depthOf(value as Value));
  const [only] = node.items;
  if (node.items.length === 1 && only !== undefined && !isCollection(only.value)) return 0;
  return 1 + Math.max(...depths);
}

/** A comment behind a value, with a space after its sign. */
function spaced(comment: string): string {
  return /^[\s!]/.test(comment) ? comment.trimEnd() : ` ${comment.trimEnd()}`;
}

function width(line: string): number {
  return [...line].length;
}

/** Whether a line is kept: one blank line between parts, none at the beginning of the file. */
function isNoSecondBlank(line: string, at: number, lines: readonly string[]): boolean {
  return line !== "" || lines[at - 1] !== "";
}
