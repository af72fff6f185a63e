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

it("foyer explain takes the flow before the path, as the other commands do", async () => {
  const of = ["--fixture", "child-with-consent", "--step", "3"];
  const [named, alone] = [
    await card.run(explainCommand, ["library-card", ...of]),
    await card.run(explainCommand, of),
  ];
  expect(named.lines).toEqual(alone.lines);
  const { lines } = await card.run(explainCommand, ["library-card", "/start"]);
  expect(lines.join("\n")).toContain("/library-card");
  await expect(card.run(explainCommand, ["nosuch", ...of])).rejects.toThrow(
    '"nosuch" is neither a path, which begins with /, nor a flow',
  );
});
