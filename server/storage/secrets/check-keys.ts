import type { Database } from "../database/database.ts";
import { SEALED_COLUMNS, type SealedColumn } from "./sealed-columns.ts";
import { FORMER, UnopenedBox, type BoxPlace, type Vault } from "./vault.ts";

/** Rows to sample of each column, enough to meet each key in use. */
const SAMPLE = 40;

const PROBE = "foyer";

/** Thrown when FOYER_KEY does not fit the database. */
export class KeysDoNotFit extends Error {
  constructor(readonly problems: readonly string[]) {
    super(
      [
        "FOYER_KEY cannot open what lies in the database:",
        ...problems.map((problem) => `  - ${problem}`),
        "Give missing keys back, after the first one: FOYER_KEY=new:…,old:… (server/RUNBOOK.md, Keys).",
        "A key that is lost for good: npx foyer rotate-keys --without ID; what it closed stays closed.",
      ].join("\n"),
    );
    this.name = "KeysDoNotFit";
  }
}

/**
 * Checks that the keys decrypt this database, and records the one in use.
 *
 * @throws KeysDoNotFit with every problem
 */
export async function checkKeys(database: Database, vault: Vault): Promise<void> {
  await assertKeysFit(database, vault);
  await recordKey(database, vault);
}

/**
 * Checks that the keys decrypt this database; changes nothing.
 *
 * @param lost a key that is about to be given up, and may be missing
 * @throws KeysDoNotFit with every problem
 */
export async function assertKeysFit(
  database: Database,
  vault: Vault,
  lost?: string,
): Promise<void> {
  const { known, problems } = await probeKeys(database, vault, lost);
  for (const column of SEALED_COLUMNS)
    for (const [id, lies] of await sampleOf(database, column, vault))
      if (!known.has(id) && !lies.opens && !problems.has(id))
        problems.set(
          id,
          vault.keys.includes(id)
            ? `${column.table}.${column.column} holds values that the key "${id}" does not open: it is another one of this name`
            : `${column.table}.${column.column} holds values of the key "${id}", which is not among FOYER_KEY`,
        );
  if (problems.size > 0) throw new KeysDoNotFit([...problems.values()]);
}

/**
 * Checks the keys against the recorded ones alone. A database of any release may be asked, before
 * its migrations.
 *
 * @param lost a key that is about to be given up, and may be missing
 * @throws KeysDoNotFit with every problem
 */
export async function assertRecordedKeys(
  database: Database,
  vault: Vault,
  lost?: string,
): Promise<void> {
  const [table] = await database.query<{ exists: boolean }>(
    "select to_regclass('sealing_keys') is not null as exists",
  );
  if (table?.exists !== true) return;
  const { problems } = await probeKeys(database, vault, lost);
  if (problems.size > 0) throw new KeysDoNotFit([...problems.values()]);
}

/** Records the key in use: from now on a start or a command without it is refused. */
export async function recordKey(database: Database, vault: Vault): Promise<void> {
  const [current = ""] = vault.keys;
  await database.query(
    "insert into sealing_keys (id, probe) values ($1, $2) on conflict (id) do update set given_up_at = null where sealing_keys.given_up_at is not null",
    [current, vault.seal(PROBE, placeOfProbe(current))],
  );
}

/** The recorded keys, and a problem for each that is missing or another one. */
async function probeKeys(database: Database, vault: Vault, lost: string | undefined) {
  const probes = await database.query<{ id: string; probe: string; given_up: boolean }>(
    "select id, probe, given_up_at is not null as given_up from sealing_keys order by id",
  );
  const problems = new Map<string, string>();
  for (const { id, probe, given_up: givenUp } of probes) {
    if (givenUp || id === lost || opens(vault, probe, placeOfProbe(id))) continue;
    problems.set(
      id,
      vault.keys.includes(id)
        ? `the key "${id}" is not the one of this name that was used here: put its former bytes back, and give a new key another name`
        : `the key "${id}" was used here and is not among FOYER_KEY`,
    );
  }
  const known = new Set(probes.map(({ id }) => id));
  if (lost !== undefined) known.add(lost);
  return { known, problems };
}

/** Removes the records of keys that encrypt nothing any more. */
export async function forgetKeys(database: Database, vault: Vault): Promise<void> {
  await database.query("delete from sealing_keys where id <> $1 and given_up_at is null", [
    vault.keys[0] ?? "",
  ]);
}

/** Records that a key is lost for good: later starts are not refused for it. */
export async function giveUpKey(database: Database, id: string): Promise<void> {
  await database.query(
    "insert into sealing_keys (id, probe, given_up_at) values ($1, '', now()) on conflict (id) do update set given_up_at = now()",
    [id],
  );
}

/**
 * Samples the keys of whole values in a column, and whether any of those values decrypts. Leaves of
 * documents may contain typed text that looks alike, and prove nothing.
 */
async function sampleOf(
  database: Database,
  column: SealedColumn,
  vault: Vault,
): Promise<ReadonlyMap<string, { opens: boolean }>> {
  const keys = new Map<string, { opens: boolean }>();
  if (column.document !== undefined) return keys;
  const name = `${column.table}.${column.column}`;
  const text = column.type === "bytea" ? `convert_from(${column.column}, 'UTF8')` : column.column;
  const rows = await database.query<{ row: string; box: string }>(
    `select ${column.row} as row, ${text} as box from ${column.table} where ${column.column} is not null limit ${SAMPLE}`,
  );
  for (const { row, box } of rows) {
    const id = /^sealed:v[12]:([\w-]+):/.exec(box)?.[1];
    if (id === undefined) continue;
    const seen = keys.get(id) ?? { opens: false };
    keys.set(id, seen);
    seen.opens ||= opens(vault, box, { column: name, row, path: "" });
  }
  return keys;
}

function opens(vault: Vault, box: string, place: BoxPlace): boolean {
  try {
    if (box.startsWith(FORMER)) vault.openFormer(box, place);
    else vault.open(box, place);
    return true;
  } catch (error) {
    if (error instanceof UnopenedBox) return false;
    throw error;
  }
}

function placeOfProbe(id: string): BoxPlace {
  return { column: "sealing_keys.probe", row: id, path: "" };
}
