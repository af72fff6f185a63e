import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase, type Database } from "../../../../server/storage/database/database.ts";
import {
  pendingMigrations,
  runMigrations,
} from "../../../../server/storage/database/run-migrations.ts";
import { PROJECT } from "../../../definitions.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../own-database.ts";

const MIGRATIONS = join(PROJECT, "server/storage/migrations");

describe("runMigrations()", { skip: !(await outsideIsUp()) }, () => {
  const databases: Database[] = [];
  let own: Awaited<ReturnType<typeof openOwnDatabase>>;
  beforeAll(async () => {
    own = await openOwnDatabase({}, "empty");
    for (let at = 0; at < 3; at++)
      databases.push(openDatabase(own.url, 2, { statementMs: 60_000 }));
  });
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await own?.close();
  });

  it("migrates once, however many processes start at the same time, and a second run changes nothing", async () => {
    const ran = await Promise.all(databases.map((database) => runMigrations(database, MIGRATIONS)));
    expect(ran.filter((each) => each.length > 0)).toHaveLength(1);
    const [first] = databases;
    if (first === undefined) throw new Error("no database");
    expect(await runMigrations(first, MIGRATIONS)).toEqual([]);
    const rows = await first.query<{ name: string }>("select name from migrations order by name");
    expect(rows.map((row) => row.name)).toEqual(ran.flat().toSorted());
  });

  it.each([
    [
      "a row that was deleted",
      "delete from migrations where name = '190_drafts.sql'",
      "insert into migrations (name) values ('190_drafts.sql')",
      /no row "190_drafts\.sql", and that migration cannot run \(relation "drafts" already exists\)[^]*insert into migrations \(name\) values \('190_drafts\.sql'\);[^]*This migration changed nothing/,
    ],
    [
      "a table that was dropped",
      "alter table drafts rename to elsewhere",
      "alter table elsewhere rename to drafts",
      /its row "190_drafts\.sql" says that the migration ran, and the table drafts is missing[^]*restore the last backup/,
    ],
    [
      "the table of another program",
      "alter table migrations rename column name to title",
      "alter table migrations rename column title to name",
      /other columns \(column "name" does not exist\)[^]*a database or a schema of its own/,
    ],
  ])("names what is wrong, its meaning and the remedy: %s", async (_, breaks, mends, message) => {
    const [database] = databases;
    if (database === undefined) throw new Error("no database");
    await database.query(breaks);
    await expect(runMigrations(database, MIGRATIONS)).rejects.toThrow(message);
    await database.query(mends);
    expect(await runMigrations(database, MIGRATIONS)).toEqual([]);
  });

  it("holds no statement up behind a long transaction: it gives way, and tries again", async () => {
    const [database, other] = databases;
    if (database === undefined || other === undefined) throw new Error("no database");
    const folder = await folderOf({
      "890_column.sql": "alter table drafts add column while_busy integer;\n",
    });
    const lines: string[] = [];
    const log = { warn: (line: string) => void lines.push(line) };
    let ran: Promise<readonly string[]> = Promise.resolve([]);
    await other.transaction(async (client) => {
      await client.query("select count(*) from drafts");
      ran = runMigrations(database, folder, log);
      await expect.poll(() => lines.length).toBe(1);
      await database.query("select count(*) from drafts");
    });
    expect(await ran).toEqual(["890_column.sql"]);
    expect(lines[0]).toMatch(/^a migration waits for a long transaction/);
    await rm(folder, { recursive: true });
  });

  it("keeps what ran before a migration that fails", async () => {
    const [database] = databases;
    if (database === undefined) throw new Error("no database");
    const folder = await folderOf({
      "900_first.sql": "create table first_of_two (id integer);\n",
      "901_second.sql": "alter table nowhere add column id integer;\n",
    });
    await expect(runMigrations(database, folder)).rejects.toThrow(/no row "901_second\.sql"/);
    expect(await pendingMigrations(database, folder)).toEqual(["901_second.sql"]);
    await rm(folder, { recursive: true });
  });

  it("takes up a build of an index that failed halfway, and holds up no write meanwhile", async () => {
    const [database, other] = databases;
    if (database === undefined || other === undefined) throw new Error("no database");
    const folder = await folderOf({
      "910_index.sql": `-- concurrently
-- Says why.
create index concurrently if not exists drafts_a on drafts (screen);
create index concurrently if not exists drafts_b on drafts (kept_at);
`,
    });
    const impatient = openDatabase(own.url, 2, { statementMs: 1500 });
    await other.transaction(async (client) => {
      await client.query("set transaction isolation level repeatable read");
      await client.query("select count(*) from drafts");
      const failed = expect(runMigrations(impatient, folder)).rejects.toThrow(/statement timeout/);
      const free = performance.now();
      await database.query("update drafts set forget_at = now()");
      expect(performance.now() - free).toBeLessThan(1000);
      await failed;
    });
    await impatient.close();
    expect(await indexes(database)).toEqual([{ name: "drafts_a", valid: false }]);
    expect(await pendingMigrations(database, folder)).toEqual(["910_index.sql"]);
    const both = await Promise.all([runMigrations(database, folder), runMigrations(other, folder)]);
    expect(both.flat()).toEqual(["910_index.sql"]);
    expect(await indexes(database)).toEqual([
      { name: "drafts_a", valid: true },
      { name: "drafts_b", valid: true },
    ]);
    await rm(folder, { recursive: true });
  });

  it("runs nothing but builds of indexes outside of a transaction", async () => {
    const [database] = databases;
    if (database === undefined) throw new Error("no database");
    const folder = await folderOf({
      "920_more.sql":
        "-- concurrently\ncreate index concurrently if not exists a on drafts (screen);\ndrop table drafts;\n",
    });
    await expect(runMigrations(database, folder)).rejects.toThrow(/920_more\.sql may only/);
    await rm(folder, { recursive: true });
  });
});

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-migrations-"));
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql);
  return folder;
}

async function indexes(database: Database) {
  return database.query(
    `select relname as name, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
     where relname in ('drafts_a', 'drafts_b') order by relname`,
  );
}
