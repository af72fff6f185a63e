import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import type { Sources } from "../../../../../engine/language/sources.ts";
import { editableSources } from "../../../../definitions.ts";
import { addAt, lineOf, removeAt, setAt } from "../../../../edit-yaml.ts";

const shipped = await editableSources;
const FLOW = "flows/merchant-signup";

type Change = readonly [path: string, edit: (text: string) => string];

const after = (...changes: readonly Change[]): Sources => {
  const sources = new Map(shipped);
  for (const [path, edit] of changes) sources.set(path, edit(sources.get(path) ?? ""));
  return sources;
};

/** A table with a row written anew. */
const withRow = (path: string, row: Readonly<Record<string, unknown>>): Change => [
  path,
  (text) => setAt(text, `rows/${String(row["id"])}`, row),
];

const lineIn = (sources: Sources, path: string, part: string): number =>
  lineOf(sources.get(path), part);

const circlesIn = (sources: Sources, flow = "merchant-signup") => {
  const result = compileFlow(sources, flow, ["LOCAL"]);
  return (result.ok ? result.warnings : result.problems)
    .filter(({ code }) => code === "FLOW-READ-CIRCLE")
    .map(({ file, line, message }) => `${file}:${line} ${message}`);
};

const FETCH = `${FLOW}/transitions/after-fetch.yaml`;

describe("checkReadCircles()", () => {
  it.each(["library-card", "merchant-signup"])("finds nothing in %s as it is shipped", (flow) => {
    expect(circlesIn(shipped, flow)).toEqual([]);
  });

  it("finds an application that cannot be read and whose failure leads, with nothing said, to the page that leads to it", () => {
    const sources = after(withRow(FETCH, { id: "failed", to: "home" }));
    const [found = ""] = circlesIn(sources);
    expect(found).toMatch(
      /When the call "resumeApplication" fails, the row "failed" leads back to the page that makes it, for ever: after-fetch\/failed → home → .* of another application$/,
    );
    expect(found).toContain(`${FETCH}:${lineIn(sources, FETCH, "id: failed")} `);
  });

  it("finds the circle of a query that no page asks for, and takes one that they do", () => {
    const unread = withRow(FETCH, { id: "failed", to: "home", query: { unread: "true" } });
    expect(circlesIn(after(unread))).toHaveLength(1);
    const asks = ["onOpen/known", "actions/find-accounts"].map((place): Change => [
      `${FLOW}/screens/home.yaml`,
      (text) => addAt(text, `${place}/match/query.unread`, false),
    ]);
    expect(circlesIn(after(unread, ...asks))).toEqual([]);
  });

  it("finds a load whose failure leads to a page that leads back by itself, and takes a change in between", () => {
    const opens = [
      { id: "to-stores", match: { "application.storeSwitcher": false }, to: "store-selector" },
    ];
    const back: Change = [`${FLOW}/screens/accounts.yaml`, (text) => setAt(text, "onOpen", opens)];
    const stores = `${FLOW}/transitions/stores-loaded.yaml`;
    const sources = after(back, withRow(stores, { id: "unknown", to: "accounts" }));
    const [found = "", ...more] = circlesIn(sources);
    expect(found).toContain(
      `stores-loaded.yaml:${lineIn(sources, stores, "id: unknown")} When the call "searchStores" fails, the row "unknown" leads back to the page that makes it, for ever: stores-loaded/unknown → accounts → accounts/onOpen/to-stores → store-selector → the load of store-selector`,
    );
    expect(more).toEqual([]);
    expect(
      circlesIn(
        after(
          back,
          withRow(stores, {
            id: "unknown",
            set: { "application.storeSwitcher": true },
            to: "accounts",
          }),
        ),
      ),
    ).toEqual([]);
  });

  it("finds a failure that begins the flow anew, whose first page reads again", () => {
    const found = circlesIn(
      after([
        `${FLOW}/transitions/load.yaml`,
        (text) =>
          addAt(removeAt(text, "rows/accounts-unknown/to"), "rows/accounts-unknown/leave", {
            kind: "base",
          }),
      ]),
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('the row "accounts-unknown" leads back');
  });
});
