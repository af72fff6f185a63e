import Fastify from "fastify";
import { expect, it } from "vitest";
import { warnOfProxy } from "../../../server/plugins/unexpected-proxy.ts";

/** Warnings of two requests that a proxy passed on. */
async function warningsOf(proxies: number, hosts: readonly string[] | "loopback") {
  const lines: string[] = [];
  const app = Fastify({ logger: { level: "warn", stream: { write: (line) => lines.push(line) } } });
  warnOfProxy(app, { hosts, proxies, ancestors: [] });
  app.get("/", async () => "");
  const headers = { "x-forwarded-for": "192.0.2.7" };
  for (let times = 0; times < 2; times++) await app.inject({ url: "/", headers });
  await app.close();
  return lines;
}

it("warnOfProxy() warns once of a proxy that no setting names, without the address", async () => {
  const [line = "", ...more] = await warningsOf(0, ["apply.example"]);
  expect(line).toContain("FOYER_PROXIES is 0");
  expect(line).not.toContain("192.0.2.7");
  expect(more).toEqual([]);
});

it("warnOfProxy() says nothing of a proxy that is named, and nothing in development", async () => {
  expect(await warningsOf(1, ["apply.example"])).toEqual([]);
  expect(await warningsOf(0, "loopback")).toEqual([]);
});
