import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { whereCommand } from "../../../server/cli/where-command.ts";
import { mustReplace } from "../../must-replace.ts";
import { cardFolder } from "./card-folder.ts";

let folder: string;

beforeEach(async () => {
  folder = await cardFolder();
  vi.stubEnv("FOYER_FLOWS", folder);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** What the command prints on both outputs, and its exit code. */
async function where(...args: string[]): Promise<{ code: number; printed: string }> {
  const lines: unknown[] = [];
  for (const output of ["log", "error"] as const)
    vi.spyOn(console, output).mockImplementation((line) => void lines.push(line));
  const code = await whereCommand.run(args, false);
  return { code, printed: lines.join("\n") };
}

describe("foyer where", () => {
  it("names the file and line of a setting, a screen's member and a text", async () => {
    expect((await where("config.feeMinor")).printed).toMatch(
      /^config\.feeMinor = 2500\n {2}base {17}flows\/library-card\/config\/library\.yaml:\d+ {2}2500$/,
    );
    expect((await where("screens.consent.form")).printed).toContain("screens/consent.yaml:");
    expect((await where("screens.start.title")).printed).toContain(
      "content/library-card/en-US/screens/start.yaml:",
    );
  });

  it("names the flow that has it, where another was looked into", async () => {
    const other = join(folder, "flows/a-flow");
    await cp(join(folder, "flows/library-card"), other, { recursive: true });
    const config = join(other, "config/library.yaml");
    await writeFile(config, mustReplace(await readFile(config, "utf8"), "feeMinor", "fineMinor"));
    expect(await where("config.feeMinor")).toEqual({
      code: 1,
      printed:
        "no file of the flow a-flow sets config.feeMinor; library-card has it: --flow library-card",
    });
    expect((await where("config.fineMinor")).printed).toContain(
      "(in the flow a-flow; --flow names another)",
    );
  });

  it("takes the flow before the path, or the one that has the axis", async () => {
    const other = join(folder, "flows/a-flow");
    await cp(join(folder, "flows/library-card"), other, { recursive: true });
    const front = join(other, "flow.yaml");
    await writeFile(front, mustReplace(await readFile(front, "utf8"), "  market:", "  place:"));
    expect((await where("library-card", "config.feeMinor")).printed).toContain("library-card");
    expect((await where("config.feeMinor", "--axis", "market=town")).printed).toContain(
      "(in the flow library-card; --flow names another)",
    );
  });

  it("suggests the name that was meant", async () => {
    expect(await where("config.feeMinr")).toEqual({
      code: 1,
      printed: "no file sets config.feeMinr; did you mean config.feeMinor?",
    });
  });

  it("answers while another file has a mistake, and refuses a front page that has one", async () => {
    const guards = join(folder, "flows/library-card/guards.yaml");
    await writeFile(guards, mustReplace(await readFile(guards, "utf8"), "guards:", "gards:"));
    expect((await where("config.feeMinor")).code).toBe(0);
    await writeFile(join(folder, "flows/library-card/flow.yaml"), "flow: [library-card\n");
    await expect(where("config.feeMinor")).rejects.toThrow("problem(s) in the definitions");
  });
});
