import { asObject, isObject, type Json, type JsonObject } from "../../language/json.ts";
import { RULE_WORD } from "../../language/rule.ts";
import { FACT_ROOT_NAMES, rootsOfAxes } from "../../rules/fact-roots.ts";
import { childPointer } from "../../source/json-pointer.ts";
import type { DefinitionTree } from "../definition-tree.ts";
import { IdentityCache } from "../identity-cache.ts";
import {
  joinConditions,
  MATCH_WORDS,
  placePart,
  type MatchNames,
  type TimerTime,
} from "./lower-match.ts";
import { lowerRow, type LoweredAt } from "./lower-row.ts";
import { mapMembers, RuleLowering } from "./lower-rule.ts";
import { lowerTake } from "./lower-take.ts";
import { LoweredPlaces } from "./lowered-places.ts";

/** The meta-schema of a part of the tree: whole, its member of that name, or one for each entry. */
const PARTS: Readonly<Record<string, readonly [kind: string, of: "whole" | "member" | "entry"]>> = {
  flow: ["flow", "whole"],
  events: ["events", "whole"],
  guards: ["guards", "member"],
  values: ["guards", "member"],
  calls: ["calls", "member"],
  roles: ["roles", "member"],
  sequences: ["flow", "member"],
  screens: ["screen", "entry"],
  tables: ["transitions", "entry"],
  forms: ["form", "entry"],
  providers: ["provider", "entry"],
  sandboxes: ["sandbox", "entry"],
};

/** The definition of a table's row, in every meta-schema that has rows. */
const ROW = "#/$defs/transition-row";

/** What values of axes alone read; see `axes.NAME.values.NAME.when`. */
const HOST = "host";

/** A lowered tree, with the places of its parts. */
export interface LoweredTree extends DefinitionTree {
  readonly places: LoweredPlaces;
}

interface Lowered {
  readonly value: Json;
  readonly tables: JsonObject;
  readonly places: LoweredPlaces;
}

/** One object in the course of its lowering. */
interface At extends LoweredAt {
  /** Prefix of the names of its inline tables. */
  readonly name: string;
}

interface Run {
  readonly root: JsonObject;
  readonly rules: RuleLowering;
  readonly tables: Record<string, Json>;
}

/**
 * Lowers definitions to the compiler's words: `match` and `not` become `when`, inline rows become
 * tables, `stay: { error }` a notice. The meta-schemas say where rules and rows stand. A part that
 * is lowered once is the same object for every variant that has it.
 */
export class TreeLowering {
  private readonly names: MatchNames;
  private readonly known = new WeakMap<object, Map<string, Lowered>>();
  private readonly merged = new IdentityCache<JsonObject>();

  constructor(
    base: JsonObject,
    private readonly schemas: ReadonlyMap<string, JsonObject>,
  ) {
    this.names = namesOf(base);
  }

  /** Whether a base gives `match` the same names, under the same schemas. */
  serves(base: JsonObject, schemas: ReadonlyMap<string, JsonObject>): boolean {
    const { guards, values, roots, timers } = namesOf(base);
    const { names } = this;
    return (
      schemas === this.schemas &&
      isSame(names.guards, guards) &&
      isSame(names.values, values) &&
      isSame(names.roots, roots) &&
      JSON.stringify([...names.timers]) === JSON.stringify([...timers])
    );
  }

  /** Begins another compilation. */
  next(): void {
    this.merged.next();
  }

  /** Lowers a tree, and records the places of its parts. */
  lower<T extends DefinitionTree>(layered: T): T & LoweredTree {
    const places = new LoweredPlaces();
    const tree: Record<string, Json> = { ...layered.tree };
    const found: JsonObject[] = [];
    for (const [part, [kind, of]] of Object.entries(PARTS)) {
      const value = layered.tree[part];
      const schema = this.schemas.get(kind);
      if (!isObject(value) || schema === undefined) continue;
      const lowered = this.part(part, value, { schema, of });
      tree[part] = lowered.value;
      found.push(lowered.tables);
      places.add(lowered.places);
    }
    tree["tables"] = this.tablesOf(asObject(tree["tables"]), found, places);
    return { ...layered, tree, places };
  }

  private part(
    part: string,
    value: JsonObject,
    { schema, of }: { readonly schema: JsonObject; readonly of: "whole" | "member" | "entry" },
  ): Lowered {
    const at = `/${part}`;
    return this.once(value, at, () => {
      if (of === "whole")
        return this.walked(value, schema, schema, { source: at, lowered: at, name: "" });
      const member = asObject(asObject(schema["properties"])[part]);
      const entry = of === "entry" ? schema : asObject(member["additionalProperties"]);
      const places = new LoweredPlaces();
      const tables: Record<string, Json> = {};
      const made = mapMembers(value, (each, name) => {
        if (!isObject(each)) return each;
        const here = `${at}/${name}`;
        const lowered = this.once(each, here, () =>
          this.walked(each, entry, schema, { source: here, lowered: here, name }),
        );
        places.add(lowered.places);
        Object.assign(tables, lowered.tables);
        return lowered.value;
      });
      return { value: made, tables, places };
    });
  }

  private once(value: JsonObject, at: string, make: () => Lowered): Lowered {
    const known = this.known.get(value) ?? new Map<string, Lowered>();
    this.known.set(value, known);
    const lowered = known.get(at) ?? make();
    known.set(at, lowered);
    return lowered;
  }

  private walked(value: JsonObject, schema: JsonObject, root: JsonObject, at: At): Lowered {
    const places = new LoweredPlaces();
    const tables: Record<string, Json> = {};
    const run = { root, rules: new RuleLowering(this.names, places), tables };
    return { value: walk(schema, value, at, run), tables, places };
  }

  /** Tables of files and of inline rows; the same object for the same ones. */
  private tablesOf(
    shared: JsonObject,
    found: readonly JsonObject[],
    places: LoweredPlaces,
  ): JsonObject {
    const inPlace = found.filter((tables) => Object.keys(tables).length > 0);
    const tables: Record<string, Json> = { ...shared };
    for (const [id, table] of inPlace.flatMap((each) => Object.entries(each))) {
      if (Object.hasOwn(tables, id))
        places.report(`/tables/${id}`, {
          code: "FLOW-ID-REPEATED",
          message: `Two tables are called "${id}": rows in place are called after where they stand`,
        });
      tables[id] = table;
    }
    if (inPlace.length === 0) return shared;
    return this.merged.get([shared, ...inPlace], () => tables);
  }
}

/** The names that an entry of `match` may be about. */
function namesOf(base: JsonObject): MatchNames {
  return {
    guards: new Set(Object.keys(asObject(base["guards"]))),
    values: new Set(Object.keys(asObject(base["values"]))),
    timers: new Map(
      Object.entries(asObject(asObject(base["flow"])["timers"])) as [string, TimerTime][],
    ),
    roots: new Set([
      ...Object.keys(asObject(asObject(base["state"])["properties"])),
      ...FACT_ROOT_NAMES,
      ...rootsOfAxes(asObject(base["flow"])).keys(),
      HOST,
    ]),
  };
}

/**
 * Whether the names are the same in the same order, which decides between equally close
 * suggestions.
 */
function isSame(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const names = [...others];
  return some.size === names.length && [...some].every((name, at) => name === names[at]);
}

/** Lowers a value by its schema. */
function walk(given: JsonObject, value: Json, at: At, run: Run): Json {
  const schema = resolvedSchema(given, run.root);
  if (isRowSlot(schema) && Array.isArray(value)) return rowsInPlace(schema, value, at, run);
  const branch = schemaBranch(schema, value);
  if (branch !== undefined) return walk(branch, value, at, run);
  if (schema[RULE_WORD] === "rule") return run.rules.rule(value, at.source, at.lowered);
  if (schema[RULE_WORD] === "template") return run.rules.template(value, at.source, at.lowered);
  if (Array.isArray(value)) {
    const items = asObject(schema["items"]);
    const made = value.map((each: Json, index) => walk(items, each, within(at, index, each), run));
    return made.every((each, index) => each === value[index]) ? value : made;
  }
  if (!isObject(value)) return value;
  const properties = asObject(schema["properties"]);
  const open = asObject(schema["additionalProperties"]);
  const made = mapMembers(value, (each, key) => {
    if (isMatchWord(key) && key in properties) return each;
    const fixed = Object.hasOwn(properties, key);
    return walk(fixed ? asObject(properties[key]) : open, each, below(at, key, fixed), run);
  });
  const row =
    given["$ref"] === ROW
      ? lowerRow(made, value, at, run.rules.places)
      : "take" in properties
        ? lowerTake(made, at, run.rules.places)
        : made;
  const word = "rule" in properties ? "rule" : "when";
  return "match" in properties ? withCondition(row, value, { ...at, word }, run) : row;
}

/** The condition of an object with `match` or `not`, joined with its own rule. */
function withCondition(
  made: JsonObject,
  written: JsonObject,
  at: LoweredAt & { readonly word: "when" | "rule" },
  run: Run,
): JsonObject {
  if (!MATCH_WORDS.some((word) => written[word] !== undefined)) return made;
  const { match: _match, not: _not, [at.word]: when, ...rest } = made;
  const parts = run.rules.parts(written, at.source);
  const whole = joinConditions(
    when === undefined
      ? parts
      : [...parts, { rule: when, source: `${at.source}/${at.word}`, made: false }],
    at.source,
  );
  placePart(whole, `${at.lowered}/${at.word}`, run.rules.places);
  return { ...rest, [at.word]: whole.rule };
}

/** Makes a table of inline rows; returns its id. */
function rowsInPlace(schema: JsonObject, rows: readonly Json[], at: At, run: Run): Json {
  const id = at.name;
  const lowered = `/tables/${id}/rows`;
  run.rules.places.put(`/tables/${id}`, at.source);
  run.rules.places.put(lowered, at.source);
  const items = asObject(schemaBranch(schema, rows)?.["items"]);
  run.tables[id] = {
    table: id,
    description: `Rows in place: ${id}`,
    rows: rows.map((row, index) =>
      walk(items, row, within({ source: at.source, lowered, name: id }, index, row), run),
    ),
  };
  return id;
}

function within(at: At, index: number, value: Json): At {
  const id = isObject(value) ? value["id"] : undefined;
  return {
    source: `${at.source}/${index}`,
    lowered: `${at.lowered}/${index}`,
    name: typeof id === "string" ? `${at.name}/${id}` : at.name,
  };
}

/**
 * The place of a member; in flow.yaml, names by authors and fixed words are part of the name.
 */
function below(at: At, key: string, fixed: boolean): At {
  const named = fixed && at.name !== "" && key !== "onOpen" ? at.name : join(at.name, key);
  return {
    source: childPointer(at.source, key),
    lowered: childPointer(at.lowered, key),
    name: named,
  };
}

function join(name: string, key: string): string {
  return name === "" ? key : `${name}/${key}`;
}

function isMatchWord(key: string): boolean {
  return MATCH_WORDS.some((word) => word === key);
}

/** The definition that a schema refers to, or the schema itself. */
export function resolvedSchema(schema: JsonObject, root: JsonObject): JsonObject {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return schema;
  const name = /^#\/\$defs\/(.+)$/.exec(reference)?.[1] ?? "";
  return asObject(asObject(root["$defs"])[name]);
}

function isRowSlot(schema: JsonObject): boolean {
  const branches = schema["anyOf"];
  return (
    Array.isArray(branches) &&
    branches.some((branch: Json) => asObject(asObject(branch)["items"])["$ref"] === ROW)
  );
}

/** The branch of a union for a value, by its type. */
export function schemaBranch(schema: JsonObject, value: Json): JsonObject | undefined {
  const branches = schema["anyOf"] ?? schema["oneOf"];
  if (!Array.isArray(branches)) return undefined;
  const type = Array.isArray(value) ? "array" : isObject(value) ? "object" : typeof value;
  return branches.map((each: Json) => asObject(each)).find((each) => each["type"] === type);
}
