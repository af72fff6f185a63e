import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refuseForeignHosts } from "../../../server/plugins/foreign-hosts.ts";
import type { Service } from "../../../server/service.ts";
import { outsideIsUp, testService } from "../service.ts";

/** What another site finds under its own name, when that leads to this machine. */
const DEVELOPMENT = ["/sign-in", "/inbox", "/get-started", "/api/v2/categories"];

describe("development", { skip: !(await outsideIsUp()) }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside"));
  });
  afterAll(() => stop?.());
  const statusOf = async (url: string, host: string) =>
    (await service.app.inject({ url, headers: { host, accept: "text/html" } })).statusCode;

  it.each([
    "evil.example",
    "evil.example:3000",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "localhost@evil.example",
    "192.168.1.5",
    "a b",
    "localhost:99999",
    "[::1]:99999",
  ])("is not served under the name %j", async (host) => {
    for (const path of DEVELOPMENT) expect([path, await statusOf(path, host)]).toEqual([path, 421]);
    expect(await statusOf("/healthz", host)).toBe(200);
  });

  it("names a foreign host in the log, once a minute", async () => {
    const lines: string[] = [];
    const log = { write: (line: string) => void lines.push(line) };
    const other = await testService("outside", { LOG_LEVEL: "warn" }, log);
    for (let times = 0; times < 3; times++)
      await other.service.app.inject({ url: "/get-started", headers: { host: "evil.example" } });
    await other.stop();
    const named = lines.filter((line) => line.includes("evil.example"));
    expect(named.map((line) => JSON.parse(line) as object)).toMatchObject([
      { host: "evil.example", known: "loopback", more: 0 },
    ]);
  });

  it.each(["localhost", "LOCALHOST:3000", "cedar.localhost:3000", "127.0.0.1:3000", "[::1]:3000"])(
    "is served under the name %j",
    async (host) => {
      for (const path of DEVELOPMENT) expect(await statusOf(path, host)).toBeLessThan(404);
    },
  );
});

describe("development beyond this machine", { skip: !(await outsideIsUp()) }, () => {
  it("is served under any name, once it is allowed in so many words", async () => {
    const { service, stop } = await testService("outside", { FOYER_INSECURE_DEVELOPMENT: "1" });
    const { statusCode } = await service.app.inject({
      url: "/sign-in",
      headers: { host: "try.example", accept: "text/html" },
    });
    await stop();
    expect(statusCode).toBe(303);
  });
});

describe("refuseForeignHosts() and hosts of values", () => {
  const answered = async (hosts: Parameters<typeof refuseForeignHosts>[1], host: string) => {
    const app = Fastify();
    refuseForeignHosts(app, hosts, () => ["cards.example"]);
    app.get("/", async () => "here");
    const { statusCode } = await app.inject({ url: "/", headers: { host } });
    await app.close();
    return statusCode;
  };

  it("takes a host of a value, and its name below localhost where the site is on this machine", async () => {
    const there = ["apply.example"];
    expect(await answered(there, "cards.example")).toBe(200);
    expect(await answered(there, "CARDS.example")).toBe(200);
    expect(await answered(there, "cards.example.localhost")).toBe(421);
    for (const here of ["loopback", "any", ["localhost"], ["127.0.0.1:3000"]] as const)
      expect(await answered(here, "cards.example.localhost")).toBe(200);
  });
});
