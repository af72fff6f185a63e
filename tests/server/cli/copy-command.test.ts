import { readFile, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { copyCommand } from "../../../server/cli/copy-command.ts";
import { mustReplace } from "../../must-replace.ts";
import { useCardFolder } from "./card-folder.ts";

const card = useCardFolder();

it("foyer copy import of a file that is imported already finds that nothing differs", async () => {
  const file = card.at("texts.csv");
  await card.run(copyCommand, ["export", "library-card", "--out", file]);
  const lines = (await readFile(file, "utf8")).split("\n");
  // The first row tells the flow, and it has changed by the second import.
  const first = mustReplace(lines[1] ?? "", /[a-z]+(?="?\r?$)/, "autrement");
  await writeFile(file, [lines[0], first, ...lines.slice(2)].join("\n"));
  const { code, printed } = await card.run(copyCommand, ["import", file]);
  expect([code, printed]).toEqual([
    0,
    expect.stringContaining("1 text(s) of library-card changed"),
  ]);
  const again = await card.run(copyCommand, ["import", file]);
  expect([again.code, again.printed]).toEqual([0, "nothing differs"]);
});
