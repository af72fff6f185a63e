import { connect, type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { slowBodies } from "../../../server/plugins/slow-bodies.ts";

const PATIENCE_MS = 150;

describe("slowBodies()", () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = Fastify({ logger: false });
    slowBodies(app, PATIENCE_MS, { windowMs: 60, bytes: 3 });
    app.addContentTypeParser("*", { parseAs: "string" }, (_, body, done) => done(null, body));
    app.post("/", async (request) => ({ taken: String(request.body).length }));
    await app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(async () => app.close());

  /** Sends the halves of a body, the second after a while, and reads the answer. */
  async function post(type: string, waitMs: number, first = "12345"): Promise<string> {
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
    let answer = "";
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => (answer += text));
    socket.on("error", () => undefined);
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    socket.write(
      `POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: 10\r\n\r\n${first}`,
    );
    await sleep(waitMs);
    socket.write("1234567890".slice(first.length));
    await closed;
    return answer;
  }

  it("takes a body that arrives in time", async () => {
    expect(await post("text/plain", 10)).toContain('{"taken":10}');
  });

  it("cuts off a body that arrives too late", async () => {
    expect(await post("text/plain", PATIENCE_MS * 3)).toBe("");
  });

  it("cuts off a body that comes slower than the least rate", async () => {
    expect(await post("text/plain", PATIENCE_MS / 2, "1")).toBe("");
  });

  it("leaves files the time of the server", async () => {
    expect(await post("multipart/form-data; boundary=x", PATIENCE_MS * 3)).toContain(
      '{"taken":10}',
    );
  });
});
