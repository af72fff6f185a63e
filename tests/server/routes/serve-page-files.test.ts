import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../../server/service.ts";
import {
  createOutsideDatabase,
  outsideIsUp,
  type OutsideDatabase,
} from "../../outside-postgres.ts";
import { testService, Visitor } from "../service.ts";

const KEY = `k1:${"ab".repeat(32)}`;

describe("the files of a page", { skip: !(await outsideIsUp()) }, () => {
  let database: OutsideDatabase;
  const nodes: Awaited<ReturnType<typeof testService>>[] = [];
  beforeAll(async () => {
    database = await createOutsideDatabase();
    for (let node = 0; node < 2; node++)
      nodes.push(await testService("outside", { DATABASE_URL: database.url, FOYER_KEY: KEY }));
  });
  afterAll(async () => {
    for (const { stop } of nodes) await stop();
    await database?.drop();
  });
  const at = (node: number): Service => {
    const { service } = nodes[node] ?? {};
    if (service === undefined) throw new Error("there is no such node");
    return service;
  };
  const get = async (node: number, url: string) => at(node).app.inject({ url });

  it("a node gives the validator of a form that another one has drawn", async () => {
    const visitor = new Visitor(at(0));
    await visitor.get("/library-card");
    const { form } = (await visitor.act("submit")).json<{ form: { validator: string } }>();
    await expect
      .poll(async () => (await get(1, form.validator)).statusCode, { timeout: 10_000 })
      .toBe(200);
    const [own, other] = [await get(0, form.validator), await get(1, form.validator)];
    expect(other.body).toBe(own.body);
    expect(other.headers["cache-control"]).toContain("immutable");
  });

  it("made-up names take few connections of the database, and are turned away beyond", async () => {
    const answers = await Promise.all(
      Array.from({ length: 150 }, async (_, at) => get(1, `/assets/made-up-${at}.js`)),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 404).length).toBeGreaterThanOrEqual(100);
    expect(statuses).toContain(503);
  });

  it("a node gives no validator that was changed in the database", async () => {
    const url = "/validators/0123456789abcdef.mjs";
    await at(0).database.query("insert into page_files (path, body) values ($1, 'alert(1)')", [
      url,
    ]);
    expect((await get(1, url)).statusCode).toBe(404);
  });

  it("a node gives the scripts and styles of another release, and nothing else", async () => {
    await at(0).database.query(
      "insert into page_files (path, body) values ('/assets/entry-12345678.js', 'export {}'), ('/assets/page.html', 'no')",
    );
    const script = await get(1, "/assets/entry-12345678.js");
    expect([script.statusCode, script.body, script.headers["content-type"]]).toEqual([
      200,
      "export {}",
      "text/javascript; charset=utf-8",
    ]);
    expect((await get(1, "/assets/page.html")).statusCode).toBe(404);
    expect((await get(1, "/assets/none-12345678.js")).statusCode).toBe(404);
    const kept = await at(0).database.query<{ path: string }>(
      "select path from page_files where path like '/assets/entry-client%'",
    );
    expect(kept).toHaveLength(1);
  });
});
