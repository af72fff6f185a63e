import { access } from "node:fs/promises";
import { expect, it } from "vitest";
import { newCommand } from "../../../server/cli/new-command.ts";
import { useCardFolder } from "./card-folder.ts";

const card = useCardFolder();

it("foyer new screen ends with saying that nothing was written, and names no warning", async () => {
  await card.edit("flows/library-card/screens/start.yaml", "then: resume", "then: resum");
  const { code, lines, printed } = await card.run(newCommand, [
    "screen",
    "hours",
    "--flow",
    "library-card",
  ]);
  expect(code).toBe(1);
  expect(printed).toContain("FLOW-NAME");
  expect(printed).not.toContain("warning FLOW-");
  expect(printed).not.toContain("hours.yaml");
  expect(lines.at(-1)).toMatch(/^Nothing was written/);
  await expect(access(card.at("flows/library-card/screens/hours.yaml"))).rejects.toThrow("ENOENT");
});
