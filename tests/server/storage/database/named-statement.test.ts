import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { openDatabase, type Database } from "../../../../server/storage/database/database.ts";
import type { StatementNames } from "../../../../server/storage/database/named-statement.ts";
import { OUTSIDE, outsideIsUp } from "../../service.ts";

const outside = await outsideIsUp();
const STATEMENT = { name: "one", text: "select $1::int as one" };
const PREPARED = "select name from pg_prepared_statements where name <> ''";

/**
 * A way to the database that announces another session than the one it leads to, as a pooler does.
 */
function openPooler(sockets: Set<Socket>): Promise<Server> {
  const { hostname, port } = new URL(OUTSIDE);
  const pooler = createServer((near) => {
    const far = connect(Number(port || 5432), hostname);
    for (const socket of [near, far]) sockets.add(socket.on("error", () => undefined));
    near.pipe(far);
    far.on("data", (part: Buffer) => {
      // BackendKeyData: the letter K, the length 12, the process, the key.
      const at = part.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
      if (at >= 0) part.writeInt32BE(1, at + 5);
      near.write(part);
    });
  });
  return new Promise((resolve) => pooler.listen(0, "127.0.0.1", () => resolve(pooler)));
}

describe("a named statement", { skip: !outside }, () => {
  const opened: { close(): Promise<void> | void }[] = [];
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });
  const database = (url: string, statements?: StatementNames): Database => {
    const found = openDatabase(url, 1, statements === undefined ? {} : { statements });
    opened.push(found);
    return found;
  };
  const namesAfterUse = async (used: Database) => {
    for (const one of [1, 2]) expect(await used.query(STATEMENT, [one])).toEqual([{ one }]);
    return (await used.query<{ name: string }>(PREPARED)).map(({ name }) => name);
  };

  it("is prepared once on a connection that leads to PostgreSQL itself", async () => {
    expect(await namesAfterUse(database(OUTSIDE))).toEqual(["one"]);
  });

  it("has no name where the setting disables names", async () => {
    expect(await namesAfterUse(database(OUTSIDE, "unnamed"))).toEqual([]);
  });

  it("has no name behind a pooler, unless the setting permits names", async () => {
    const sockets = new Set<Socket>();
    const pooler = await openPooler(sockets);
    const url = new URL(OUTSIDE);
    url.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`;
    expect(await namesAfterUse(database(url.href))).toEqual([]);
    expect(await namesAfterUse(database(url.href, "named"))).toEqual(["one"]);
    opened.push({
      close() {
        for (const socket of sockets) socket.destroy();
        pooler.close();
      },
    });
  });
});
