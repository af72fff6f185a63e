import { expect, it } from "vitest";
import { explainCommand } from "../../../server/cli/explain-command.ts";
import { useCardFolder } from "./card-folder.ts";

const card = useCardFolder();

it("foyer explain --fixture says what decided in a step, and what it changed", async () => {
  const args = ["--fixture", "child-with-consent", "--step", "3"];
  const { code, lines } = await card.run(explainCommand, args);
  expect(code).toBe(0);
  const at = lines.indexOf("The step led here because of screen:start/submit:");
  expect(at).toBeGreaterThan(0);
  expect(lines[at + 1]).toBe("  screen:start/submit");
  expect(lines[at + 2]).toMatch(/^ {6}application\.id = "urn:card:/);
});
