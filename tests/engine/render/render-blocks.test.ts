import { describe, expect, it } from "vitest";
import { unloadCall } from "../../../engine/transition/unload.ts";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import type { Sources } from "../../../engine/language/sources.ts";
import { renderScreen } from "../../../engine/render/render-screen.ts";
import type { BlockView, ScreenView } from "../../../engine/render/view.ts";
import { resolveScreen } from "../../../engine/transition/resolve-screen.ts";
import { toolShareSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const sources = await toolShareSources;
const variant = { portal: "yard", market: "town", environment: "LOCAL" };
const STATE: JsonObject = {
  application: { id: "urn:tools:1" },
  order: { plan: "maker", drills: 2, ladders: 0 },
  people: [
    { id: "p1", name: "Ada Noor", tools: ["Drill", "Ladder"], state: "invited" },
    { id: "p2", name: "Cleo", tools: [], state: "refused" },
  ],
};

/** The flow, with some files other than they are. */
function compiled(
  changes: Readonly<Record<string, (text: string) => string>> = {},
): CompiledVariant {
  const result = compileFlow(changed(changes), "tool-share", ["LOCAL"]);
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 1));
  return result.flow.variant(variant);
}

function changed(changes: Readonly<Record<string, (text: string) => string>>): Sources {
  return new Map([
    ...sources,
    ...Object.entries(changes).map(([path, change]) => {
      const text = sources.get(path) ?? "";
      const next = change(text);
      if (next === text) throw new Error(`the change of ${path} changes nothing`);
      return [path, next] as const;
    }),
  ]);
}

const context = {
  now: "2026-03-01T10:00:00Z",
  variant,
  locale: "en-US",
  signedIn: true,
  uuids: [],
};

function drawn(
  flow: CompiledVariant,
  screen: string,
  state: JsonObject = STATE,
  locale = "en-US",
): ScreenView {
  const path = `/tools/urn:tools:1${screen === "start" ? "" : `/${screen}`}`;
  const resolution = resolveScreen(flow, state, {
    path: screen === "start" ? "/tools" : path,
    query: {},
    context,
  });
  if (resolution.kind === "leave") throw new Error("left");
  expect(resolution.screen).toBe(screen);
  return renderScreen(flow, state, resolution, {
    context: { ...context, locale },
    query: {},
    revision: 1,
    version: "v",
    words: {},
    validatorUrl: () => "/v",
  });
}

function block<Kind extends BlockView["kind"]>(
  view: ScreenView,
  kind: Kind,
): Extract<BlockView, { kind: Kind }> {
  const found = view.blocks.find(
    (each): each is Extract<BlockView, { kind: Kind }> => each.kind === kind,
  );
  if (found === undefined) throw new Error(`there is no ${kind}`);
  return found;
}

describe("renderBlocks()", () => {
  const flow = compiled();

  it("draws a dialog with its steps, its link and the actions that stand in it", () => {
    expect(block(drawn(flow, "start", {}), "dialog")).toEqual({
      id: "welcome",
      place: "before",
      kind: "dialog",
      title: "Before you join",
      text: "Joining takes three minutes.",
      steps: [
        { title: "Choose a plan", text: "You can change it every month." },
        { title: "Leave a deposit", text: "It comes back with the last tool." },
      ],
      link: { href: "/tools/lost", text: "Opening hours of the yard" },
      closable: true,
      actions: ["submit"],
    });
  });

  it("draws those of its steps whose conditions hold, in the order of the block", () => {
    const chosen = compiled({
      "flows/tool-share/screens/start.yaml": (text) =>
        mustReplace(
          text,
          "kind: dialog,",
          "kind: steps, items: [{ id: deposit }, { id: plan, when: { guard: started } }],",
        )
          .replace(" href: lost, actions: [submit],", "")
          .replace("when: { '!': { guard: started } } }", "}"),
    });
    expect(block(drawn(chosen, "start", {}), "steps").items).toEqual([
      { title: "Leave a deposit", text: "It comes back with the last tool." },
    ]);
    expect(block(drawn(chosen, "start"), "steps").items.map(({ title }) => title)).toEqual([
      "Leave a deposit",
      "Choose a plan",
    ]);
  });

  it("draws an offer before the form, with the actions that stand in it", () => {
    const offering = compiled({
      "flows/tool-share/screens/start.yaml": (text) =>
        mustReplace(text, "kind: dialog", "kind: offer"),
    });
    expect(block(drawn(offering, "start", {}), "offer")).toEqual({
      id: "welcome",
      place: "before",
      kind: "offer",
      title: "Before you join",
      text: "Joining takes three minutes.",
      actions: ["submit"],
    });
  });

  it("draws a table with money, percent and rows repeated for a list, and nothing where there is no value", () => {
    const plans = block(drawn(flow, "plan"), "table");
    expect(plans.columns.map(({ label, align }) => [label, align])).toEqual([
      ["Basic", "end"],
      ["Maker", "end"],
      ["Professional", "end"],
    ]);
    expect(plans.rows.map(({ label, cells }) => [label, ...cells])).toEqual([
      ["Monthly fee", "$0.00", "$12.00", "$1,234.00"],
      ["Off in the shop", "", "5%", "12.5%"],
      ["Days for a loan", "3", "7", "14"],
    ]);
    const order = block(drawn(flow, "order"), "table");
    expect(order.rows.map(({ id, label, cells, total }) => [id, label, ...cells, total])).toEqual([
      ["plan", "Plan", "", "$12.00", false],
      ["drills", "Drills", "2", "$9.00", false],
      ["fetchers-0", "Ada Noor", "2", "$0.00", false],
      ["fetchers-1", "Cleo", "0", "$0.00", false],
      ["sum", "Total a month", "", "$21.00", true],
    ]);
  });

  it("draws facts with what they come to, and the text of their copy below them", () => {
    const labels = (text: string) =>
      text.replace(
        /outstanding:[\s\S]*?fetch: .*\n/,
        'outstanding:\n    text: "You pay at the yard."\n    items: { plan: { label: "Plan" }, sum: { label: "Sum" } }\n',
      );
    const summed = compiled({
      "flows/tool-share/screens/order.yaml": (text) =>
        text.replace(
          /kind: timeline[\s\S]*?fetch, state: later }/,
          `kind: facts
    items:
      - { id: plan, value: 1250, as: money }
      - { id: sum, value: 2150, as: money, total: true }`,
        ),
      "content/tool-share/en-US/screens/order.yaml": labels,
    });
    expect(block(drawn(summed, "order"), "facts")).toEqual({
      id: "outstanding",
      place: "before",
      kind: "facts",
      text: "You pay at the yard.",
      items: [
        { label: "Plan", value: "$12.50" },
        { label: "Sum", value: "$21.50", total: true },
      ],
    });
  });

  it("leaves what has no state out of a timeline", () => {
    const states = (state: JsonObject) =>
      block(drawn(flow, "order", state), "timeline").items.map(
        ({ id, state: how }) => `${id} ${how}`,
      );
    expect(states(STATE)).toEqual(["plan done", "deposit now", "fetch later"]);
    expect(states({ ...STATE, order: { plan: "maker", token: "tok_1", checked: true } })).toEqual([
      "plan done",
      "deposit done",
      "address now",
      "fetch later",
    ]);
  });

  it("has one current item in a timeline", () => {
    const two = compiled({
      "flows/tool-share/screens/order.yaml": (text) =>
        mustReplace(text, "- { id: plan, state: done }", "- { id: plan, state: now }"),
    });
    expect(
      block(drawn(two, "order", STATE), "timeline").items.map(({ id, state }) => `${id} ${state}`),
    ).toEqual(["plan now", "deposit later", "fetch later"]);
  });

  it("gives the time of a timeline's item, and nothing for an invalid instant", () => {
    const dated = compiled({
      "flows/tool-share/screens/order.yaml": (text) =>
        mustReplace(
          text,
          "- { id: plan, state: done }",
          "- { id: plan, state: done, at: { var: order.plan } }",
        ),
    });
    const at = (plan: string) =>
      block(drawn(dated, "order", { ...STATE, order: { plan } }), "timeline").items[0]?.at;
    expect(at("2026-03-01T10:00:00+01:00")).toBe("2026-03-01T09:00:00.000Z");
    expect(at("maker")).toBeUndefined();
  });

  it("draws a frame of this site, and of a listed origin only", () => {
    expect(block(drawn(flow, "deposit"), "frame")).toMatchObject({
      src: "/brand/tool-share/provider.html",
      action: "submit",
      height: 220,
      title: "Your card",
    });
    const elsewhere = (listed: string) =>
      compiled({
        "flows/tool-share/config/yard.yaml": (text) =>
          mustReplace(text, "frameOrigins: []", `frameOrigins: ['${listed}']`),
      });
    expect(drawn(elsewhere("https://elsewhere.example"), "elsewhere").blocks).toMatchObject([
      { kind: "frame", src: "https://elsewhere.example/", height: 360 },
    ]);
    expect(drawn(elsewhere("https://elsewhere.example:8443"), "elsewhere").blocks).toEqual([]);
    expect(drawn(flow, "elsewhere").blocks).toEqual([]);
  });

  it("writes values into the words of choices, as people of the locale do", () => {
    const prices = (locale: string) => {
      const ui = drawn(flow, "plan", STATE, locale).form?.ui as
        | { readonly plan: { readonly "ui:options": { readonly prices: readonly string[] } } }
        | undefined;
      return ui?.plan["ui:options"].prices ?? [];
    };
    expect(prices("en-US")).toEqual(["$0.00 a month", "$12.00 a month", "$1,234.00 a month"]);
    expect(prices("fr-CA")[2]).toMatch(/^1\u00a0234,00\u00a0\$\u00a0CA a month$/);
  });

  it("asks for an integer with a greatest value as a quantity", () => {
    const view = drawn(flow, "plan");
    expect(view.form?.ui["ladders"]).toMatchObject({
      "ui:widget": "quantity",
      "ui:options": { number: true, minimum: 0, maximum: 9, optional: true },
    });
    expect(view.data).toMatchObject({ drills: 2, ladders: 0 });
    expect(drawn(flow, "plan", { ...STATE, order: {} }).data).toEqual({ ladders: 0 });
  });
});

describe("unloadCall()", () => {
  const flow = compiled();
  const closed = { path: "/tools/urn:tools:1/order", query: {}, context };

  it("makes the flow's call while its rule holds", () => {
    expect(unloadCall(flow, STATE, closed)).toMatchObject({
      call: "left",
      method: "POST",
      path: "/left/urn:tools:1",
    });
    expect(drawn(flow, "order").unload).toBe(true);
  });

  it("makes none otherwise", () => {
    const state = { ...STATE, order: { plan: "maker", token: "tok_1" } };
    expect(unloadCall(flow, state, closed)).toBeUndefined();
    expect(drawn(flow, "order", state).unload).toBeUndefined();
  });
});

describe("compileFlow()", () => {
  it.each([
    [
      "a dialog with an action that the screen does not have",
      "screens/start.yaml",
      (t: string) => mustReplace(t, "actions: [submit]", "actions: [sumbit]"),
      "FLOW-NAME",
      "submit",
    ],
    [
      "a frame whose action the screen does not have",
      "screens/deposit.yaml",
      (t: string) => mustReplace(t, "action: submit", "action: send"),
      "FLOW-NAME",
      undefined,
    ],
    [
      "a frame without an action",
      "screens/deposit.yaml",
      (t: string) => mustReplace(t, " action: submit,", ""),
      "FLOW-SHAPE",
      undefined,
    ],
    [
      "a frame of an origin that is not listed",
      "screens/deposit.yaml",
      (t: string) => mustReplace(t, "src: /brand", "src: https://example.org/brand"),
      "FLOW-FRAME-ORIGIN",
      undefined,
    ],
    [
      "an origin with a path",
      "config/yard.yaml",
      (t: string) =>
        mustReplace(t, "frameOrigins: []", "frameOrigins: ['https://example.org/cards']"),
      "FLOW-FRAME-ORIGIN",
      "scheme",
    ],
    [
      "an origin with a star",
      "config/yard.yaml",
      (t: string) => mustReplace(t, "frameOrigins: []", "frameOrigins: ['https://*.example.org']"),
      "FLOW-FRAME-ORIGIN",
      "scheme",
    ],
    [
      "a cell in a column that is not there",
      "screens/order.yaml",
      (t: string) => mustReplace(t, "cells: { number: { var", "cells: { nmber: { var"),
      "FLOW-NAME",
      "number",
    ],
    [
      "a timeline item that reads what is not there",
      "screens/order.yaml",
      (t: string) => mustReplace(t, "var: order.checked", "var: order.cheked"),
      "FLOW-RULE-PATH",
      "order.checked",
    ],
  ])("refuses %s", (_, file, change, code, suggestion) => {
    const result = compileFlow(changed({ [`flows/tool-share/${file}`]: change }), "tool-share", [
      "LOCAL",
    ]);
    const problems = result.ok ? [] : result.problems;
    const problem = problems.find((each) => each.code === code);
    expect(problem, JSON.stringify(problems, null, 1)).toBeDefined();
    if (suggestion !== undefined) expect(problem?.suggestion).toContain(suggestion);
  });

  it.each([
    ["a column's heading", "order", (t: string) => mustReplace(t, "price:", "prise:")],
    ["a row's heading", "order", (t: string) => mustReplace(t, "ladders:", "laders:")],
    [
      "an item of a timeline",
      "order",
      (t: string) => mustReplace(t, "      fetch:", "      fetsh:"),
    ],
    [
      "what to do without scripts",
      "deposit",
      (t: string) => mustReplace(t, "noscript:", "noscipt:"),
    ],
    [
      "the question before an entry's action",
      "people",
      (t: string) =>
        mustReplace(t, 'confirm: { title: "Remove this', 'confirm: { titel: "Remove this'),
    ],
  ])("misses %s", (_, screen, change) => {
    const result = compileFlow(
      changed({ [`content/tool-share/en-US/screens/${screen}.yaml`]: change }),
      "tool-share",
      ["LOCAL"],
    );
    expect(result.ok ? [] : result.problems.map(({ code }) => code)).toContain("FLOW-COPY-MISSING");
  });
});
