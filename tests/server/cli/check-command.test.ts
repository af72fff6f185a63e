import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { checkCommand } from "../../../server/cli/check-command.ts";
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

async function edit(path: string, from: string, to: string): Promise<void> {
  const file = join(folder, path);
  await writeFile(file, mustReplace(await readFile(file, "utf8"), from, to));
}

it("foyer check names missing texts after other mistakes, and the command that writes them", async () => {
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  await edit("content/library-card/en-US/screens/confirm.yaml", "title:", "titel:");
  await edit("flows/library-card/screens/start.yaml", "then: resume", "then: resum");
  expect(await checkCommand.run(["library-card"], false)).toBe(1);
  const printed = lines.join("\n");
  expect(printed.indexOf("FLOW-NAME")).toBeGreaterThan(0);
  expect(printed.indexOf("FLOW-COPY-MISSING")).toBeGreaterThan(printed.indexOf("FLOW-NAME"));
  expect(printed).toContain("npx foyer copy fill library-card writes each missing text");
});

it("foyer check --fix writes places and choices into state.yaml, and keeps its comments", async () => {
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  const state = "schemas/library-card/state.yaml";
  await edit(state, "      born:", "      # The day of birth\n      born:");
  await edit(
    "schemas/library-card/forms/reader.yaml",
    "  lives: {",
    "  phone: { type: string, x-autocomplete: tel, x-pii: personal }\n  lives: {",
  );
  await edit(
    "schemas/library-card/forms/reader.yaml",
    "enum: [here, elsewhere]",
    "enum: [here, elsewhere, abroad]",
  );
  await edit("schemas/library-card/forms/reader.yaml", "lives, proof]", "phone, lives, proof]");
  await checkCommand.run(["library-card", "--fix"], false);
  expect(lines[0]).toBe(`wrote ${state}: reader.phone, reader.lives`);
  const printed = lines.join("\n");
  expect(printed).not.toMatch(/FLOW-FIELD-(?:PLACE|CHOICE)/);
  const text = await readFile(join(folder, state), "utf8");
  expect(text).toContain(
    "      # The day of birth\n      born: { type: string, x-pii: personal }\n",
  );
  expect(text).toContain("      phone: { type: string, x-pii: personal }\n");
  expect(text).toContain("      lives: { type: string, enum: [here, elsewhere, abroad] }\n");
  lines.length = 0;
  await checkCommand.run(["library-card", "--fix"], false);
  expect(lines.filter((line) => line.startsWith("wrote"))).toEqual([]);
});
