import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  DatabaseUnavailable,
  type Database,
} from "../../../../server/storage/database/database.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../own-database.ts";

describe("openDatabase(), when statements are refused", { skip: !(await outsideIsUp()) }, () => {
  let database: Database;
  let close: () => Promise<void>;
  const told: string[] = [];
  const note = (message: string) => void told.push(message);

  beforeEach(async () => {
    told.length = 0;
    ({ database, close } = await openOwnDatabase({ log: { warn: note, error: note } }));
  });
  afterEach(async () => close?.());

  const begin = async () =>
    database.query(
      "insert into applications (key, flow, flow_version, variant, subject, state) values (gen_random_uuid(), '', '', '{}', '', '{}')",
    );
  const isWritable = async () =>
    database.assertWritable().then(
      () => true,
      () => false,
    );

  /** Has a table refuse its new rows, as where no page can be added to it. */
  async function refuse(table: string, state: string, message: string): Promise<void> {
    await database.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception '${message}' using errcode = '${state}'; end $$`,
    );
    await database.query(
      `create trigger refuse before insert on ${table} for each row execute function refuse()`,
    );
  }
  const repair = async () => database.query("drop function refuse() cascade");

  it("a full disk is no writable database until a write succeeds, and is logged once", async () => {
    await refuse("applications", "53100", "could not extend file: No space left on device");
    expect(await isWritable()).toBe(true);
    for (let times = 0; times < 3; times++)
      await expect(begin()).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect.poll(isWritable).toBe(false);
    await expect(begin()).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(told).toEqual([
      "the database takes no writes: 53100, the database's disk is full (could not extend file: No space left on device); free disk space where it keeps its tables; steps are refused until it does",
    ]);

    await repair();
    await begin();
    await expect.poll(isWritable, { timeout: 10_000 }).toBe(true);
    expect(told.slice(1)).toEqual(["the database takes writes again"]);
    expect(await database.query("select flow from applications")).toHaveLength(1);
  });

  it("a full disk in a transaction counts as well", async () => {
    await refuse("journal", "53100", "could not extend file");
    await expect(
      database.transaction(async (client) => {
        await client.query("do $$ begin raise exception 'full' using errcode = '53100'; end $$");
      }),
    ).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect.poll(isWritable).toBe(false);
  });

  it("a refusal of one statement alone is logged with its meaning, once a minute", async () => {
    for (const state of ["58030", "58030", "40P01"])
      await database
        .query(`do $$ begin raise exception 'one file' using errcode = '${state}'; end $$`)
        .catch(() => undefined);
    await expect
      .poll(() => told.toSorted())
      .toEqual([
        "the database refused a statement: 40P01, two transactions waited for each other (one file)",
        "the database refused a statement: 58030, the database's disk or system failed (one file); look at the database's own log",
      ]);
    expect(await isWritable()).toBe(true);
  });

  it("a statement that is wrong by itself is not the database's refusal", async () => {
    await database.query("select nothing from nowhere").catch(() => undefined);
    expect(told).toEqual([]);
    expect(await isWritable()).toBe(true);
  });
});
