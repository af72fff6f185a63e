import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startEmbedded } from "../../server/database/embedded.ts";
import { PROJECT } from "../definitions.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-embedded-"));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

const halfMade = async () => (await readdir(folder)).filter((name) => name.startsWith("postgres.new-"));

it("starts where the very first start was killed while the files of the database were being made", async () => {
  const first = spawn(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "-e", `import { startEmbedded } from "./server/database/embedded.ts"; await startEmbedded(${JSON.stringify(folder)});`],
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
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    expect((await client.query("select current_database() as name")).rows).toEqual([{ name: "foyer" }]);
    await client.end();
    expect(await halfMade()).toEqual([]);
  } finally {
    await database.stop();
  }
});
