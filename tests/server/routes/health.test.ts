import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../../server/service.ts";
import { outsideIsUp, OUTSIDE, testService, Visitor } from "../service.ts";

const outside = await outsideIsUp();

describe("a service with a database that cannot commit a step", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  let admin: pg.Client;
  let name: string;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside"));
    const [row] = await service.database.query<{ name: string }>(
      "select current_database() as name",
    );
    name = row?.name ?? "";
    const url = new URL(OUTSIDE);
    url.pathname = `/${name}`;
    admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
  });
  afterAll(async () => {
    await admin?.end();
    await stop?.();
  });

  const ready = async () => (await service.app.inject({ url: "/readyz" })).statusCode;

  /** Makes the database read-only as a demoted primary is: connections that are there are cut. */
  async function setReadOnly(isReadOnly: boolean): Promise<void> {
    await admin.query("set default_transaction_read_only = off");
    await admin.query(
      `alter database ${name} set default_transaction_read_only = ${isReadOnly ? "on" : "off"}`,
    );
    if (isReadOnly)
      await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()",
        [name],
      );
  }

  it("/readyz is 503 while the database takes no writes, and 200 once it does, over the same service", async () => {
    expect(await ready()).toBe(200);
    await setReadOnly(true);
    await expect.poll(ready).toBe(503);
    await setReadOnly(false);
    await expect.poll(ready).toBe(200);
  });

  it("a step meanwhile is 503 with Retry-After, and is taken afterwards", async () => {
    const visitor = new Visitor(service);
    await visitor.get("/get-started");
    await setReadOnly(true);
    const refused = await visitor.act("submit");
    expect(refused.statusCode).toBe(503);
    expect(refused.headers["retry-after"]).toMatch(/^\d+$/);
    await setReadOnly(false);
    await expect.poll(async () => (await visitor.act("submit")).statusCode).toBe(200);
  });

  it("/readyz is 503 when this role may not write the tables", async () => {
    const role = `foyer_reader_${process.pid}`;
    await admin.query(`create role ${role} login`);
    await admin.query(`grant select on all tables in schema public to ${role}`);
    try {
      // Any connection of the pool can be the one that is asked: all of them are taken at once.
      await Promise.all(
        Array.from({ length: 16 }, async () =>
          service.database.transaction(async (client) => {
            await client.query(`set role ${role}`);
            await client.query("select pg_sleep(0.3)");
          }),
        ),
      );
      expect(await ready()).toBe(503);
    } finally {
      await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()",
        [name],
      );
      await expect.poll(ready).toBe(200);
      await admin.query(`drop owned by ${role}`);
      await admin.query(`drop role ${role}`);
    }
  });

  it("a statement that times out is 503 with Retry-After, as data and as a page", async () => {
    const visitor = new Visitor(service);
    await visitor.get("/get-started");
    await visitor.act("submit");
    await admin.query("begin");
    await admin.query("lock table applications in access exclusive mode");
    try {
      const [posted, page] = await Promise.all([
        visitor.act("submit", { firstName: "Kim" }),
        visitor.get(visitor.path, { accept: "text/html" }),
      ]);
      expect([posted.statusCode, posted.headers["retry-after"]]).toEqual([503, "2"]);
      expect([page.statusCode, page.headers["retry-after"]]).toEqual([503, "2"]);
    } finally {
      await admin.query("rollback");
    }
    expect((await visitor.get(visitor.path)).statusCode).toBe(200);
    // Work that the answer does not wait for may hold one a moment longer.
    await expect.poll(() => service.database.connections()).toMatchObject({ busy: 0 });
  });
});
