import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { formatCommand } from "../../../server/cli/format-command.ts";
import { replayCommand } from "../../../server/cli/replay-command.ts";
import { witnessCommand } from "../../../server/cli/witness-command.ts";
import { PROJECT } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";
import { runCommand } from "../../../server/cli/command.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-witness-"));
  for (const top of ["flows", "schemas", "content"])
    await cp(join(PROJECT, top, "library-card"), join(folder, top, "library-card"), {
      recursive: true,
    });
  await rm(join(folder, "flows/library-card/fixtures"), { recursive: true });
  vi.stubEnv("FOYER_FLOWS", folder);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** What a command prints, and its exit code. */
async function run(
  command: typeof witnessCommand,
  ...args: string[]
): Promise<{ code: number; printed: string }> {
  const lines: unknown[] = [];
  vi.spyOn(console, "log").mockImplementation((line) => void lines.push(line));
  const code = await runCommand(command, args, false);
  return { code, printed: lines.join("\n") };
}

const fixtures = () => readdir(join(folder, "flows/library-card/fixtures"));

it("foyer witness writes fixtures that replay, cover a flow without any, and are formatted", async () => {
  expect((await run(witnessCommand, "--check")).code).toBe(1);
  await expect(fixtures()).rejects.toThrow("ENOENT");
  expect((await run(witnessCommand, "library-card")).code).toBe(0);
  const { code, printed } = await run(replayCommand, "library-card");
  expect(code).toBe(0);
  expect(printed).toContain("screens 6 of 6\n");
  expect(printed).toMatch(/rows (\d+) of \1\n/);
  expect(printed).toMatch(/actions (\d+) of \1\n/);
  expect((await run(formatCommand, "--check", "flows/library-card/fixtures")).code).toBe(0);
});

it("foyer witness keeps those that hold, names those that do not, and replaces them", async () => {
  await run(witnessCommand);
  const written = await fixtures();
  expect((await run(witnessCommand, "--check")).code).toBe(0);
  const guards = join(folder, "flows/library-card/guards.yaml");
  const before = await readFile(guards, "utf8");
  await writeFile(guards, mustReplace(before, "below: { var: config.ageOfConsent }", "below: 5"));
  const { code, printed } = await run(witnessCommand, "--check");
  expect(code).toBe(1);
  expect(printed).toMatch(/no longer holds: library-card witness-/);
  await run(witnessCommand);
  expect((await run(witnessCommand, "--check")).code).toBe(0);
  expect((await run(replayCommand, "library-card")).code).toBe(0);
  expect((await fixtures()).some((name) => written.includes(name))).toBe(true);
});

it("foyer witness refuses a flow that is not there", async () => {
  await expect(run(witnessCommand, "library-cart")).rejects.toThrow("library-card");
});

it("foyer replay reports that no fixture ran where a flow has errors", async () => {
  const guards = join(folder, "flows/library-card/guards.yaml");
  await writeFile(guards, mustReplace(await readFile(guards, "utf8"), "guards:", "gards:"));
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await run(replayCommand, "library-card")).toEqual({ code: 1, printed: "" });
  expect(told.mock.calls.join("\n")).toMatch(/gards[^]*No fixture ran: the definitions have/);
});

it("foyer replay says that no fixture ran where a flow has none", async () => {
  const none = "library-card: no fixture ran, for it has none; npx foyer witness library-card";
  for (const names of [[], ["library-card"]]) {
    const { code, printed } = await run(replayCommand, ...names);
    expect(code).toBe(0);
    expect(printed).toContain(none);
    expect(printed).not.toContain("screens 0 of");
  }
  await expect(run(replayCommand, "library-cart")).rejects.toThrow(
    "there is no flow or fixture library-cart; did you mean library-card?",
  );
});
