import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/language/json.ts";
import { wordUses } from "../../../../server/cli/reference/word-use.ts";
import { readWordBook } from "../../../../server/cli/reference/word-book.ts";
import { writeShortReference } from "../../../../server/cli/reference/write-short.ts";
import { PROJECT } from "../../../definitions.ts";

const screen: JsonObject = {
  properties: {
    path: {},
    actions: { additionalProperties: { $ref: "#/$defs/action" } },
    blocks: { items: { properties: { id: {} } } },
  },
  $defs: { action: { properties: { then: { anyOf: [{}, { $ref: "table.json#/$defs/row" }] } } } },
};
const table: JsonObject = { properties: {}, $defs: { row: { properties: { to: {} } } } };
const schemas = new Map<string, JsonObject>([
  ["screen.json", screen],
  ["table.json", table],
]);

describe("wordUses()", () => {
  it("counts words in files, below names, in lists and behind references", () => {
    const value = {
      path: "/a",
      actions: { submit: { then: { to: "b" } }, back: { then: "resume" } },
      blocks: [{ id: "one" }, { id: "two" }],
    };
    const uses = wordUses(
      [
        { kind: "screen", value },
        { kind: "screen", value: { path: "/" } },
      ],
      schemas,
    );
    expect([...uses].map(([id, { files, times }]) => [id, files, times])).toEqual([
      ["screen.path", 2, 2],
      ["screen.actions", 1, 1],
      ["screen.action.then", 1, 2],
      ["table.row.to", 1, 1],
      ["screen.blocks", 1, 1],
      ["screen.blocks.id", 1, 2],
    ]);
    expect(uses.get("screen.path")?.shortest).toBe("/");
  });

  it("finds the words that the reference has", async () => {
    const { pages, uses } = await readWordBook(PROJECT);
    const ids = new Set(
      pages.flatMap(({ parts }) => parts.flatMap(({ words }) => words)).map(({ id }) => id),
    );
    expect([...uses.keys()].filter((id) => !ids.has(id))).toEqual([]);
    expect(uses.get("screen.path")?.files).toBeGreaterThan(50);
  });
});

describe("writeShortReference()", () => {
  it("has some forty words on one page, each with a line and an example", async () => {
    const page = writeShortReference(await readWordBook(PROJECT));
    const rows = page.split("\n").filter((line) => line.startsWith("| ["));
    expect(rows.length).toBeGreaterThan(35);
    expect(rows.length).toBeLessThan(50);
    expect(page.split("\n").length).toBeLessThan(150);
    expect(
      rows.filter((row) => !/^\| \[`.+`\]\(reference\/.+\) \| .+ \| .+ \|$/.test(row)),
    ).toEqual([]);
  });
});
