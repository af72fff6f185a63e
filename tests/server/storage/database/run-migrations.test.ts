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
});
