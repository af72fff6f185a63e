import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Nodes } from "../../../../server/storage/repositories/nodes.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../own-database.ts";

const outside = await outsideIsUp();
const key = (byte: number) => Buffer.alloc(32, byte).toString("base64");
const [OLD, NEW] = [`old:${key(7)}`, `new:${key(8)}`];

describe("Nodes", { skip: !outside }, () => {
  let own: Awaited<ReturnType<typeof openOwnDatabase>>;

  beforeAll(async () => {
    own = await openOwnDatabase();
  });
  afterAll(async () => own?.close());

  const node = (keys: string) => new Nodes(own.database, openVault(keys));
  const seen = async () =>
    (await node(`${NEW},${OLD}`).serving()).map((each) => each.key).toSorted();

  it("tell of each node whether it holds the first key, until it leaves or falls silent", async () => {
    const nodes = [OLD, `${OLD},${NEW}`, `${NEW},${OLD}`].map(node);
    for (const each of [...nodes, ...nodes]) await each.beat();
    expect(await seen()).toEqual(["first", "held", "none"]);
    await nodes[2]?.leave();
    expect(await seen()).toEqual(["held", "none"]);
    await own.database.query("update nodes set seen_at = now() - interval '3 minutes'");
    expect(await seen()).toEqual([]);
    await nodes[0]?.beat();
    expect(await seen()).toEqual(["none"]);
    await own.database.query("update nodes set seen_at = now() - interval '2 hours'");
    await node(OLD).forgetOld();
    expect(await own.database.query("select id from nodes")).toEqual([]);
  });

  it("tell another key of the same name from the own one, and show nothing of a key", async () => {
    await node(`new:${key(9)}`).beat();
    expect(await seen()).toEqual(["none"]);
    const [row] = await own.database.query<{ keys: string[] }>("select keys from nodes");
    expect(row?.keys).toEqual([expect.stringMatching(/^new:[0-9a-f]{16}$/)]);
    expect(JSON.stringify(row)).not.toContain(Buffer.alloc(8, 9).toString("hex"));
  });
});
