import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, get } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { startAnswering } from "../../../server/starting/start-answering.ts";
import { freePort } from "../../../server/storage/database/free-port.ts";
import { PROJECT } from "../../definitions.ts";
import { createOutsideDatabase, outsideIsUp } from "../../outside-postgres.ts";

/** The status of an answer over a connection of its own; the code of the error where there is none. */
async function statusAt(port: number, path: string): Promise<number | string> {
  return new Promise((resolve) => {
    get({ port, path, host: "127.0.0.1", agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

describe("startAnswering()", () => {
  const folders = [PROJECT];
  const host = "127.0.0.1";

  it("answers until the port is handed over, and no connection is refused on the way", async () => {
    const port = await freePort();
    const answering = startAnswering({ host, port, folders });
    await expect.poll(async () => statusAt(port, "/healthz"), { timeout: 20_000 }).toBe(200);
    const seen: (number | string)[] = [];
    let isAsking = true;
    const ask = async () => {
      while (isAsking) seen.push(await statusAt(port, "/somewhere"));
    };
    const asking = Promise.all(Array.from({ length: 8 }, ask));
    const server = createServer((_, response) => response.writeHead(201).end());
    await expect.poll(() => seen.length).toBeGreaterThan(50);
    expect(await answering.handOver((open) => server.listen(open))).toBe(true);
    // The other process closes the port: from then on all are answered here.
    await expect
      .poll(() => seen.slice(-100).every((status) => status === 201), { timeout: 20_000 })
      .toBe(true);
    isAsking = false;
    await asking;
    expect(new Set(seen)).toEqual(new Set([503, 201]));
    await new Promise((resolve) => server.close(resolve));
    expect(await statusAt(port, "/")).toBe("ECONNREFUSED");
  });

  it("leaves the port to this process where the other one cannot listen", async () => {
    const server = createServer();
    await once(server.listen(0, host), "listening");
    const { port } = server.address() as { port: number };
    const answering = startAnswering({ host, port, folders });
    expect(await answering.handOver(() => expect.unreachable())).toBe(false);
    server.close();
  });
});

describe("a node that starts", { skip: !(await outsideIsUp()) }, async () => {
  const database = await createOutsideDatabase();
  const running: ChildProcess[] = [];
  afterAll(async () => {
    for (const each of running) each.kill("SIGKILL");
    await database.drop();
  });

  it("is alive and not ready while it compiles, and SIGTERM ends it at once", async () => {
    const port = await freePort();
    const node = spawn(process.execPath, [join(PROJECT, "dist/server/main.js")], {
      env: {
        PATH: process.env["PATH"],
        FOYER_ENV: "CI",
        // Published versions are compiled at each start.
        FOYER_PUBLISHED: "1",
        PORT: String(port),
        DATABASE_URL: database.url,
        FOYER_KEY: `k1:${"ab".repeat(32)}`,
        LOG_LEVEL: "silent",
      },
      stdio: "ignore",
    });
    running.push(node);
    await expect.poll(async () => statusAt(port, "/healthz"), { timeout: 20_000 }).toBe(200);
    // From here on the process compiles.
    await sleep(1000);
    expect(await statusAt(port, "/readyz")).toBe(503);
    const gone = once(node, "exit");
    node.kill("SIGTERM");
    const stopped = performance.now();
    await gone;
    expect(performance.now() - stopped).toBeLessThan(1000);
    await expect.poll(async () => statusAt(port, "/healthz")).toBe("ECONNREFUSED");
  });
});
