import { asList, asObject, isObject, type Json, type JsonObject } from "../../../language/json.ts";
import { membersWithin } from "../../../rules/members.ts";

/** Parts of the definitions that name tables. */
const NAMING = ["screens", "tables", "flow", "providers", "calls", "forms"] as const;

/** Says of tables whether a rule holds of every way that leads to them. */
export class RowsBefore {
  /** The rows that hand over to each table, with the tables they are rows of. */
  private readonly rows = new Map<string, (readonly [table: string, row: JsonObject])[]>();
  /** How often each text stands in the definitions. */
  private readonly mentions = new Map<string, number>();

  constructor(tree: JsonObject) {
    for (const [table, { rows }] of Object.entries(asObject(tree["tables"])).map(
      ([id, each]) => [id, asObject(each)] as const,
    ))
      for (const row of asList(rows)) {
        const { table: next } = asObject(row);
        if (typeof next === "string")
          this.rows.set(next, [...(this.rows.get(next) ?? []), [table, asObject(row)]]);
      }
    for (const part of NAMING)
      for (const [name, value] of membersWithin(tree[part] ?? null))
        if (name !== "id") for (const text of textsOf(value)) this.count(text);
    // Each table says its own name.
    for (const table of Object.keys(asObject(tree["tables"]))) this.count(table, -1);
  }

  /**
   * Whether only rows hand over to a table, and a condition holds of each of them or of all that
   * lead to its own table.
   */
  every(table: string, holds: (row: JsonObject) => boolean, seen = new Set<string>()): boolean {
    const rows = this.rows.get(table) ?? [];
    if (rows.length === 0 || rows.length !== this.mentions.get(table) || seen.has(table))
      return false;
    seen.add(table);
    return rows.every(([own, row]) => holds(row) || this.every(own, holds, new Set(seen)));
  }

  private count(text: string, by = 1): void {
    this.mentions.set(text, (this.mentions.get(text) ?? 0) + by);
  }
}

function textsOf(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return asList(value).flatMap((each) => (isObject(each) ? [] : textsOf(each)));
}
