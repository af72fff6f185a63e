import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
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
  await card.edit("flows/library-card/guards.yaml", "guards:\n", "guard:\n");
  const { code, lines } = await card.run(checkCommand, ["library-card", "--fix"]);
  expect(code).toBe(1);
  expect(lines[0]).toContain("library-card: --fix wrote nothing");
});
