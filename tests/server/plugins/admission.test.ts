import { get } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { admission } from "../../../server/plugins/admission.ts";
import { NO_TELEMETRY } from "../../../server/telemetry/telemetry.ts";
import { PAGE } from "../../../server/plugins/route-config.ts";

describe("admission()", () => {
  const closes: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closes.splice(0)) await close();
  });

  /** A server with one place, whose requests are answered when the test says so. */
  async function server({
    longestMs,
    atOnce = 1,
    lagMs = 0,
  }: {
    readonly longestMs?: number;
    readonly atOnce?: number;
    readonly lagMs?: number;
  } = {}) {
    const app = Fastify({ forceCloseConnections: true, trustProxy: true });
    const held: (() => void)[] = [];
    app.decorateRequest("scope", { getter: () => ({}) as never });
    await admission(
      app,
      { atOnce, queue: 5, patienceMs: 10_000, lagMs, longestMs: longestMs ?? 60_000 },
      { telemetry: NO_TELEMETRY, pageContext: () => ({ locale: "en-US", words: {} }) },
    );
    app.post("/*", { config: PAGE }, async () => "answered");
    app.get("/*", { config: PAGE }, async () => {
      await new Promise<void>((resolve) => held.push(resolve));
      return "answered";
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    closes.push(() => app.close());
    const { port } = app.server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/page`;
    const answerOne = async () => {
      await expect.poll(() => held.length).toBe(1);
      held.shift()?.();
    };
    return { url, port, held, answerOne };
  }

  it("admits a waiting request once the one before it is answered", async () => {
    const { url, answerOne } = await server();
    const [first, second] = [fetch(url), fetch(url)];
    await answerOne();
    await answerOne();
    expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200]);
  });

  it("turns visitors away from a late event loop only while others are under way", async () => {
    const { url, held } = await server({ atOnce: 8, lagMs: 5 });
    // As another program does that has the processor.
    const blocking = setInterval(() => {
      const until = performance.now() + 60;
      while (performance.now() < until);
    }, 1);
    closes.push(() => clearInterval(blocking));
    await sleep(1000);
    const first = fetch(url);
    await expect.poll(() => held.length).toBe(1);
    const second = fetch(url);
    await expect.poll(() => held.length).toBe(2);
    expect((await fetch(url)).status).toBe(503);
    for (const answer of held.splice(0)) answer();
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

  it("frees the places of pipelined requests whose connection has closed", async () => {
    const { url, port, held } = await server();
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write("GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(4));
    await expect.poll(() => held.length).toBe(1);
    socket.resetAndDestroy();
    await sleep(50);
    const next = fetch(url, { signal: AbortSignal.timeout(5000) });
    const answering = setInterval(() => held.shift()?.(), 20);
    expect((await next).status).toBe(200);
    clearInterval(answering);
  });

  it("gives no place to a body that still arrives", async () => {
    const { url, port } = await server();
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(
      "POST /page HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n1",
    );
    await sleep(100);
    const next = await fetch(url, { method: "POST", signal: AbortSignal.timeout(5000) });
    expect(next.status).toBe(200);
    socket.destroy();
  });

  it("takes so many arriving bodies of an address, and others beside them", async () => {
    const { port } = await server();
    const sockets = Array.from({ length: 101 }, () => {
      const socket = connect(port, "127.0.0.1").setEncoding("utf8");
      socket.on("error", () => undefined);
      return socket.on("data", (text: string) => answers.push(text));
    });
    const answers: string[] = [];
    const head = "POST /page HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.1\r\n";
    for (const socket of sockets)
      socket.write(`${head}Content-Type: text/plain\r\nContent-Length: 9\r\n\r\n1`);
    await expect.poll(() => answers.length).toBe(1);
    expect(answers[0]).toContain("503");
    for (const socket of sockets) socket.destroy();
  });

  it("frees a place that is held for longer than a request can live", async () => {
    const { url, held } = await server({ longestMs: 200 });
    const stuck = get(url);
    stuck.on("error", () => undefined);
    await expect.poll(() => held.length).toBe(1);
    const next = fetch(url, { signal: AbortSignal.timeout(5000) });
    await expect.poll(() => held.length, { timeout: 3000 }).toBe(2);
    held[1]?.();
    expect((await next).status).toBe(200);
    stuck.destroy();
  });
});
