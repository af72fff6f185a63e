import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase, type Database } from "../../../../server/storage/database/database.ts";
import { OUTSIDE, outsideIsUp } from "../../service.ts";

const outside = await outsideIsUp();

/** What pgbouncer answers a client that begins with settings, byte by byte. */
function refusal(parameter: string): Buffer {
  const fields = `SFATAL\0C08P01\0Munsupported startup parameter: ${parameter}\0\0`;
  const message = Buffer.alloc(5 + fields.length);
  message.write("E");
  message.writeInt32BE(4 + fields.length, 1);
  message.write(fields, 5);
  return message;
}

describe("a database behind a pooler that takes no settings", { skip: !outside }, () => {
  const sockets = new Set<Socket>();
  const pooler = createServer((near) => {
    sockets.add(near.on("error", () => undefined));
    near.once("data", (startup: Buffer) => {
      const parameter = /statement_timeout|idle_in_transaction_session_timeout|options/.exec(
        startup.toString("latin1"),
      )?.[0];
      if (parameter !== undefined) return near.end(refusal(parameter));
      const { hostname, port } = new URL(OUTSIDE);
      const far = connect(Number(port || 5432), hostname);
      sockets.add(far.on("error", () => undefined));
      far.write(startup);
      return near.pipe(far).pipe(near);
    });
  });
  const warned: string[] = [];
  let database: Database;
  beforeAll(async () => {
    await new Promise<void>((resolve) => pooler.listen(0, "127.0.0.1", resolve));
    const url = new URL(OUTSIDE);
    url.hostname = "127.0.0.1";
    url.port = String((pooler.address() as AddressInfo).port);
    database = openDatabase(url.href, 4, {
      log: { warn: (message) => void warned.push(message), error: () => undefined },
    });
  });
  afterAll(async () => {
    await database?.close();
    for (const socket of sockets) socket.destroy();
    pooler.close();
  });

  it("is used without them, by concurrent requests too, and is logged once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => database.query("select 1 as one")),
    );
    expect(answers).toEqual(Array.from({ length: 8 }, () => [{ one: 1 }]));
    expect(warned).toEqual([expect.stringMatching(/behind a pooler .* statement_timeout/)]);
  });

  it("transactions have their limits, and leave none on the connection that others share", async () => {
    const settings = "select current_setting('statement_timeout') as limit";
    const inside = await database.transaction(
      async (client) => (await client.query<{ limit: string }>(settings)).rows,
    );
    const after = await Promise.all(
      Array.from({ length: 8 }, async () => database.query<{ limit: string }>(settings)),
    );
    expect(inside).toEqual([{ limit: "5s" }]);
    expect(new Set(after.flat().map(({ limit }) => limit))).toEqual(new Set(["0"]));
  });
});

describe("a database that refuses connections", { skip: !outside }, () => {
  it.each([
    ["that is not there", "/foyer_none", /database "foyer_none" does not exist/],
    ["on a closed port", ":1/test", /ECONNREFUSED/],
  ])("%s is reported with its cause", async (_, path, cause) => {
    const url = new URL(OUTSIDE);
    const database = openDatabase(
      path.startsWith(":")
        ? `postgres://${url.username}@127.0.0.1${path}`
        : Object.assign(url, { pathname: path }).href,
      1,
    );
    await expect(database.query("select 1")).rejects.toThrow(cause);
    await database.close();
  });
});
