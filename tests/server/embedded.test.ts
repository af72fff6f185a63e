import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startEmbedded } from "../../server/storage/database/embedded.ts";
import { superviseDatabase } from "../../server/storage/database/supervise-database.ts";
import { PROJECT } from "../definitions.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-embedded-"));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

const halfMade = async () =>
  (await readdir(folder)).filter((name) => name.startsWith("postgres.new-"));

it("the embedded database starts after its very first start was killed while it made its files", async () => {
  const first = spawn(
    process.execPath,
    [
      "--import",
      "tsx",
      "--input-type=module",
      "-e",
      `import { startEmbedded } from "./server/storage/database/embedded.ts"; await startEmbedded(${JSON.stringify(folder)});`,
    ],
    { cwd: PROJECT, stdio: "ignore", detached: true },
  );
  const gone = once(first, "exit");
  await expect.poll(halfMade, { interval: 20, timeout: 60_000 }).not.toEqual([]);
  // With all it has begun, as when the machine goes down.
  process.kill(-(first.pid ?? 0), "SIGKILL");
  await gone;
  const [left] = await halfMade();
  if (left !== undefined) await utimes(join(folder, left), 0, 0);

  const database = await startEmbedded(folder);
  try {
    expect(await nameOf(database.url)).toBe("foyer");
    expect(await halfMade()).toEqual([]);
  } finally {
    await database.stop();
  }
});

it("the embedded database leaves a process that imports it the exit code that was set", async () => {
  const idle = spawn(
    process.execPath,
    [
      "--import",
      "tsx",
      "--input-type=module",
      "-e",
      `import "./server/storage/database/embedded.ts"; process.exitCode = 3;`,
    ],
    { cwd: PROJECT, stdio: "ignore" },
  );
  expect(await once(idle, "exit")).toEqual([3, null]);
});

it("the embedded database restarts at the same address after a kill, and can be stopped when it is gone", async () => {
  const database = await startEmbedded(folder);
  const told: string[] = [];
  const leaveDown = superviseDatabase(
    database,
    pino({}, { write: (line: string) => void told.push(line) }),
  );
  await killMain();
  expect(database.isUp()).toBe(false);
  await expect
    .poll(() => nameOf(database.url).catch(() => undefined), { interval: 200, timeout: 60_000 })
    .toBe("foyer");
  await expect.poll(() => told.join("")).toContain("the embedded database is up again");
  await leaveDown();
  await database.stop();
  expect(database.isUp()).toBe(false);

  const next = await startEmbedded(folder);
  await killMain();
  await next.stop();
});

async function nameOf(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ name: string }>("select current_database() as name")).rows[0]
      ?.name;
  } finally {
    await client.end();
  }
}

async function killMain(): Promise<void> {
  const pid = Number(
    (await readFile(join(folder, "postgres/postmaster.pid"), "utf8")).split("\n")[0],
  );
  process.kill(pid, "SIGKILL");
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
}
