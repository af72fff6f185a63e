import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { admission } from "../../../server/plugins/admission.ts";
import { NO_TELEMETRY } from "../../../server/telemetry/telemetry.ts";

describe("admission()", () => {
  const closes: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closes.splice(0)) await close();
  });

  /** A server with one place, whose requests are answered when the test says so. */
  async function server() {
    const app = Fastify({ forceCloseConnections: true });
    const held: (() => void)[] = [];
    app.decorateRequest("scope", { getter: () => ({}) as never });
    await admission(
      app,
      { atOnce: 1, queue: 5, patienceMs: 10_000, lagMs: 0 },
      { telemetry: NO_TELEMETRY, pageContext: () => ({ locale: "en-US", words: {} }) },
    );
    app.get("/*", async () => {
      await new Promise<void>((resolve) => held.push(resolve));
      return "answered";
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    closes.push(() => app.close());
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/page`;
    const answerOne = async () => {
      await expect.poll(() => held.length).toBe(1);
      held.shift()?.();
    };
    return { url, held, answerOne };
  }

  it("admits a waiting request once the one before it is answered", async () => {
    const { url, answerOne } = await server();
    const [first, second] = [fetch(url), fetch(url)];
    await answerOne();
    await answerOne();
    expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200]);
  });

  it("frees the place of a waiting request whose client has hung up", async () => {
    const { url, held, answerOne } = await server();
    const first = fetch(url);
    await expect.poll(() => held.length).toBe(1);
    const gone = get(url);
    gone.on("error", () => undefined);
    await sleep(100);
    gone.destroy();
    await sleep(100);
    await answerOne();
    expect((await first).status).toBe(200);
    const next = fetch(url, { signal: AbortSignal.timeout(5000) });
    await answerOne();
    expect((await next).status).toBe(200);
  });
});
