import { describe, expect, it } from "vitest";
import { deriveOrder } from "../../../../engine/compile/lower/derive-order.ts";
import { asObject, type Json, type JsonObject } from "../../../../engine/language/json.ts";

const child = { guard: "child" };
const started = { "!!": { var: "application.id" } };

const TREE = {
  flow: { unknownPath: "lost", end: "done", phases: [{ id: "more", screens: ["swim", "pets"] }] },
  state: {
    properties: {
      reader: { properties: { name: {} } },
      parent: { properties: { name: {} } },
      pool: { properties: { lane: {} } },
    },
  },
  forms: {
    reader: { required: ["name"], properties: { name: {} } },
    lane: { required: ["lane"], properties: { lane: {} } },
  },
  guards: { child: { description: "a child", rule: true } },
  sequences: { card: { screens: ["reader", "consent", "confirm"], open: started } },
  screens: {
    start: { path: "/" },
    reader: { form: "reader", binds: "reader" },
    consent: { form: "reader", binds: "parent", skip: { "!": child } },
    confirm: { kind: "information" },
    pets: { asked: { var: "flags.pets" }, done: { var: "pets" } },
    swim: { form: "lane", binds: "pool", asked: { var: "flags.swim" } },
    done: { allow: { var: "application.confirmed" } },
  },
  tables: {},
} satisfies JsonObject;

const open = { guard: "card-open" };
const consentPassed = { or: [{ guard: "consent-done" }, { "!": child }] };

function derived(changes: JsonObject = {}) {
  const { parts, places, mistakes } = deriveOrder({ ...TREE, ...changes });
  const part = (name: string) => asObject(parts[name]);
  const screen = (id: string) => asObject(part("screens")[id]);
  const rows = (table: string) =>
    (asObject(part("tables")[table])["rows"] as readonly JsonObject[]).map(
      ({ id, when = null, to }) => [id, to, when],
    );
  const guard = (name: string) => asObject(part("guards")[name])["rule"];
  return { parts, places, mistakes, screen, rows, guard };
}

function withScreen(id: string, screen: JsonObject): JsonObject {
  return { screens: { ...TREE.screens, [id]: screen } };
}

describe("a screen of a sequence", () => {
  it("may be shown while the sequence is open and each screen before it is done or skipped", () => {
    const { screen, guard } = derived();
    expect(screen("reader")["allow"]).toEqual(open);
    expect(screen("consent")["allow"]).toEqual({ and: [open, { guard: "reader-done" }, child] });
    expect(screen("confirm")["allow"]).toEqual({
      and: [open, { guard: "reader-done" }, consentPassed],
    });
    expect(guard("card-open")).toEqual(started);
  });

  it("is done by its form, or by its own rule", () => {
    expect(derived().guard("reader-done")).toEqual({ "!": { missing: ["reader.name"] } });
    const said = { var: "reader.known" };
    const changed = derived(withScreen("reader", { ...TREE.screens.reader, done: said }));
    expect(changed.guard("reader-done")).toEqual(said);
    const named = { guard: "readerKnown" };
    const guarded = derived({
      ...withScreen("reader", { ...TREE.screens.reader, done: named }),
      guards: { asks: { description: "asks", rule: { guard: "reader-done" } } },
    });
    expect(guarded.guard("reader-done")).toEqual(named);
    expect(guarded.screen("reader")["done"]).toEqual(named);
  });

  it("never blocks the next where it does not exist, and where it has nothing to do", () => {
    const exists = { var: "flags.reads" };
    const absent = derived(withScreen("reader", { ...TREE.screens.reader, exists }));
    expect(absent.screen("confirm")["allow"]).toEqual({
      and: [open, { or: [{ guard: "reader-done" }, { "!": exists }] }, consentPassed],
    });
    const page = derived(withScreen("reader", { kind: "information" }));
    expect(page.screen("confirm")["allow"]).toEqual({ and: [open, consentPassed] });
  });

  it("is skipped by a guard, so that a mistake in the rule is told once, at its place", () => {
    const skip = { "===": [{ var: "reader.name" }, "Kim"] };
    const { screen, guard, places } = derived(
      withScreen("reader", { ...TREE.screens.reader, skip }),
    );
    expect(guard("reader-skipped")).toEqual(skip);
    expect(places.sourceOf("/guards/reader-skipped/rule/===/1")).toBe("/screens/reader/skip/===/1");
    expect(screen("reader")["allow"]).toEqual({
      and: [open, { "!": { guard: "reader-skipped" } }],
    });
  });

  it("keeps an allow of its own", () => {
    const own = { allow: { var: "flags.always" }, ...TREE.screens.reader };
    expect(derived(withScreen("reader", own)).screen("reader")["allow"]).toEqual(own.allow);
  });

  it("follows from the list alone where nothing opens the sequence", () => {
    const { screen, parts } = derived({ sequences: { card: ["reader", "confirm"] } });
    expect(screen("reader")["allow"]).toBeUndefined();
    expect(screen("confirm")["allow"]).toEqual({ guard: "reader-done" });
    expect(parts["sequences"]).toEqual({ card: ["reader", "confirm"] });
  });

  it("cannot be asked as well", () => {
    const { mistakes } = derived(withScreen("reader", { ...TREE.screens.reader, asked: child }));
    expect(mistakes).toMatchObject([{ code: "FLOW-ASKED", pointer: "/screens/reader/asked" }]);
  });
});

describe("a screen that is asked", () => {
  it("may be shown while it is asked", () => {
    const { screen, guard } = derived();
    expect(screen("swim")["allow"]).toEqual({ guard: "swim-asked" });
    expect(guard("swim-asked")).toEqual({ var: "flags.swim" });
  });

  it("is done by its form unless a service takes the answers", () => {
    expect(derived().guard("swim-done")).toEqual({ "!": { missing: ["pool.lane"] } });
    const sends = { ...TREE.screens.swim, actions: { submit: { then: "sent" } } };
    const tables = { sent: { rows: [{ id: "send", call: "post", then: "sent" }] } };
    expect(
      derived({ ...withScreen("swim", sends), tables }).screen("swim")["done"],
    ).toBeUndefined();
  });
});

describe("resumption", () => {
  it("leads to the missing answer, to the next question, to the end of the sequence, to the end of the flow", () => {
    expect(derived().rows("resume")).toEqual([
      ["reader-missing", "reader", { and: [open, { "!": { guard: "reader-done" } }] }],
      ["consent-missing", "consent", { and: [open, child, { "!": { guard: "consent-done" } }] }],
      ["swim-asked", "swim", { and: [{ guard: "swim-asked" }, { "!": { guard: "swim-done" } }] }],
      ["pets-asked", "pets", { and: [{ guard: "pets-asked" }, { "!": { guard: "pets-done" } }] }],
      ["to-confirm", "confirm", open],
      ["done", "done", { var: "application.confirmed" }],
      ["start", "start", null],
    ]);
  });

  it("ends with the table, or with the open screen that is the flow's end", () => {
    const flow = { ...TREE.flow, end: "next" };
    expect(derived({ flow }).mistakes).toMatchObject([{ code: "FLOW-NAME", pointer: "/flow/end" }]);
    const handed = derived({ flow, tables: { next: { rows: [] } } }).parts["tables"];
    expect(asObject(asObject(handed)["resume"])["rows"]).toContainEqual({
      id: "end",
      table: "next",
    });
    const all = derived(withScreen("done", { kind: "outcome" })).rows("resume");
    expect(all.at(-1)).toEqual(["done", "done", null]);
  });

  it("leads to the screen for unknown paths where the flow has no front page", () => {
    const { rows } = derived(withScreen("start", { path: "/begin" }));
    expect(rows("resume").at(-1)).toEqual(["start", "lost", null]);
  });

  it("is a table, with rows in the place of those that they replace", () => {
    const before = { var: "flags.hurry" };
    const { rows } = derived({
      tables: {
        resume: {
          rows: [
            { id: "new", when: { "!": started }, to: "start" },
            { id: "pages", sequence: "card", when: before },
            { id: "more", asked: ["pets"] },
            { id: "rest", to: "done" },
          ],
        },
      },
    });
    expect(rows("resume")).toEqual([
      ["new", "start", { "!": started }],
      ["reader-missing", "reader", { and: [before, { "!": { guard: "reader-done" } }] }],
      ["consent-missing", "consent", { and: [before, child, { "!": { guard: "consent-done" } }] }],
      ["to-confirm", "confirm", before],
      ["pets-asked", "pets", { and: [{ guard: "pets-asked" }, { "!": { guard: "pets-done" } }] }],
      ["rest", "done", null],
    ]);
  });

  it("has its places where the author wrote them", () => {
    const rows: Json = [
      { id: "pages", sequence: "card" },
      { id: "more", asked: true },
      { id: "rest", to: "done" },
    ];
    const { places } = derived({ tables: { resume: { rows } } });
    expect(
      [
        "/tables/resume/rows/1/when/and/0",
        "/tables/resume/rows/4/to",
        "/tables/resume/rows/5/to",
        "/screens/confirm/allow/and/1",
        "/guards/swim-asked/rule/var",
        "/guards/reader-done/rule",
        "/guards/card-open/rule/!!",
      ].map((pointer) => places.sourceOf(pointer)),
    ).toEqual([
      "/tables/resume/rows/0",
      "/tables/resume/rows/1",
      "/tables/resume/rows/2/to",
      "/sequences/card/screens",
      "/screens/swim/asked/var",
      "/screens/reader/form",
      "/sequences/card/open/!!",
    ]);
    expect(derived().places.sourceOf("/tables/resume/rows/0/to")).toBe("/sequences/card/screens/0");
  });

  it("reports a missing sequence or screen, with its place", () => {
    const rows: Json = [
      { id: "pages", sequence: "crad" },
      { id: "more", asked: ["swimm", "pets"] },
    ];
    const { mistakes, places } = derived({ tables: { resume: { rows } } });
    expect(
      mistakes.map(({ pointer, suggestion }) => [places.sourceOf(pointer), suggestion]),
    ).toEqual([
      ["/tables/resume/rows/0/sequence", "card"],
      ["/tables/resume/rows/1/asked/0", "swim"],
    ]);
  });
});

describe("guards that are derived", () => {
  it("are there where something names them, the one of the whole sequence too", () => {
    const names = (changes: JsonObject) =>
      Object.keys(asObject(derived(changes).parts["guards"])).toSorted();
    expect(names({})).not.toContain("card-complete");
    const tables = {
      resume: { rows: [{ id: "all", when: { guard: "card-complete" }, to: "done" }] },
    };
    const { guard } = derived({ tables });
    expect(guard("card-complete")).toEqual({
      and: [{ guard: "reader-done" }, consentPassed],
    });
  });

  it("reserve their names", () => {
    const guards = { ...TREE.guards, "reader-done": { description: "mine", rule: true } };
    expect(derived({ guards }).mistakes).toMatchObject([
      { code: "FLOW-ID-REPEATED", pointer: "/guards/reader-done" },
    ]);
  });
});

describe("a redundant definition", () => {
  it.each<[string, JsonObject, string]>([
    [
      "allow",
      withScreen("reader", { ...TREE.screens.reader, allow: started }),
      "/screens/reader/allow",
    ],
    [
      "done",
      withScreen("reader", { ...TREE.screens.reader, done: { "!": { missing: ["reader.name"] } } }),
      "/screens/reader/done",
    ],
    [
      "a row of the resume table",
      {
        tables: {
          resume: {
            rows: [
              {
                id: "x",
                when: { and: [{ "!": { missing: ["reader.name"] } }, started] },
                to: "reader",
              },
              {
                id: "y",
                when: { and: [{ "!": { guard: "reader-done" } }, started] },
                to: "reader",
              },
            ],
          },
        },
      },
      "/tables/resume/rows/1",
    ],
  ])("is reported: %s", (_, changes, pointer) => {
    expect(derived(changes).mistakes).toMatchObject([
      { code: "FLOW-SAID-TWICE", severity: "warning", pointer },
    ]);
  });
});
