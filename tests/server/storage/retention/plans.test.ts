import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRepositories } from "../../../../server/composition/repositories.ts";
import type { Database } from "../../../../server/storage/database/database.ts";
import { eraseApplication } from "../../../../server/storage/retention/erase.ts";
import { outsideIsUp } from "../../service.ts";
import { planOf, recording } from "../recorded-statements.ts";
import { openStore } from "../stored-application.ts";

const WHOLE_TABLE = /Seq Scan on (\w+)/;

/** Tables with a row for each node, and for each file of the pages. */
const SMALL = ["nodes", "page_files"];

describe("plans of retention", { skip: !(await outsideIsUp()) }, () => {
  let store: Awaited<ReturnType<typeof openStore>>;
  beforeAll(async () => {
    store = await openStore();
  });
  afterAll(() => store?.close());

  /** The tables that the statements of some work read as a whole, with the statement. */
  async function wholeTables(work: (database: Database) => Promise<unknown>) {
    const { database, sent } = recording(store.database);
    await work(database);
    const explained = sent.filter(({ text }) => /^\s*(?:select|update|delete|with)\b/.test(text));
    expect(explained.length).toBeGreaterThan(0);
    const found: string[] = [];
    for (const statement of explained)
      for (const line of await planOf(store.database, statement)) {
        const [, table = ""] = WHOLE_TABLE.exec(line) ?? [];
        if (table !== "" && !SMALL.includes(table)) found.push(`${table}: ${statement.text}`);
      }
    return found;
  }

  it("eraseApplication() reads no whole table", async () => {
    const { applications } = store;
    const variant = { environment: "CI" } as never;
    const { key } = await applications.begin("library-card", "v1", variant, randomBytes(32));
    expect(await wholeTables(async (database) => eraseApplication(database, key, "asked"))).toEqual(
      [],
    );
  });

  it("forgetOld() of every table reads no whole table", async () => {
    expect(
      await wholeTables(async (database) => {
        const options = { idleMs: 1, longestMs: 1, hostOnly: false };
        const repositories = openRepositories({ database, vault: store.vault }, options as never);
        for (const repository of Object.values(repositories))
          if ("forgetOld" in repository) await repository.forgetOld();
        for (const flow of [undefined, "library-card"])
          await repositories.events.forgetUnowned(flow, 90);
      }),
    ).toEqual([]);
  });

  it("every row that goes with another one is found by an index", async () => {
    const missing = await store.database.query(
      `select c.conrelid::regclass::text as table, c.conname as reference from pg_constraint c
       where c.contype = 'f' and c.confdeltype = 'c' and not exists (
         select 1 from pg_index i where i.indrelid = c.conrelid and i.indpred is null
           and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)
       order by 1`,
    );
    expect(missing).toEqual([]);
  });

  it("eraseApplication() erases the embedded platform's answers by key and by application", async () => {
    const { applications, database } = store;
    const variant = { environment: "CI" } as never;
    const { key } = await applications.begin("library-card", "v1", variant, randomBytes(32));
    const call = randomUUID();
    await database.query("update applications set id = 'urn:card:1' where key = $1", [key]);
    await database.query(
      "insert into calls (id, application, name, request, leased_until) values ($1, $2, '', '', now())",
      [call, key],
    );
    await database.query(
      `insert into platform_effects (key, application, call, status, answer)
       values ($1, null, '', 200, ''), ('other', 'urn:card:1', '', 200, ''), ('kept', 'urn:card:2', '', 200, '')`,
      [call],
    );
    const erased = await eraseApplication(database, key, "asked");
    expect(erased?.rows).toMatchObject({ platform_effects: 2 });
    expect(await database.query("select key from platform_effects")).toEqual([{ key: "kept" }]);
  });
});
