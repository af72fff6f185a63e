import type { Json, JsonObject } from "../../../engine/language/json.ts";
import type { Database } from "../database/database.ts";
import { forgetKeys } from "./check-keys.ts";
import { renewBoxes } from "./personal-values.ts";
import { SEALED_COLUMNS, type SealedColumn } from "./sealed-columns.ts";
import { FORMER, UnopenedBox, type Vault } from "./vault.ts";

/** Rows of one read: no lock is held, and other statements continue. */
const BATCH = 200;

/** The result of a rotation. */
export interface Rotated {
  /** Rows sealed anew, by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Rows that other statements changed in every pass, by table. */
  readonly left: Readonly<Record<string, number>>;
  /** Values that cannot be opened: reported with their place, and left as they are. */
  readonly unopened: readonly UnopenedBox[];
}

/** Passes over a table; rows that other statements change in each of them are left. */
const PASSES = 5;

/**
 * Seals everything with the key in use, and binds values of the former format where the vault
 * binds, a few hundred rows at a time, during service. A row that changed meanwhile waits for the
 * next pass: its new value has the key in use already. A value that cannot be opened stops nothing.
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
      if (seen.missed > 0 && pass < PASSES) continue;
      if (seen.missed > 0) left[`${column.table}.${column.column}`] = seen.missed;
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
    const [row] = await database.query<{ count: number }>(
      `select count(*)::int as count from ${column.table} where ${isStale(column, vault)}`,
    );
    if (row !== undefined && row.count > 0) counts[`${column.table}.${column.column}`] = row.count;
  }
  return counts;
}

interface StaleRow {
  readonly ctid: string;
  readonly row: string;
  readonly text: string;
  readonly bound: boolean;
  readonly application: string | null;
}

/** One pass in physical order: each row is read once, whether or not it can be sealed anew. */
async function renewColumn(
  database: Database,
  column: SealedColumn,
  vault: Vault,
): Promise<{
  readonly done: number;
  readonly missed: number;
  readonly unopened: readonly UnopenedBox[];
}> {
  const unopened: UnopenedBox[] = [];
  let [done, missed] = [0, 0];
  for (let after = "(0,0)"; ;) {
    const rows = await database.query<StaleRow>(
      `select ctid::text as ctid, ${column.row} as row, ${textOf(column)} as text,
        ${column.document?.bound ?? "true"} as bound, ${column.document?.application ?? "null"}::text as application
       from ${column.table} where ctid > $1::tid and ${isStale(column, vault)} order by ctid limit ${BATCH}`,
      [after],
    );
    for (const row of rows) {
      const renewal = new Renewal(column, row, vault);
      const value =
        column.document === undefined
          ? renewal.whole()
          : renewal.document(await typedText(database, row, vault));
      unopened.push(...renewal.unopened);
      if (value === undefined) continue;
      if (await write({ database, vault }, column, row, value)) done++;
      else missed++;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return { done, missed, unopened };
    after = last.ctid;
  }
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

  /** @param from the path that the value is bound to, where it moved */
  private closedAnew(box: string, path: string, from = path): string | undefined {
    const place = this.placeOf(from);
    try {
      const text = box.startsWith(FORMER)
        ? this.vault.openFormer(box, place)
        : this.vault.open(box, place);
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
  { ctid, text }: StaleRow,
  value: string,
): Promise<boolean> {
  const cast = column.type === "bytea" ? "convert_to($2, 'UTF8')" : `$2::${column.type}`;
  const bind = column.document === undefined || !vault.binds ? "" : `, ${column.document.bind}`;
  const written = await database.query(
    `update ${column.table} set ${column.column} = ${cast}${bind} where ctid = $1::tid and ${textOf(column)} = $3 returning 1`,
    [ctid, value, text],
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
