import { showsUnknownPath } from "../../../engine/transition/resolution.ts";
import { reasonText } from "../../../engine/transition/reason.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { InputContext } from "../../../engine/transition/input.ts";
import type { ApplicationState } from "../../../engine/transition/state.ts";
import { routeIndex } from "../../../engine/compile/route-index.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import { explainPath } from "../../../engine/tools/explain-path.ts";
import { buildFacts } from "../../../engine/transition/facts.ts";
import { resolveScreen } from "../../../engine/transition/resolve-screen.ts";
import { editableLibrary } from "../../definitions.ts";

const VARIANT = { portal: "library", market: "town", environment: "LOCAL" };
const library = await editableLibrary();
const card = library.flows.get("library-card")?.variant(VARIANT);
if (card === undefined) throw new Error("there is no flow library-card");

const context: InputContext = {
  now: "2026-01-15T12:00:00.000Z",
  variant: VARIANT,
  locale: "en-US",
  signedIn: true,
  uuids: [],
};
const ID = "urn:card:1";
const CHILD: ApplicationState = {
  application: { id: ID },
  reader: { name: "Noa", born: "2018-03-01", lives: "here" },
};

/**
 * The flow with rows of its resume table leading elsewhere, as a published definition of an older
 * check may have it.
 */
function misdirected(
  to: Readonly<Record<string, string>>,
  more: Partial<CompiledVariant["definition"]> = {},
): CompiledVariant {
  if (card === undefined) throw new Error("there is no flow library-card");
  const resume = card.tables.get("resume");
  if (resume === undefined) throw new Error("the flow has no table resume");
  const rows = resume.rows.map((row) => ({
    ...row,
    definition: { ...row.definition, to: to[row.id] ?? row.definition.to ?? "start" },
  }));
  return {
    ...card,
    definition: { ...card.definition, ...more },
    tables: new Map([...card.tables, ["resume", { ...resume, rows }]]),
  };
}

const open = (flow: CompiledVariant, state: ApplicationState, path: string) => {
  const shown = resolveScreen(flow, state, { path, query: {}, context });
  if (shown.kind === "leave") throw new Error("nothing leaves here");
  return shown;
};

describe("resolveScreen()", () => {
  it("passes over a resume row whose screen does not allow the state, and takes the next that does", () => {
    const flow = misdirected({ "consent-missing": "done", "to-confirm": "reader" });
    const shown = open(flow, CHILD, `/library-card/${ID}/confirm`);
    expect([shown.screen, reasonText(shown.reason), shown.refused]).toEqual([
      "reader",
      "resume/to-confirm",
      ["resume/consent-missing"],
    ]);
  });

  it("shows the screen for unknown paths, with the row as the reason, when no resume row leads to a screen that allows the state", () => {
    const flow = misdirected({ "consent-missing": "done" });
    const shown = open(flow, CHILD, `/library-card/${ID}/done`);
    expect([shown.screen, reasonText(shown.reason)]).toEqual([
      "lost",
      "refused:resume/consent-missing",
    ]);
    expect(shown.refused).toEqual(["resume/consent-missing", "resume/to-confirm"]);
  });

  it("asks the resume table when an onOpen row leads to a screen that does not allow the state", () => {
    const base = misdirected({});
    const reader = base.screens.get("reader");
    const confirm = base.screens.get("confirm");
    if (reader === undefined || confirm === undefined)
      throw new Error("the flow has other screens");
    const flow: CompiledVariant = {
      ...base,
      screens: new Map([
        ...base.screens,
        ["reader", { ...reader, definition: { ...reader.definition, onOpen: "ahead" } }],
      ]),
      tables: new Map([
        ...base.tables,
        [
          "ahead",
          {
            id: "ahead",
            first: (_, from) => from,
            rows: [
              {
                id: "at-once",
                definition: { id: "at-once", to: "done" },
                set: [],
                query: new Map(),
                params: new Map(),
              },
            ],
          },
        ],
      ]),
    };
    const shown = resolveScreen(
      {
        ...flow,
        routes: routeIndex(flow.screens.values(), flow.definition.ids),
      },
      CHILD,
      { path: `/library-card/${ID}/reader`, query: {}, context },
    );
    expect(shown).toMatchObject({
      screen: "consent",
      reason: { kind: "row", table: "resume", row: "consent-missing" },
      refused: ["ahead/at-once"],
    });
  });

  it("shows the screen for unknown paths when an entry row leads to a screen that does not allow the state", () => {
    const flow = misdirected({}, { entry: "gate" });
    const gated: CompiledVariant = {
      ...flow,
      tables: new Map([
        ...flow.tables,
        [
          "gate",
          {
            id: "gate",
            first: (_, from) => from,
            rows: [
              {
                id: "kept-out",
                definition: { id: "kept-out", to: "done" },
                set: [],
                query: new Map(),
                params: new Map(),
              },
            ],
          },
        ],
      ]),
    };
    expect(open(gated, CHILD, "/library-card")).toMatchObject({
      screen: "lost",
      reason: { kind: "refused-row", table: "gate", row: "kept-out" },
    });
  });

  it("never shows a screen whose allow is false, wherever the resume rows lead", () => {
    const screens = [...(card.screens.keys() ?? [])];
    const rows = ["new", "done", "reader-missing", "consent-missing", "to-confirm"];
    const anything = fc.record({
      started: fc.boolean(),
      confirmed: fc.boolean(),
      born: fc.option(fc.constantFrom("1980-01-01", "2018-03-01", "nonsense"), { nil: undefined }),
      name: fc.option(fc.string(), { nil: undefined }),
      parent: fc.option(fc.string(), { nil: undefined }),
      to: fc.tuple(...rows.map(() => fc.constantFrom(...screens))),
      path: fc.constantFrom(
        "/library-card",
        ...screens.map((each) => `/library-card/${ID}/${each}`),
        "/library-card/none",
      ),
    });
    fc.assert(
      fc.property(anything, ({ started, confirmed, born, name, parent, to, path }) => {
        const flow = misdirected(
          Object.fromEntries(rows.map((row, at) => [row, to[at] ?? "start"])),
        );
        const state = {
          application: { ...(started ? { id: ID } : {}), confirmed },
          reader: {
            lives: "here",
            ...(born === undefined ? {} : { born }),
            ...(name === undefined ? {} : { name }),
          },
          ...(parent === undefined ? {} : { consent: { parent } }),
        };
        const shown = open(flow, state, path);
        const { allow } = flow.screens.get(shown.screen) ?? {};
        expect(
          allow?.test({ ...buildFacts(flow, state, context), params: { ...shown.params } }) ?? true,
        ).toBe(true);
        // Where one is sent, one may stay: the address shows the same screen when it is opened.
        if (!showsUnknownPath(shown))
          expect(open(flow, state, shown.path).screen).toBe(shown.screen);
      }),
      { numRuns: 500, seed: 18 },
    );
  });
});

describe("explainPath()", () => {
  it("reports the resume row that was skipped because its screen's allow is false", () => {
    const { trace } = explainPath(
      misdirected({ "consent-missing": "done", "to-confirm": "reader" }),
      { state: CHILD, path: `/library-card/${ID}/confirm`, context },
      { guards: {}, values: {} },
    );
    expect(trace.map(({ rule, held }) => [rule, held])).toEqual([
      ["allow:confirm", false],
      ["resume/new", false],
      ["resume/done", false],
      ["resume/reader-missing", false],
      ["resume/consent-missing", true],
      ["allow:done", false],
      ["resume/to-confirm", true],
    ]);
  });
});
