import { connect, type AddressInfo } from "node:net";
import Fastify from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { whenOver } from "../../../server/http/when-over.ts";

describe("whenOver()", () => {
  const closes: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closes.splice(0)) await close();
  });

  async function server() {
    const app = Fastify({ forceCloseConnections: true });
    const seen = { begun: 0, over: 0 };
    const held: (() => void)[] = [];
    app.get("/*", async (request, reply) => {
      seen.begun++;
      whenOver(request, reply, () => seen.over++);
      if (request.url === "/held") await new Promise<void>((resolve) => held.push(resolve));
      return "answered";
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    closes.push(() => app.close());
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
    socket.on("error", () => undefined);
    const ask = (path: string, times: number) =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(times));
    return { seen, socket, ask };
  }

  it("calls for every request of a pipeline whose connection closes", async () => {
    const { seen, socket, ask } = await server();
    ask("/held", 20);
    await expect.poll(() => seen.begun).toBe(20);
    expect(seen.over).toBe(0);
    socket.destroy();
    await expect.poll(() => seen.over).toBe(20);
  });

  it("calls once for an answered request", async () => {
    const { seen, socket, ask } = await server();
    ask("/", 3);
    await expect.poll(() => seen.over).toBe(3);
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(seen.over).toBe(3);
  });
});
