import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../engine/compile/compile-flow.ts";
import type { Sources } from "../../../../engine/language/sources.ts";
import { editableSources } from "../../../definitions.ts";
import { mustReplace } from "../../../must-replace.ts";

const shipped = await editableSources;
const FLOW = "flows/merchant-signup";

const after = (
  ...changes: readonly (readonly [path: string, from: string, to: string])[]
): Sources => {
  const sources = new Map(shipped);
  for (const [path, from, to] of changes) {
    const text = sources.get(path) ?? "";
    if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
    sources.set(path, mustReplace(text, from, to));
  }
  return sources;
};

const circlesIn = (sources: Sources, flow = "merchant-signup") => {
  const result = compileFlow(sources, flow, ["LOCAL"]);
  return (result.ok ? result.warnings : result.problems)
    .filter(({ code }) => code === "FLOW-READ-CIRCLE")
    .map(({ file, line, message }) => `${file}:${line} ${message}`);
};

const FETCH = `${FLOW}/transitions/after-fetch.yaml`;
const FAILED =
  "- id: failed\n    notify: { copy: errors.applicationFetch, tone: error, texts: { value: serverMessages } }\n    to: home";

describe("checkReadCircles()", () => {
  it.each(["library-card", "merchant-signup"])("finds nothing in %s as it is shipped", (flow) => {
    expect(circlesIn(shipped, flow)).toEqual([]);
  });

  it("finds an application that cannot be read and whose failure leads, with nothing said, to the page that leads to it", () => {
    const [found = ""] = circlesIn(after([FETCH, FAILED, "- { id: failed, to: home }"]));
    expect(found).toMatch(
      /^flows\/merchant-signup\/transitions\/after-fetch.yaml:17 When the call "resumeApplication" fails, the row "failed" leads back to the page that makes it, for ever: after-fetch\/failed → home → .* of another application$/,
    );
  });

  it("finds the circle of a query that no page asks for, and takes one that they do", () => {
    const unread = [
      FETCH,
      FAILED,
      "- { id: failed, to: home, query: { unread: 'true' } }",
    ] as const;
    expect(circlesIn(after(unread))).toHaveLength(1);
    const home = `${FLOW}/screens/home.yaml`;
    const asks = ["\n    form: false\n    then: load", "\n    table: load"].map(
      (after) =>
        [
          home,
          `      wrongAccount: false${after}`,
          `      wrongAccount: false\n      query.unread: false${after}`,
        ] as const,
    );
    expect(circlesIn(after(unread, ...asks))).toEqual([]);
  });

  it("finds a load whose failure leads to a page that leads back by itself, and takes a change in between", () => {
    const back = [
      `${FLOW}/screens/accounts.yaml`,
      "onOpen:\n",
      "onOpen:\n  - { id: to-stores, match: { application.storeSwitcher: false }, to: store-selector }\n",
    ] as const;
    const lost =
      "- { id: unknown, stay: { error: errors.generic, texts: { value: serverMessages } } }";
    const stores = `${FLOW}/transitions/stores-loaded.yaml`;
    const [found = "", ...more] = circlesIn(
      after(back, [stores, lost, "- { id: unknown, to: accounts }"]),
    );
    expect(found).toContain(
      'stores-loaded.yaml:7 When the call "searchStores" fails, the row "unknown" leads back to the page that makes it, for ever: stores-loaded/unknown → accounts → accounts/onOpen/to-stores → store-selector → the load of store-selector',
    );
    expect(more).toEqual([]);
    expect(
      circlesIn(
        after(back, [
          stores,
          lost,
          "- { id: unknown, set: { application.storeSwitcher: true }, to: accounts }",
        ]),
      ),
    ).toEqual([]);
  });

  it("finds a failure that begins the flow anew, whose first page reads again", () => {
    const found = circlesIn(
      after([
        `${FLOW}/transitions/load.yaml`,
        "tone: error, texts: { value: serverMessages } }\n    to: home",
        "tone: error, texts: { value: serverMessages } }\n    leave: { kind: base }",
      ]),
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('the row "accounts-unknown" leads back');
  });
});
