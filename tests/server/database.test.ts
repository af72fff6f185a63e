import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  DatabaseUnavailable,
  openDatabase,
  type Database,
} from "../../server/storage/database/database.ts";
import { migrate } from "../../server/storage/database/migrate.ts";
import { PROJECT } from "../definitions.ts";
import { OUTSIDE, outsideIsUp } from "./service.ts";

const outside = await outsideIsUp();
const MIGRATIONS = join(PROJECT, "server/storage/migrations");

describe("the database", { skip: !outside }, () => {
  const name = `foyer_database_${process.pid}`;
  const databases: Database[] = [];
  let admin: pg.Client;
  beforeAll(async () => {
    admin = new pg.Client({ connectionString: OUTSIDE });
    await admin.connect();
    await admin.query(`create database ${name}`);
    const url = new URL(OUTSIDE);
    url.pathname = `/${name}`;
    databases.push(openDatabase(url.href, 2), openDatabase(url.href, 2), openDatabase(url.href, 2));
  });
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await admin?.query(`drop database ${name} with (force)`);
    await admin?.end();
  });

  it("migrates once, however many processes start at the same time, and a second run changes nothing", async () => {
    const ran = await Promise.all(databases.map((database) => migrate(database, MIGRATIONS)));
    expect(ran.filter((each) => each.length > 0)).toHaveLength(1);
    const [first] = databases;
    if (first === undefined) throw new Error("no database");
    expect(await migrate(first, MIGRATIONS)).toEqual([]);
    const rows = await first.query<{ name: string }>("select name from migrations order by name");
    expect(rows.map((row) => row.name)).toEqual(ran.flat().toSorted());
  });

  it("survives a connection that is cut between two statements, and goes on with another", async () => {
    const [database] = databases;
    if (database === undefined) throw new Error("no database");
    const cut = database.transaction(async (client) => {
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      const over = new Promise((resolve) => client.once("end", resolve));
      await admin.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
      await over;
      return client.query("select 1");
    });
    await expect(cut).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await database.query("select 1 as one")).toEqual([{ one: 1 }]);
  });
});
