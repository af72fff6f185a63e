import { once } from "node:events";
import { Agent, get, request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { outsideIsUp, testService } from "./service.ts";

describe("a stopping node", { skip: !(await outsideIsUp()) }, () => {
  let served: Awaited<ReturnType<typeof testService>>;
  let url: string;
  beforeAll(async () => {
    served = await testService("outside", { FOYER_DRAIN_MS: "4000" });
    url = await served.service.app.listen({ port: 0, host: "127.0.0.1" });
  });

  it("is not ready, answers requests that still arrive, and then closes", async () => {
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const stopped = served.stop();
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      expect.objectContaining({ type: "urn:foyer:problem:draining" }),
    ]);
    expect(ready.headers.get("retry-after")).not.toBeNull();
    const visits = await Promise.all(Array.from({ length: 12 }, () => fetch(`${url}/get-started`)));
    expect(visits.map((visit) => [visit.status, visit.headers.get("connection")])).toEqual(
      visits.map(() => [200, "close"]),
    );
    await stopped;
    await expect(fetch(`${url}/readyz`)).rejects.toThrow();
  });

  it("counts the requests that are still to be answered", async () => {
    const other = await testService("outside");
    const { app } = other.service;
    const { port, hostname } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
    await fetch(`http://127.0.0.1:${port}/readyz`);
    expect(app.underWay()).toEqual({ requests: 0, oldestMs: 0 });
    const slow = connect(Number(port), hostname);
    slow.write(
      "POST /get-started HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{",
    );
    await expect.poll(() => app.underWay().requests).toBe(1);
    slow.destroy();
    await expect.poll(() => app.underWay().requests).toBe(0);
    await other.stop();
  });

  it("is known as a node until its last request has ended", async () => {
    const { service, stop } = await testService("outside");
    const known: unknown[] = [];
    service.onClose(async () => {
      known.push(...(await service.database.query("select 1 from nodes")));
    });
    await service.app.ready();
    await expect.poll(async () => service.database.query("select 1 from nodes")).toHaveLength(1);
    await stop();
    expect(known).toHaveLength(1);
  });

  it("does not wait for connections on which nothing was asked, as browsers open them in advance", async () => {
    const other = await testService("outside");
    const address = new URL(await other.service.app.listen({ port: 0, host: "127.0.0.1" }));
    const silent = connect(Number(address.port), address.hostname);
    await once(silent, "connect");
    // The service has seen it, too: it was opened before this request was answered.
    expect((await fetch(new URL("/readyz", address))).status).toBe(200);
    const closed = once(silent, "close");
    await other.stop();
    await closed;
  }, 20_000);

  it("ends idle connections with the drain, and lets a request that is under way finish", async () => {
    const other = await testService("outside");
    const { app } = other.service;
    const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
    const agent = new Agent({ keepAlive: true });
    const ask = async (headers: Record<string, string>): Promise<number | undefined> => {
      const asked = get({ port, host: "127.0.0.1", path: "/readyz", agent, headers });
      const [answer] = (await once(asked, "response")) as [IncomingMessage];
      await once(answer.resume(), "end");
      return answer.statusCode;
    };
    expect(await ask({})).toBe(200);
    const [idle] = await vi.waitFor(() => Object.values(agent.freeSockets)[0] ?? Promise.reject());
    if (idle === undefined) throw new Error("no connection was kept");
    const arrived = once(app.server, "request");
    const slow = request({ port, host: "127.0.0.1", path: "/get-started", method: "POST" });
    slow.setHeader("content-type", "application/json");
    slow.write('{"action":');
    await arrived;
    const closed = once(idle, "close");
    const stopped = other.stop();
    await closed;
    const answered = once(slow, "response");
    slow.end('"submit"}');
    const [answer] = (await answered) as [IncomingMessage];
    expect(answer.statusCode).toBeLessThan(500);
    answer.resume();
    await stopped;
  }, 20_000);
});
