import type { Json, JsonObject } from "../../../engine/language/json.ts";
import type { Database } from "../database/database.ts";
import { forgetKeys } from "./check-keys.ts";
import { renewBoxes } from "./personal-values.ts";
import { SEALED_COLUMNS, type SealedColumn } from "./sealed-columns.ts";
import { FORMER, UnopenedBox, type Vault } from "./vault.ts";

/** Pages of one read: no lock is held, and other statements continue. */
const PAGES = 8;

/** The result of a rotation. */
export interface Rotated {
  /** Rows sealed anew, by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Rows with a value to seal anew after the last pass, by column. */
  readonly left: Readonly<Record<string, number>>;
  /** Values that cannot be opened: reported with their place, and left as they are. */
  readonly unopened: readonly UnopenedBox[];
}

/** Passes over a column; rows that other statements move or change in each of them are left. */
const PASSES = 5;

/**
 * Seals everything with the key in use, and binds values of the former format where the vault
 * binds, a few pages at a time, during service. A statement may change a row meanwhile, or move it
 * to a page that was read already: passes go on until a count of the column finds no such row. Only
 * then are the records of other keys removed. A value that cannot be opened stops nothing.
 *
 * @returns the rows sealed and left by table, and the values that could not be opened
 */
export async function rotateKeys(database: Database, vault: Vault): Promise<Rotated> {
  const rows: Record<string, number> = {};
  const left: Record<string, number> = {};
  const unopened: UnopenedBox[] = [];
  for (const column of SEALED_COLUMNS) {
    for (let pass = 1; ; pass++) {
      const seen = await renewColumn(database, column, vault);
      rows[column.table] = (rows[column.table] ?? 0) + seen.done;
      const missed = await countStale(database, column, vault, seen.unchanged);
      if (missed > 0 && pass < PASSES) continue;
      if (missed > 0) left[`${column.table}.${column.column}`] = missed;
      unopened.push(...seen.unopened);
      break;
    }
  }
  if (Object.keys(left).length === 0) await forgetKeys(database, vault);
  return {
    rows: Object.fromEntries(Object.entries(rows).filter(([, count]) => count > 0)),
    left,
    unopened,
  };
}

/** Counts rows with a value to seal anew, those included that cannot be opened, by column. */
export async function staleCounts(
  database: Database,
  vault: Vault,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const column of SEALED_COLUMNS) {
    const count = await countStale(database, column, vault);
    if (count > 0) counts[`${column.table}.${column.column}`] = count;
  }
  return counts;
}

/** @param unchanged versions of rows that are not counted */
async function countStale(
  database: Database,
  column: SealedColumn,
  vault: Vault,
  unchanged: readonly string[] = [],
): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from ${column.table} where ${isStale(column, vault)}
       and not exists (select from unnest($1::text[]) as unchanged(version) where version = ${versionOf(column)})`,
    [unchanged],
  );
  return row?.count ?? 0;
}

interface StaleRow {
  readonly place: string;
  readonly version: string;
  readonly row: string;
  readonly text: string;
  readonly bound: boolean;
  readonly application: string | null;
}

/**
 * One pass over all pages of a table.
 *
 * @returns the rows sealed anew, and the versions of rows in which nothing could be
 */
async function renewColumn(
  database: Database,
  column: SealedColumn,
  vault: Vault,
): Promise<{
  readonly done: number;
  readonly unchanged: readonly string[];
  readonly unopened: readonly UnopenedBox[];
}> {
  const unopened: UnopenedBox[] = [];
  const unchanged: string[] = [];
  let done = 0;
  const [table] = await database.query<{ pages: number }>(
    "select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as pages",
    [column.table],
  );
  for (let page = 0; page < (table?.pages ?? 0); page += PAGES) {
    const rows = await database.query<StaleRow>(
      `select ctid::text as place, ${versionOf(column)} as version, ${column.row} as row, ${textOf(column)} as text,
        ${column.document?.bound ?? "true"} as bound, ${column.document?.application ?? "null"}::text as application
       from ${column.table} where ctid >= $1::tid and ctid < $2::tid and ${isStale(column, vault)}`,
      [`(${page},0)`, `(${page + PAGES},0)`],
    );
    for (const row of rows) {
      const renewal = new Renewal(column, row, vault);
      const value =
        column.document === undefined
          ? renewal.whole()
          : renewal.document(await typedText(database, row, vault));
      unopened.push(...renewal.unopened);
      if (value === undefined) unchanged.push(row.version);
      else if (await write({ database, vault }, column, row, value)) done++;
    }
  }
  return { done, unchanged, unopened };
}

/** Seals the values of one row anew. */
class Renewal {
  readonly unopened: UnopenedBox[] = [];

  constructor(
    private readonly column: SealedColumn,
    private readonly row: StaleRow,
    private readonly vault: Vault,
  ) {}

  /** @returns undefined where nothing changes */
  whole(): string | undefined {
    return this.closedAnew(this.row.text, "");
  }

  /**
   * @param typed texts of the application's inputs: an equal text in the document was typed, and is
   *   no sealed value
   * @returns undefined where nothing changes
   */
  document(typed: string): string | undefined {
    const { bound, text } = this.row;
    const value = renewBoxes(
      JSON.parse(text) as Json,
      { bound, binds: bound || this.vault.binds },
      (box, path, from) =>
        !bound && typed.includes(box)
          ? this.vault.seal(JSON.stringify(box), this.placeOf(path))
          : this.closedAnew(box, path, from),
    );
    const renewed = JSON.stringify(value);
    return renewed === JSON.stringify(JSON.parse(text)) ? undefined : renewed;
  }

  /**
   * @param from the path that the value is bound to, where it moved
   * @returns undefined where the value stays as it is
   */
  private closedAnew(box: string, path: string, from = path): string | undefined {
    const place = this.placeOf(from);
    try {
      const text = box.startsWith(FORMER)
        ? this.vault.openFormer(box, place)
        : this.vault.open(box, place);
      if (from === path && this.vault.isCurrent(box)) return undefined;
      return this.vault.seal(text, this.placeOf(path));
    } catch (error) {
      if (!(error instanceof UnopenedBox)) throw error;
      this.unopened.push(error);
      return undefined;
    }
  }

  private placeOf(path: string) {
    const { table, column } = this.column;
    return { column: `${table}.${column}`, row: this.row.row, path };
  }
}

/** Writes a row only if it is unchanged since it was read. */
async function write(
  { database, vault }: { readonly database: Database; readonly vault: Vault },
  column: SealedColumn,
  { place, text }: StaleRow,
  value: string,
): Promise<boolean> {
  const cast = column.type === "bytea" ? "convert_to($2, 'UTF8')" : `$2::${column.type}`;
  const bind = column.document === undefined || !vault.binds ? "" : `, ${column.document.bind}`;
  const written = await database.query(
    `update ${column.table} set ${column.column} = ${cast}${bind} where ctid = $1::tid and ${textOf(column)} = $3 returning 1`,
    [place, value, text],
  );
  return written.length > 0;
}

/**
 * All texts that came into an application from outside and look like a sealed value of the former
 * format.
 */
async function typedText(
  database: Database,
  { application, bound }: StaleRow,
  vault: Vault,
): Promise<string> {
  if (bound || application === null) return "";
  const inputs = await database.query<{ row: string; input: string }>(
    "select application || ' ' || revision as row, convert_from(input, 'UTF8') as input from journal where application = $1",
    [application],
  );
  return inputs
    .flatMap(({ row, input }) => {
      const place = { column: "journal.input", row, path: "" };
      try {
        return textsIn(
          JSON.parse(
            input.startsWith(FORMER) ? vault.openFormer(input, place) : vault.open(input, place),
          ) as Json,
        );
      } catch (error) {
        // The pass reports it at its own row.
        if (error instanceof UnopenedBox) return [];
        throw error;
      }
    })
    .join("\n");
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return value.includes(FORMER) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return (Array.isArray(value) ? value : Object.values(value as JsonObject)).flatMap(textsIn);
}

function textOf({ column, type }: SealedColumn): string {
  return type === "bytea" ? `convert_from(${column}, 'UTF8')` : `${column}::text`;
}

/** SQL that tells a row of a table, with the value in the column, from all others. */
function versionOf(column: SealedColumn): string {
  return `md5(${column.row} || ' ' || ${textOf(column)})`;
}

/**
 * SQL condition of rows with an outdated sealed value. Within a document a typed text never has `"`
 * without `\` before it.
 */
function isStale(column: SealedColumn, vault: Vault): string {
  const current = (vault.keys[0] ?? "").replaceAll(/[^A-Za-z0-9_]/g, (letter) => `\\${letter}`);
  const text = textOf(column);
  const old = vault.binds ? `(v1:|v2:(?!${current}:))` : `v[12]:(?!${current}:)`;
  if (column.document === undefined) return `${text} ~ '^sealed:${old}'`;
  const { bound } = column.document;
  const former = vault.binds ? "sealed:v1:" : `sealed:v1:(?!${current}:)`;
  return `case when ${bound} then ${text} ~ '"\\$sealed": ?"sealed:${old}' else ${text} ~ '"${former}' end`;
}
