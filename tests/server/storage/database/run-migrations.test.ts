import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase, type Database } from "../../../../server/storage/database/database.ts";
import { runMigrations } from "../../../../server/storage/database/run-migrations.ts";
import { PROJECT } from "../../../definitions.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../own-database.ts";

const MIGRATIONS = join(PROJECT, "server/storage/migrations");

describe("runMigrations()", { skip: !(await outsideIsUp()) }, () => {
  const databases: Database[] = [];
  let close: () => Promise<void>;
  beforeAll(async () => {
    const own = await openOwnDatabase({}, "empty");
    ({ close } = own);
    for (let at = 0; at < 3; at++) databases.push(openDatabase(own.url, 2));
  });
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await close?.();
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
      /no row "190_drafts\.sql", and that migration cannot run \(relation "drafts" already exists\)[^]*insert into migrations \(name\) values \('190_drafts\.sql'\);[^]*Nothing was changed/,
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
    const folder = await mkdtemp(join(tmpdir(), "foyer-migrations-"));
    await writeFile(
      join(folder, "900_column.sql"),
      "alter table drafts add column while_busy integer;\n",
    );
    const lines: string[] = [];
    const log = { warn: (line: string) => void lines.push(line) };
    let ran: Promise<readonly string[]> = Promise.resolve([]);
    await other.transaction(async (client) => {
      await client.query("select count(*) from drafts");
      ran = runMigrations(database, folder, log);
      await expect.poll(() => lines.length).toBe(1);
      await database.query("select count(*) from drafts");
    });
    expect(await ran).toEqual(["900_column.sql"]);
    expect(lines[0]).toMatch(/^a migration waits for a long transaction/);
    await rm(folder, { recursive: true });
  });
});
