import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { replayCommand } from "../../../server/cli/replay-command.ts";
import { useCardFolder } from "./card-folder.ts";

const folder = useCardFolder();
const ADULT = "flows/library-card/fixtures/adult-of-the-town.yaml";

it("foyer replay --update rewrites what differs, in the fixture's own words, and nothing else", async () => {
  await folder.edit(ADULT, "given:", "# The day of the opening\ngiven:");
  const before = await readFile(folder.at(ADULT), "utf8");
  for (const [from, to] of [
    ["      path: /library-card/{applicationId}/reader", "      path: /library-card/elsewhere"],
    ["        - card.begun\n", ""],
    ["{ lives: here, named: true }", "{ lives: away, named: true }"],
    ["      because: resume/to-confirm", "      because: resume/elsewhere"],
    ["{ /born: validation.born.invalid }", "{ /name: validation.name.required }"],
    ["{ reader.born: '1990-02-28' }", "{ reader.born: '1990-02-27' }"],
  ] as const)
    await folder.edit(ADULT, from, to);
  expect((await folder.run(replayCommand, ["adult-of-the-town"])).code).toBe(1);
  const { code, lines } = await folder.run(replayCommand, ["library-card", "--update"]);
  expect(lines).toContain("new  library-card adult-of-the-town");
  expect(lines.filter((line) => line.startsWith("FAIL"))).toEqual([]);
  expect(code).toBe(0);
  expect(await readFile(folder.at(ADULT), "utf8")).toBe(before);
});

it("foyer replay --update leaves a step that is refused, and what follows it, to the author", async () => {
  await folder.edit(ADULT, "name: Ada Noor, born: 1990/02/28", "born: 1990/02/28");
  const before = await readFile(folder.at(ADULT), "utf8");
  const { code, printed } = await folder.run(replayCommand, ["adult-of-the-town", "--update"]);
  expect(code).toBe(1);
  expect(printed).toContain("FAIL library-card adult-of-the-town");
  expect(printed).toContain("step 4 is refused (refused:invalid); correct the step");
  expect(await readFile(folder.at(ADULT), "utf8")).toBe(before);
});

it("foyer replay --update goes without --watch and --contrary", async () => {
  for (const flag of ["--watch", "--contrary"])
    await expect(folder.run(replayCommand, ["--update", flag])).rejects.toThrow("--update");
});
