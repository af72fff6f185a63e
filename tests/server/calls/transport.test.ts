import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { runCall } from "../../../server/calls/run-call.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** The result of a call to a service that answers so. */
async function resultOf(answer: RequestListener) {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return runCall(
    {
      call: "ask",
      service: "bank",
      method: "GET",
      path: "/accounts",
      headers: {},
      timeoutMs: 20_000,
      continuation: {
        path: "/",
        screen: "bank",
        action: "submit",
        remaining: [],
        form: {},
        with: {},
        query: {},
      },
    },
    { description: "A bank", baseUrlFrom: "BANK_URL", prefix: "BANK_" },
    {
      environment: { BANK_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
      sandboxes: new Map(),
    },
    "key-1",
  );
}

const NETWORK = { outcome: "network", answer: null };

describe("sendOverHttp()", () => {
  it("stops reading an answer that does not end, long before the timeout", async () => {
    const result = await resultOf((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(1 << 16)));
      };
      response.on("drain", more).writeHead(200);
      more();
    });
    expect(result).toEqual(NETWORK);
  });

  it("reads a long answer whole", async () => {
    const long = JSON.stringify({ texts: Array.from({ length: 32 }, () => "é".repeat(1 << 15)) });
    const result = await resultOf((_, response) => response.end(long));
    expect(result).toEqual({ status: 200, answer: JSON.parse(long) });
  });

  it("takes half an answer for none", async () => {
    const result = await resultOf((_, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write('{"id":"1"}', () => response.socket?.destroy());
    });
    expect(result).toEqual(NETWORK);
  });

  it("takes an answer with a text too long to keep for no JSON", async () => {
    const long = JSON.stringify({ id: "x".repeat(1 << 18) });
    const result = await resultOf((_, response) => response.end(long));
    expect(result).toEqual({ status: 200, answer: null, malformed: true });
  });

  it("takes an answer that is nested too deep for no JSON", async () => {
    const deep = `{"id":"1","deep":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    const result = await resultOf((_, response) => response.end(deep));
    expect(result).toEqual({ status: 200, answer: null, malformed: true });
  });
});
