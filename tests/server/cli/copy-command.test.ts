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

const READER = "content/library-card/fr-CA/screens/reader.yaml";

it.each([
  ["an empty screen", "flows/library-card/screens/confirm.yaml", ""],
  ["texts that are a list", "content/library-card/fr-CA/screens/confirm.yaml", "- a\n"],
  ["texts with a tab", "content/library-card/en-US/screens/confirm.yaml", "a:\n\tb: c\n"],
])("foyer copy fill names %s, and writes the rest", async (_, path, content) => {
  await card.edit(READER, /^title: .*$/m, "");
  await writeFile(card.at(path), content);
  const { code, lines } = await card.run(copyCommand, ["fill", "library-card"]);
  expect([code, lines]).toEqual([
    1,
    [
      `1 text(s) of library-card begin with TODO now, in ${READER}`,
      "texts of fr-CA begin with those of en-US",
      expect.stringContaining(`left ${path}:`),
    ],
  ]);
  expect(await readFile(card.at(path), "utf8")).toBe(content);
});

it("foyer copy fill says why it cannot read a flow", async () => {
  await writeFile(card.at("flows/library-card/flow.yaml"), "");
  const { code, printed } = await card.run(copyCommand, ["fill", "library-card"]);
  expect([code, printed]).toEqual([1, expect.stringContaining("The file is empty")]);
});
