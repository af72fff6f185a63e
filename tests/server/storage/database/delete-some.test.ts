import { expect, it } from "vitest";
import { deleteSome } from "../../../../server/storage/database/delete-some.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../own-database.ts";

it(
  "deleteSome() deletes a bounded number of rows, and says whether more may be left",
  {
    skip: !(await outsideIsUp()),
  },
  async () => {
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
  },
);
