import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../../server/storage/database/database.ts";
import { PageFiles } from "../../../../server/storage/repositories/page-files.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../own-database.ts";

describe("PageFiles", { skip: !(await outsideIsUp()) }, () => {
  let database: Database;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ database, close } = await openOwnDatabase());
  });
  afterAll(() => close?.());

  it("keeps a file while a node has it, and a week longer", async () => {
    const [own, former] = [new PageFiles(database), new PageFiles(database)];
    await former.provide(new Map([["/assets/former.js", "1"]]));
    await own.provide(
      new Map([
        ["/assets/own.js", "2"],
        ["/assets/former.js", "another"],
      ]),
    );
    await own.provide(new Map([["/assets/more.js", Buffer.from("3")]]));
    expect((await own.find("/assets/former.js"))?.toString()).toBe("1");
    await new PageFiles(database).provide(new Map([["/assets/gone.js", "4"]]));
    await database.query("update page_files set seen_at = now() - interval '8 days'");
    await own.forgetOld();
    const found = await Promise.all(
      ["own", "former", "more", "gone"].map(async (name) => own.find(`/assets/${name}.js`)),
    );
    expect(found.map((body) => body?.toString())).toEqual(["2", "1", "3", undefined]);
  });
});
