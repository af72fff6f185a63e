import { rm } from "node:fs/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { explainCommand } from "../../../server/cli/explain-command.ts";
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

it("foyer explain --fixture says what decided in a step, and what it changed", async () => {
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  const args = ["--fixture", "child-with-consent", "--step", "3"];
  expect(await explainCommand.run(args, false)).toBe(0);
  const at = lines.indexOf("The step led here because of screen:start/submit:");
  expect(at).toBeGreaterThan(0);
  expect(lines[at + 1]).toBe("  screen:start/submit");
  expect(lines[at + 2]).toMatch(/^ {6}application\.id = "urn:card:/);
});
