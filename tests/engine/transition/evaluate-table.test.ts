import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { Changes } from "../../../engine/transition/changes.ts";
import { evaluateTable, type TableCaller } from "../../../engine/transition/evaluate-table.ts";
import { buildFacts } from "../../../engine/transition/facts.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import type { ApplicationState } from "../../../engine/transition/state.ts";
import { editableSources } from "../../definitions.ts";

const sources = new Map(
  [...(await editableSources)].filter(([path]) => !path.includes("/fixtures/")),
);
/** Tables of the tests: the rows of each. */
const TABLES: Readonly<Record<string, string>> = {
  order: `
  - { id: child, when: { guard: child }, to: consent }
  - { id: known, when: { guard: readerKnown }, to: confirm }
  - { id: else, to: reader }`,
  silent: `
  - { id: mark, set: { consent.parent: marked }, notify: { copy: notices.marked, tone: success } }
  - { id: read, when: { '===': [{ var: consent.parent }, marked] }, to: done }
  - { id: else, to: reader }`,
  hand: `
  - { id: before, set: { consent.parent: handed } }
  - { id: over, table: order }`,
  calls: `
  - { id: ask, call: ask, with: { name: { var: reader.name } }, then: order }`,
  exits: `
  - { id: away, when: { '!!': { var: reader.name } }, set: { consent.parent: away }, leave: { kind: external, location: { var: reader.name } } }
  - { id: else, to: reader }`,
  nothing: `
  - { id: never, when: { '===': [{ var: reader.name }, nobody] }, to: reader }`,
};
for (const [id, rows] of Object.entries(TABLES))
  sources.set(
    `flows/library-card/transitions/${id}.yaml`,
    `table: ${id}\ndescription: For a test\nrows:${rows}\n`,
  );
for (const locale of ["en-US", "fr-CA"])
  sources.set(`content/library-card/${locale}/notices.yaml`, "marked: Marked\n");
sources
  .set(
    "flows/library-card/calls/post.yaml",
    "calls:\n  ask: { description: Asks, service: post, method: POST, path: /ask, timeoutMs: 1000 }\n",
  )
  .set(
    "flows/library-card/services.yaml",
    "services:\n  post: { description: The post, baseUrlFrom: POST_URL }\n",
  );

const compiled = compileFlow(sources, "library-card", ["LOCAL"]);
if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems, null, 1));
const [variant = { portal: "library", market: "town", environment: "LOCAL" }] =
  compiled.flow.variants;
const flow = compiled.flow.variant(variant);

const context: InputContext = {
  now: "2026-03-01T10:00:00.000Z",
  variant,
  locale: "en-US",
  signedIn: false,
  uuids: [],
};
const READER = { name: "Ada Noor", born: "1980-06-01", lives: "here" };
const stateOf = (reader: Readonly<Record<string, string>>): ApplicationState => ({
  application: { id: "urn:card:1" },
  reader: { ...reader },
});
const KNOWN = stateOf(READER);

function verdictOf(
  table: string,
  state: ApplicationState,
  caller: TableCaller = {},
  variantOf = flow,
) {
  const changes = new Changes(buildFacts(variantOf, state, context));
  return { ...evaluateTable(variantOf, table, changes, caller), changes };
}

describe("evaluateTable()", () => {
  it.each([
    ["child", stateOf({ ...READER, born: "2018-03-01" }), "consent"],
    ["known", KNOWN, "confirm"],
    ["else", stateOf({}), "reader"],
  ])("takes the first row that holds: %s", (row, state, screen) => {
    const { next, changes } = verdictOf("order", state);
    expect(next).toMatchObject({
      kind: "screen",
      screen,
      reason: { kind: "row", table: "order", row },
    });
    expect(changes.rows).toEqual([`order/${row}`]);
  });

  it("makes the changes of a row without a destination, which the next rows read", () => {
    const { next, notices, changes } = verdictOf("silent", KNOWN);
    expect(next).toMatchObject({ screen: "done" });
    expect(notices).toMatchObject([{ copy: "notices.marked", tone: "success" }]);
    expect(changes.made).toEqual([{ path: "consent.parent", value: "marked" }]);
    expect(changes.rows).toEqual(["silent/mark", "silent/read"]);
  });

  it("continues in the table that a row names, with the changes made so far", () => {
    const { next, changes } = verdictOf("hand", KNOWN);
    expect(next).toMatchObject({ screen: "confirm", reason: { table: "order", row: "known" } });
    expect(changes.rows).toEqual(["hand/before", "hand/over", "order/known"]);
    expect(changes.made).toHaveLength(1);
  });

  it("ends where tables hand over to one another for ever", () => {
    const hand = flow.tables.get("hand");
    if (hand === undefined) throw new Error("the flow has no table hand");
    const rows = hand.rows.map((row) => ({
      ...row,
      definition: { ...row.definition, ...(row.id === "over" ? { table: "hand" } : {}) },
    }));
    const circle = { ...flow, tables: new Map([...flow.tables, ["hand", { ...hand, rows }]]) };
    expect(verdictOf("hand", KNOWN, {}, circle).next).toBeUndefined();
  });

  it("asks for a row's call and names the table that follows; the row is covered later", () => {
    const { call, next, changes } = verdictOf("calls", KNOWN);
    expect(call).toEqual({
      row: "calls/ask",
      name: "ask",
      with: { name: "Ada Noor" },
      then: "order",
    });
    expect([next, changes.rows]).toEqual([undefined, []]);
  });

  it("skips a row whose screen the caller does not accept, and undoes its changes", () => {
    const accepts: TableCaller["accepts"] = ({ screen }) => screen !== "confirm";
    const { next, refused, changes } = verdictOf("order", KNOWN, { accepts });
    expect(next).toMatchObject({ screen: "reader" });
    expect(refused).toEqual([{ kind: "row", table: "order", row: "known" }]);
    expect(changes.rows).toEqual(["order/else"]);
  });

  it("skips an exit to an origin that is not allowed, and undoes its changes", () => {
    const { next, changes } = verdictOf(
      "exits",
      stateOf({ ...READER, name: "https://elsewhere.example/" }),
    );
    expect(next).toMatchObject({ kind: "screen", screen: "reader" });
    expect([changes.made, changes.refusedExits]).toEqual([[], ["exits/away"]]);
  });

  it("leaves by an exit within the site, and keeps the row's changes", () => {
    const { next, changes } = verdictOf("exits", stateOf({ ...READER, name: "/elsewhere" }));
    expect(next).toMatchObject({ kind: "leave", to: "external", location: "/elsewhere" });
    expect(changes.made).toEqual([{ path: "consent.parent", value: "away" }]);
  });

  it.each(["nothing", "gone"])("leads nowhere by the table %s, where no row holds", (table) => {
    const { next, call, notices } = verdictOf(table, KNOWN);
    expect([next, call, notices]).toEqual([undefined, undefined, []]);
  });
});
