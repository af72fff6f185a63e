import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../server/service.ts";
import { ANSWERS, fillInButCheck, OUTSIDE, outsideIsUp, testService, Visitor } from "./service.ts";

const outside = await outsideIsUp();

describe("admission, one place and no queue", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  /** A platform that is heard, and answers when the test says so. */
  const held: ServerResponse[] = [];
  let heard = () => undefined as void;
  const platform = createServer((_, response) => {
    held.push(response);
    heard();
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve));
    ({ service, stop } = await testService("outside", {
      FOYER_AT_ONCE: "1",
      FOYER_QUEUE: "0",
      PLATFORM_URL: `http://127.0.0.1:${(platform.address() as AddressInfo).port}`,
    }));
  });
  afterAll(async () => {
    await stop?.();
    platform.closeAllConnections();
    platform.close();
  });

  it("refuses excess requests at once, in the visitor's language, and accepts the same request later", async () => {
    const visitor = new Visitor(service);
    await visitor.get("/get-started");
    await visitor.act("submit");
    const [row] = await service.database.query<{ name: string }>(
      "select current_database() as name",
    );
    const url = new URL(OUTSIDE);
    url.pathname = `/${row?.name}`;
    const lock = new pg.Client({ connectionString: url.href });
    await lock.connect();
    await lock.query("begin");
    await lock.query("lock table sessions in access exclusive mode");
    const first = visitor.get(visitor.path);
    const second = await visitor.act("submit", ANSWERS.applicant);
    expect(second.statusCode).toBe(503);
    expect(second.headers).toMatchObject({ "retry-after": "3", "cache-control": "no-store" });
    expect(second.json()).toMatchObject({
      type: "urn:foyer:problem:busy",
      title: "This service is very busy right now",
    });
    for (const [language, words] of [
      ["en-CA", "what you typed is still"],
      ["en-US", "what you typed is still"],
      ["fr-CA", "ce que vous avez tapé"],
    ] as const) {
      const page = await new Visitor(service).post(
        "firstName=Kim",
        {
          accept: "text/html",
          "content-type": "application/x-www-form-urlencoded",
          "accept-language": language,
        },
        visitor.path,
      );
      expect(page.statusCode).toBe(503);
      expect(page.body).toContain(words);
    }
    expect((await service.app.inject("/healthz")).statusCode).toBe(200);
    await lock.query("rollback");
    await lock.end();
    expect((await first).statusCode).toBe(200);
    expect((await visitor.act("submit", ANSWERS.applicant)).json()).toMatchObject({
      screen: "business",
    });
  });

  it("serves other visitors while an outside service hangs", async () => {
    const visitor = new Visitor(service);
    await fillInButCheck(visitor);
    const called = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const hanging = visitor.act("submit", ANSWERS.check);
    await called;
    expect((await new Visitor(service).get("/get-started")).statusCode).toBe(200);
    for (const response of held.splice(0)) response.writeHead(503).end();
    heard = () => {
      for (const response of held.splice(0)) response.writeHead(503).end();
    };
    expect((await hanging).statusCode).toBeLessThan(500);
  });
});
