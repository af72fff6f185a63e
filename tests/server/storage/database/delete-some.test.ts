import { describe, expect, it } from "vitest";
import { deleteSome } from "../../../../server/storage/database/delete-some.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../own-database.ts";

describe("deleteSome()", { skip: !(await outsideIsUp()) }, () => {
  it("deletes a bounded number of rows, and says whether more may be left", async () => {
    const { database, close } = await openOwnDatabase({}, "empty");
    await database.query("create table rows (n integer)");
    await database.query("insert into rows select generate_series(1, 12000)");
    const said: boolean[] = [];
    const left: number[] = [];
    for (let more = true; more;) {
      more = await deleteSome(database, "rows", "n <= $1 or n > 11998", [11_000]);
      said.push(more);
      const [row] = await database.query<{ n: number }>("select count(*)::int as n from rows");
      left.push(row?.n ?? 0);
    }
    expect(said).toEqual([true, true, false]);
    expect(left).toEqual([7000, 2000, 998]);
    await close();
  });

  it("leaves a row that another statement changes meanwhile, where it is no longer meant", async () => {
    const { database, close } = await openOwnDatabase({}, "empty");
    await database.query("create table rows (n integer)");
    await database.query("insert into rows values (1), (2)");
    let deleting: Promise<boolean> | undefined;
    await database.transaction(async (client) => {
      await client.query("update rows set n = n + 10 where n = 2");
      deleting = deleteSome(database, "rows", "n < $1", [10]);
      const waiting =
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
      await expect.poll(async () => database.query(waiting)).toHaveLength(1);
    });
    await deleting;
    expect(await database.query("select n from rows")).toEqual([{ n: 12 }]);
    await close();
  });
});
