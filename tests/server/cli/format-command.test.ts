import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runCommand } from "../../../server/cli/command.ts";
import { formatCommand } from "../../../server/cli/format-command.ts";
import { PROJECT } from "../../definitions.ts";

let folder: string;
const FRONT = "flows/library-card/flow.yaml";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-format-"));
  for (const top of ["flows", "schemas", "content"])
    await cp(join(PROJECT, top, "library-card"), join(folder, top, "library-card"), {
      recursive: true,
    });
  vi.stubEnv("FOYER_FLOWS", folder);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** What the command prints, and its exit code. */
async function run(...args: string[]): Promise<{ code: number; printed: string }> {
  const lines: unknown[] = [];
  vi.spyOn(console, "log").mockImplementation((line) => void lines.push(line));
  vi.spyOn(console, "error").mockImplementation((line) => void lines.push(line));
  const code = await runCommand(formatCommand, args, false);
  return { code, printed: lines.join("\n") };
}

it("foyer format --check lists files that are not formatted, and writes none", async () => {
  expect((await run()).code).toBe(0);
  expect((await run("--check")).code).toBe(0);
  const text = await readFile(join(folder, FRONT), "utf8");
  const other = text.replace("owner: Town library", "owner:    'Town library'");
  await writeFile(join(folder, FRONT), other);
  const { code, printed } = await run("--check", "flows/");
  expect(code).toBe(1);
  expect(printed).toContain(FRONT);
  expect(await readFile(join(folder, FRONT), "utf8")).toBe(other);
  expect((await run(FRONT)).code).toBe(0);
  expect(await readFile(join(folder, FRONT), "utf8")).toBe(text);
});

it("foyer format names the place in a file that cannot be read, and formats the others", async () => {
  await writeFile(join(folder, FRONT), "flow: [\n");
  const { code, printed } = await run();
  expect(code).toBe(1);
  expect(printed).toContain(`${FRONT}:`);
  expect(await readFile(join(folder, FRONT), "utf8")).toBe("flow: [\n");
});

it("foyer format refuses a path without definitions", async () => {
  await expect(run("flows/nowhere")).rejects.toThrow("flows/nowhere");
});

it("foyer format finds nothing to do in the flow that somebody wrote from the documentation", async () => {
  vi.stubEnv("FOYER_FLOWS", resolve(PROJECT, "tests/childcare"));
  expect((await run("--check")).printed).toMatch(/^0 of /);
});
