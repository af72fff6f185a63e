import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
} from "yaml";
import { asObject, type Json, type JsonObject } from "../../language/json.ts";
import { resolvedSchema, schemaBranch } from "../../compile/lower/lower-tree.ts";
import { conditionRule, splitCondition, type EntryNames } from "./match-of-rule.ts";
import { shortenRule } from "./shorten-rule.ts";
import { RULE_WORD } from "../../language/rule.ts";
import { presentWord } from "../../language/renamed-words.ts";
import {
  applyEdits,
  isPlainNode,
  replaceValue,
  spanOf,
  spanOfPair,
  type TextEdit,
} from "./text-edits.ts";
import { writeFlow } from "./write-flow.ts";

/** Members with a condition as their rule. */
const CONDITIONS = new Set([
  "allow",
  "exists",
  "done",
  "asked",
  "skip",
  "formWhen",
  "confirm",
  "handedIn",
  "finished",
  "localesOffered",
  "host",
  "own",
  "people",
  "enabled",
  "dataLayer",
  "x-asked-while",
]);

/** The inputs of a file's migration. */
export interface RuleMigration {
  /** Meta-schema of the file. */
  readonly schema: JsonObject;
  readonly names: EntryNames;
}

/**
 * Migrates a definition: conditions as `match` and `not`, `optional` and `default` for an `if` that
 * repeats its condition, `stay: { error }` for a message and staying. Comments, order and
 * everything else stay.
 */
export function migrateRules(text: string, migration: RuleMigration): string {
  const rules = new Walk(text, migration).rules();
  return new Walk(rules, migration).messages();
}

class Walk {
  private readonly document: Document.Parsed;
  private readonly edits: TextEdit[] = [];

  constructor(
    private readonly text: string,
    private readonly migration: RuleMigration,
  ) {
    this.document = parseDocument(text, { uniqueKeys: false });
  }

  rules(): string {
    return this.walked((node, schema, key) => this.rewriteRule(node, schema, key));
  }

  messages(): string {
    return this.walked((node, schema) => {
      if (isMap(node) && "stay" in asObject(schema["properties"])) this.rewriteStay(node);
      return false;
    });
  }

  private walked(rewrite: (node: Node, schema: JsonObject, key: string) => boolean): string {
    if (this.document.errors.length > 0) return this.text;
    const walk = (given: JsonObject, node: unknown, key: string): void => {
      if (!isNode(node)) return;
      const schema = resolvedSchema(given, this.migration.schema);
      const branch = schemaBranch(schema, node.toJS(this.document) as Json);
      if (branch !== undefined) return walk(branch, node, key);
      if (rewrite(node, schema, key)) return;
      if (isSeq(node)) for (const item of node.items) walk(asObject(schema["items"]), item, key);
      if (!isMap(node)) return;
      const properties = asObject(schema["properties"]);
      for (const pair of node.items) {
        const written = nameOf(pair);
        if (written === "when" && "match" in properties && this.rewriteWhen(node, pair)) continue;
        const name = this.rename(pair, written, Object.keys(properties));
        const known = Object.hasOwn(properties, name);
        walk(
          asObject(known ? properties[name] : schema["additionalProperties"]),
          pair.value,
          known || !isMap(pair.value) ? name : key,
        );
      }
    };
    walk(this.migration.schema, this.document.contents, "");
    return applyEdits(this.text, this.edits);
  }

  /** Renames a member to its word's present name, and returns that. */
  private rename({ key }: Pair, name: string, known: readonly string[]): string {
    const present = known.includes(name) ? undefined : presentWord(name, known);
    if (present === undefined || !isNode(key)) return name;
    this.edits.push({ ...spanOf(key, this.text), text: present });
    return present;
  }

  private rewriteRule(node: Node, schema: JsonObject, key: string): boolean {
    if (!(RULE_WORD in schema)) return false;
    if (isScalar(node) || !isPlainNode(node, this.document)) return true;
    const json = node.toJS(this.document) as Json;
    const shorter = shortenRule(json, this.migration.names);
    const isGuard = key === "rule" && this.guardRules.has(node);
    const made =
      CONDITIONS.has(key) || isGuard ? conditionRule(shorter, this.migration.names) : shorter;
    if (JSON.stringify(made) !== JSON.stringify(json))
      this.edits.push(replaceValue(node, this.text, writeFlow(made)));
    return true;
  }

  /** Rules of guards; those of values give more than true or false. */
  private get guardRules(): ReadonlySet<Node> {
    const guards = isMap(this.document.contents) ? this.document.contents.get("guards") : undefined;
    const rules = isMap(guards)
      ? guards.items.flatMap(({ value }) => {
          const rule = isMap(value) ? value.get("rule", true) : undefined;
          return isNode(rule) ? [rule as Node] : [];
        })
      : [];
    return new Set(rules);
  }

  private rewriteWhen(map: YAMLMap, pair: Pair): boolean {
    if (!isNode(pair.value) || !isPlainNode(pair.value, this.document)) return false;
    if (map.has("match") || map.has("not")) return false;
    const rule = shortenRule(pair.value.toJS(this.document) as Json, this.migration.names);
    const { match, not, when } = splitCondition(rule, this.migration.names);
    if (match === undefined && not === undefined) return false;
    const { start, end } = spanOfPair(pair, this.text);
    const column = start - this.text.lastIndexOf("\n", start - 1) - 1;
    const words = Object.entries({ match, not, when }).flatMap(([word, value]) =>
      value === undefined ? [] : [`${word}: ${writeFlow(value)}`],
    );
    const text = words.join(map.flow === true ? ", " : `\n${" ".repeat(column)}`);
    this.edits.push({ start, end, text });
    return true;
  }

  private rewriteStay(map: YAMLMap): void {
    const at = (name: string) => map.items.findIndex((pair) => nameOf(pair) === name);
    const [notify, stays] = [at("notify"), at("stay")];
    const [message, staying] = [map.items[notify], map.items[stays]];
    if (message === undefined || staying === undefined || map.get("stay") !== true) return;
    if (!isNode(message.value) || !isPlainNode(message.value, this.document)) return;
    const { copy = null, tone = null, ...rest } = asObject(message.value.toJS(this.document));
    const made =
      tone === "error"
        ? { error: copy, ...rest }
        : { notice: copy, ...(tone === "info" ? {} : { tone }), ...rest };
    const before = map.items[stays - 1];
    const gone = spanOfPair(staying, this.text);
    if (
      before === undefined ||
      this.text.slice(spanOfPair(before, this.text).end, gone.start).includes("#")
    )
      return;
    this.edits.push({ start: spanOfPair(before, this.text).end, end: gone.end, text: "" });
    const { start, end } = spanOfPair(message, this.text);
    this.edits.push({ start, end, text: `stay: ${writeFlow(made)}` });
  }
}

function nameOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : "";
}
