import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../../../server/storage/database/database.ts";
import { openDatabase } from "../../../../server/storage/database/database.ts";
import { runMigrations } from "../../../../server/storage/database/run-migrations.ts";
import { checkKeys, recordKey } from "../../../../server/storage/secrets/check-keys.ts";
import { rotateKeys, staleCounts } from "../../../../server/storage/secrets/rotate.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";
import { createOutsideDatabase, outsideIsUp } from "../../../outside-postgres.ts";
import type { OutsideDatabase } from "../../../outside-postgres.ts";

const FIRST = `k1:${Buffer.alloc(32, 7).toString("base64")}`;
const SECOND = `k2:${Buffer.alloc(32, 8).toString("base64")}`;

describe("rotateKeys", { skip: !(await outsideIsUp()) }, () => {
  const old = openVault(FIRST);
  const both = openVault(`${SECOND},${FIRST}`);
  let outside: OutsideDatabase;
  let database: Database;
  beforeEach(async () => {
    outside = await createOutsideDatabase();
    database = openDatabase(outside.url);
    await runMigrations(database, "server/storage/migrations");
    await recordKey(database, old);
    await recordKey(database, both);
  });
  afterEach(async () => {
    await database.close();
    await outside.drop();
  });

  const idOf = (n: number) => {
    const id = Buffer.alloc(32);
    id.writeInt32BE(n);
    return id;
  };
  const addSessions = async (count: number) => {
    for (let n = 0; n < count; n++)
      await database.query("insert into sessions (id_hash, subject, person) values ($1, $1, $2)", [
        idOf(n),
        old.seal(JSON.stringify({ n, pad: "x".repeat(100) }), {
          column: "sessions.person",
          row: idOf(n).toString("hex"),
          path: "",
        }),
      ]);
  };
  const recorded = () => database.query("select id from sealing_keys order by id");

  it("seals every row anew, however many pages a table has", async () => {
    await addSessions(1000);
    const { rows, left } = await rotateKeys(database, both);
    expect([rows, left]).toEqual([{ sessions: 1000 }, {}]);
    expect(await staleCounts(database, both)).toEqual({});
    await checkKeys(database, openVault(SECOND));
  });

  it("finds a row that moved to a page it had read", async () => {
    await addSessions(600);
    await database.query("delete from sessions where id_hash < $1", [idOf(64)]);
    await database.query("vacuum sessions");
    const pageOf = async () => {
      const [row] = await database.query<{ page: number }>(
        "select split_part(trim('(' from ctid::text), ',', 1)::int as page from sessions where id_hash = $1",
        [idOf(599)],
      );
      return row?.page ?? -1;
    };
    let moved: readonly number[] = [];
    const beside: Database = {
      ...database,
      query: async (statement, values) => {
        const rows = await database.query<never>(statement, values);
        if (moved.length > 0 || !JSON.stringify(statement).includes("person")) return rows;
        if (!JSON.stringify(statement).includes("from sessions where ctid")) return rows;
        const from = await pageOf();
        // Within its page first, then to where there is room: a session is used like this.
        for (let n = 0; n < 3; n++)
          await database.query("update sessions set seen_at = now() where id_hash = $1", [
            idOf(599),
          ]);
        moved = [from, await pageOf()];
        return rows;
      },
    };
    const { rows, left } = await rotateKeys(beside, both);
    expect(moved[1]).toBeLessThan(moved[0] ?? 0);
    expect([rows, left]).toEqual([{ sessions: 536 }, {}]);
    expect(await staleCounts(database, both)).toEqual({});
  });

  it("keeps the record of the former key while a row is left", async () => {
    await addSessions(1);
    const beside: Database = {
      ...database,
      query: async (statement, values) => {
        if (JSON.stringify(statement).includes("update sessions set person"))
          await database.query("update sessions set seen_at = now()");
        return database.query<never>(statement, values);
      },
    };
    expect(await rotateKeys(beside, both)).toMatchObject({ left: { "sessions.person": 1 } });
    expect(await recorded()).toEqual([{ id: "k1" }, { id: "k2" }]);
  });

  it("leaves a value that cannot be opened, and is done", async () => {
    await addSessions(3);
    await database.query(
      "update sessions set person = 'sealed:v2:k9:AAAA:AAAA:AAAA' where id_hash = $1",
      [idOf(1)],
    );
    const { rows, left, unopened } = await rotateKeys(database, both);
    expect([rows, left, unopened.length]).toEqual([{ sessions: 2 }, {}, 1]);
    expect(await recorded()).toEqual([{ id: "k2" }]);
  });
});
