import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { checkCommand } from "../../../server/cli/check-command.ts";
import { useCardFolder } from "./card-folder.ts";

const card = useCardFolder();

it("foyer check names missing texts after other mistakes, and the command that writes them", async () => {
  await card.edit("content/library-card/en-US/screens/confirm.yaml", "title:", "titel:");
  await card.edit("flows/library-card/screens/start.yaml", "then: resume", "then: resum");
  const { code, printed } = await card.run(checkCommand, ["library-card"]);
  expect(code).toBe(1);
  expect(printed.indexOf("FLOW-NAME")).toBeGreaterThan(0);
  expect(printed.indexOf("FLOW-COPY-MISSING")).toBeGreaterThan(printed.indexOf("FLOW-NAME"));
  expect(printed).toContain("npx foyer copy fill library-card writes each missing text");
});

it("foyer check --fix writes places and choices into state.yaml, and keeps its comments", async () => {
  const state = "schemas/library-card/state.yaml";
  await card.edit(state, "      born:", "      # The day of birth\n      born:");
  await card.edit(
    "schemas/library-card/forms/reader.yaml",
    "  lives: {",
    "  phone: { type: string, x-autocomplete: tel, x-pii: personal }\n  lives: {",
  );
  await card.edit(
    "schemas/library-card/forms/reader.yaml",
    "enum: [here, elsewhere]",
    "enum: [here, elsewhere, abroad]",
  );
  await card.edit(
    "schemas/library-card/forms/reader.yaml",
    "lives, proof]",
    "phone, lives, proof]",
  );
  const { lines, printed } = await card.run(checkCommand, ["library-card", "--fix"]);
  expect(lines[0]).toBe(`wrote ${state}: reader.phone, reader.lives`);
  expect(printed).not.toMatch(/FLOW-FIELD-(?:PLACE|CHOICE)/);
  const text = await readFile(card.at(state), "utf8");
  expect(text).toContain(
    "      # The day of birth\n      born: { type: string, x-pii: personal }\n",
  );
  expect(text).toContain("      phone: { type: string, x-pii: personal }\n");
  expect(text).toContain("      lives: { type: string, enum: [here, elsewhere, abroad] }\n");
  const again = await card.run(checkCommand, ["library-card", "--fix"]);
  expect(again.lines.filter((line) => line.startsWith("wrote"))).toEqual([]);
});

it("foyer check --fix writes a place that a rule reads already", async () => {
  await card.edit(
    "schemas/library-card/forms/reader.yaml",
    "  lives: {",
    "  town: { type: string, x-autocomplete: 'off', x-pii: personal }\n  lives: {",
  );
  await card.edit(
    "flows/library-card/guards.yaml",
    "guards:\n",
    "guards:\n  local: { description: of the town, rule: { match: { reader.town: Oak } } }\n",
  );
  const { lines, printed } = await card.run(checkCommand, ["library-card", "--fix"]);
  expect(lines[0]).toBe("wrote schemas/library-card/state.yaml: reader.town");
  expect(printed).not.toContain("Unknown path");
  expect(printed).not.toContain("FLOW-RULE-PATH");
});

it("foyer check --fix says when files cannot be read, and names a place that it cannot write", async () => {
  await card.edit(
    "schemas/library-card/forms/reader.yaml",
    "  lives: {",
    "  town: { type: string, x-bind: reader.name.town, x-autocomplete: 'off' }\n  lives: {",
  );
  const unwritten = await card.run(checkCommand, ["library-card", "--fix"]);
  expect(unwritten.lines[0]).toBe(
    "schemas/library-card/state.yaml lacks reader.name.town: the value around it is no object",
  );
  await card.edit("flows/library-card/flow.yaml", "flow:", "flo:");
  const { code, lines } = await card.run(checkCommand, ["library-card", "--fix"]);
  expect(code).toBe(1);
  expect(lines[0]).toContain("library-card: --fix wrote nothing");
});

const CONFIRM = "flows/library-card/screens/confirm.yaml";
const STATE = "schemas/library-card/state.yaml";
const BROKEN: readonly (readonly [string, string | Buffer | undefined, string])[] = [
  ["an empty file", "", "The file is empty"],
  ["a list in place of a map", "- 1\n", "The file is a list"],
  ["no YAML", "screen: [1\n", "not closed"],
  ["a tab", "screen:\n\tid: 1\n", "Tabs are not allowed"],
  ["a byte order mark", "\uFEFFscreen: confirm\r\n", "byte order mark"],
  ["another encoding", Buffer.from([0xff, 0xfe, 65, 0]), "UTF-16"],
  ["a folder", undefined, "This is a folder"],
];

async function breakFile(path: string, content: string | Buffer | undefined) {
  await rm(card.at(path));
  if (content === undefined) await mkdir(card.at(path));
  else await writeFile(card.at(path), content);
}

const addTown = () =>
  card.edit(
    "schemas/library-card/forms/reader.yaml",
    "  lives: {",
    "  town: { type: string, x-bind: reader.town, x-autocomplete: 'off' }\n  lives: {",
  );

describe("foyer check --fix beside a file that cannot be read", () => {
  it.each(BROKEN)("names %s, and writes the rest", async (_, content, message) => {
    await addTown();
    await breakFile(CONFIRM, content);
    const { code, lines } = await card.run(checkCommand, ["library-card", "--fix"]);
    expect(code).toBe(1);
    expect(lines[0]).toMatch(new RegExp(`^left ${CONFIRM}:\\d+: .*${message}`));
    expect(lines[1]).toBe(`wrote ${STATE}: reader.town`);
  });

  it.each(BROKEN)("writes nothing over %s", async (_, content) => {
    await addTown();
    await breakFile(STATE, content);
    const { lines } = await card.run(checkCommand, ["library-card", "--fix"]);
    expect(lines[0]).toMatch(new RegExp(`^left ${STATE}`));
    expect(lines[1]).toContain("--fix wrote nothing");
    if (content !== undefined) expect(await readFile(card.at(STATE))).toEqual(Buffer.from(content));
  });

  it("says what was written before the check ends", async () => {
    await addTown();
    const { lines } = await card.run(
      { ...checkCommand, run: async (args) => (await checkCommand.run(args, false), 0) },
      ["library-card", "--fix"],
    );
    expect(lines).toEqual([`wrote ${STATE}: reader.town`]);
  });
});
