import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  DatabaseUnavailable,
  openDatabase,
  type Database,
} from "../../../../server/storage/database/database.ts";
import { OUTSIDE, outsideIsUp } from "../../service.ts";

describe("openDatabase()", { skip: !(await outsideIsUp()) }, () => {
  let database: Database;
  let admin: pg.Client;
  beforeAll(async () => {
    database = openDatabase(OUTSIDE, 2);
    admin = new pg.Client({ connectionString: OUTSIDE });
    await admin.connect();
  });
  afterAll(async () => {
    await database?.close();
    await admin?.end();
  });

  it("rolls a transaction back that throws, and rethrows its error", async () => {
    const failed = database.transaction(async (client) => {
      await client.query("create table never_kept ()");
      throw new Error("changed my mind");
    });
    await expect(failed).rejects.toThrow("changed my mind");
    expect(await database.query("select to_regclass('never_kept') as found")).toEqual([
      { found: null },
    ]);
  });

  it("distinguishes a wrong statement from an absent database", async () => {
    await expect(database.query("select nothing from nowhere")).rejects.not.toBeInstanceOf(
      DatabaseUnavailable,
    );
    const away = openDatabase("postgres://root@127.0.0.1:9/test", 1);
    await expect(away.query("select 1")).rejects.toBeInstanceOf(DatabaseUnavailable);
    await away.close();
  });

  it("survives a connection that is cut between two statements, and continues with another", async () => {
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

  it("takes a blocked event loop for no silent database", async () => {
    const other = openDatabase(OUTSIDE, 1);
    const asked = other.query("select 1 as one");
    // As long as a connection may take, and longer: its timer is called before its answer is read.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3300);
    expect(await asked).toEqual([{ one: 1 }]);
    await other.close();
  });
});
