import { describe, expect, it } from "vitest";
import type { InputContext } from "../../../engine/transition/input.ts";
import type { ApplicationState } from "../../../engine/transition/state.ts";
import { advance } from "../../../engine/visit/advance.ts";
import { visitAt, type Advance } from "../../../engine/visit/visit.ts";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import type { AnalyticsEvent } from "../../../engine/analytics/analytics-event.ts";
import { editableSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const EVENTS = `
enabled: { var: flags.chargesNonResidents }
kinds:
  event: { schema: add_event, version: v2 }
  page: { schema: add_page_request, version: v1 }
  other: { schema: OTHER, name: { cat: [{ upper: [{ var: portal }] }, _, { var: event.type }] } }
context: { portal: { var: portal }, language: { substr: [{ var: locale }, 0, 2] }, nothing: { var: reader.lives } }
events:
  page: { description: A page was shown, kind: page, on: { screen: '*' }, with: { step: { var: event.step }, remaining: { var: event.remaining } } }
  begun: { description: Begun, on: { action: start/submit }, once: visitor }
  asked: { description: Asked, on: { call: [ask, look] }, once: session }
  answered: { description: Answered, kind: other, on: { result: ask }, with: { outcome: { var: outcome }, status: { var: status } } }
  taken: { description: Taken, on: { result: ask, outcome: taken }, once: application }
  lives: { description: Said where they live, on: { answer: reader.lives }, with: { from: { var: before.reader.lives }, to: { var: reader.lives } }, once: screen }
  wrong: { description: Something was wrong, on: { problem: validation.* }, with: { fields: { map: [{ var: event.problems }, { var: field }] }, codes: { map: [{ var: event.problems }, { var: code }] } } }
  row: { description: A row or the action, on: [{ row: resume/* }, { action: '*/submit' }], with: { row: { var: event.row }, screen: { var: screen } }, send: tell }
`;
const CALLS = `
calls:
  ask: { description: Asks, service: post, method: POST, path: /ask, timeoutMs: 1000, outcomes: [{ when: { '===': [{ var: status }, 409] }, outcome: taken }] }
  look: { description: Looks, service: post, method: GET, path: /look, timeoutMs: 1000, set: { application.confirmed: { '!!': { var: answer.confirmed } } } }
  tell: { description: Tells, service: post, method: POST, path: /tell, timeoutMs: 1000, body: { type: { var: event.type }, more: { var: event.properties } } }
`;

const sources = new Map(
  [...(await editableSources)].filter(([path]) => !path.includes("/fixtures/")),
);
sources
  .set("flows/library-card/events.yaml", EVENTS)
  .set("flows/library-card/calls/post.yaml", CALLS);
sources.set(
  "flows/library-card/services.yaml",
  "services:\n  post: { description: The post, baseUrlFrom: POST_URL }\n",
);
sources.set(
  "flows/library-card/screens/reader.yaml",
  mustReplace(
    sources.get("flows/library-card/screens/reader.yaml"),
    "actions:",
    "actions:\n  ask: { style: none, form: false, call: ask }",
  ),
);
// The last screen looks something up before it is drawn.
sources.set(
  "flows/library-card/screens/done.yaml",
  `${sources.get("flows/library-card/screens/done.yaml") ?? ""}load: look\nactions: { look: { style: none, when: { '!': { var: reader.lives } }, form: false, call: look } }\n`,
);

const compiled = compileFlow(sources, "library-card", ["LOCAL"]);
if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
const { flow } = compiled;
const [variant = { portal: "library", market: "town", environment: "LOCAL" }] = flow.variants;
const compiledVariant = flow.variant(variant);

const context: InputContext = {
  now: "2026-03-01T10:00:00Z",
  variant,
  locale: "fr-CA",
  signedIn: false,
  session: "visit-1",
  uuids: ["00000000-0000-4000-8000-000000000001"],
};
const ID = "urn:card:1";
const STARTED: ApplicationState = { application: { id: ID } };
const READER = { name: "Ada Noor", born: "1980-06-01", lives: "here" };

function act(
  state: ApplicationState,
  screen: string,
  action: string,
  data: object = {},
  more: Partial<InputContext> = {},
) {
  const path = screen === "start" ? "/library-card" : `/library-card/${ID}/${screen}`;
  return advance(compiledVariant, visitAt({ path, query: {} }, state), {
    kind: "act",
    action,
    data: data as never,
    context: { ...context, ...more },
  });
}

function open(state: ApplicationState, path: string, more: Partial<InputContext> = {}) {
  const visit = visitAt({ path: `/library-card${path}`, query: {} }, state);
  return advance(compiledVariant, visit, { kind: "open", context: { ...context, ...more } });
}

function result({ visit, next }: Advance, status: number, body: object = {}): Advance {
  if (next.kind !== "call") throw new Error("there is no call");
  const event = {
    kind: "result",
    pending: next,
    result: { status, answer: body as never },
    context,
  } as const;
  return advance(compiledVariant, visit, event);
}

const types = (answer: { readonly reports: readonly AnalyticsEvent[] }) =>
  answer.reports.map(({ type }) => type);

describe("reports", () => {
  it("are in the order of their events, each once, and the following page last", () => {
    const answer = act(STARTED, "reader", "submit", {
      name: "Ada Noor",
      born: "1980/06/01",
      lives: "elsewhere",
    });
    expect(types(answer)).toEqual(["row", "lives", "page"]);
    const [row, lives, page] = answer.reports;
    expect(row).toMatchObject({
      screen: "reader",
      path: "/{applicationId}/reader",
      properties: { screen: "reader" },
    });
    expect(row?.properties).not.toHaveProperty("row");
    expect(lives).toMatchObject({
      properties: { to: "elsewhere" },
      once: { scope: "screen", of: "reader" },
    });
    expect(page).toMatchObject({ screen: "confirm", path: "/{applicationId}/confirm" });
  });

  it("carry the envelope, where it happened, the flow's context and their own properties; nothing that is not there", () => {
    const [report] = open(STARTED, `/${ID}/reader`).reports;
    expect(report).toEqual({
      type: "page",
      at: context.now,
      schema: "add_page_request",
      version: "v1",
      screen: "reader",
      path: "/{applicationId}/reader",
      axes: { portal: "library", market: "town", reseller: null },
      environment: "LOCAL",
      locale: "fr-CA",
      role: null,
      session: "visit-1",
      properties: { portal: "library", language: "fr", step: 1, remaining: 1 },
    });
  });

  it("are the same for the same input", () => {
    const data = { name: "Ada Noor", born: "1980/06/01", lives: "here" };
    expect(act(STARTED, "reader", "submit", data).reports).toEqual(
      act(STARTED, "reader", "submit", data).reports,
    );
  });

  it("cover calls and their outcomes", () => {
    const asked = act(STARTED, "reader", "ask");
    expect(types(asked)).toEqual(["asked"]);
    expect(asked.reports[0]?.once).toEqual({ scope: "session", of: "visit-1" });
    const taken = result(asked, 409);
    expect(types(taken)).toEqual(["answered", "taken"]);
    expect(taken.reports[0]).toMatchObject({
      name: "LIBRARY_answered",
      properties: { outcome: "taken", status: 409 },
      screen: "reader",
    });
    expect(taken.reports[1]?.once).toEqual({ scope: "application" });
    expect(types(result(asked, 200))).toEqual(["answered"]);
  });

  it("cover refused answers: known fields and causes, no typed text", () => {
    const answer = act(STARTED, "reader", "submit", {
      name: "",
      "ada@example.com": "x",
      lives: "kim@cedar.dev",
    });
    expect(answer.next.kind).toBe("refused");
    expect(types(answer)).toEqual(["wrong"]);
    expect(answer.reports[0]?.properties["fields"]).toEqual(
      expect.arrayContaining(["name", "born", "lives", ""]),
    );
    expect(JSON.stringify(answer.reports)).not.toMatch(/ada@example|kim@cedar/);
    expect(types(act(STARTED, "reader", "approve"))).toEqual([]);
  });

  it("include a value only when it changed", () => {
    const said = { ...STARTED, reader: READER };
    expect(
      types(act(said, "reader", "submit", { name: "Ada Noor", born: "1980/06/01", lives: "here" })),
    ).toEqual(["row", "page"]);
    const moved = act(said, "reader", "submit", {
      name: "Ada Noor",
      born: "1980/06/01",
      lives: "elsewhere",
    });
    expect(moved.reports.find(({ type }) => type === "lives")?.properties).toMatchObject({
      from: "here",
      to: "elsewhere",
    });
  });

  it("cover a page that is drawn: not a load, not a stay, not a browser's own request", () => {
    const confirmed = { ...STARTED, application: { id: ID, confirmed: true } };
    expect(types(open(confirmed, `/${ID}/done`))).toEqual([]);
    const loading = act(confirmed, "done", "look");
    expect(types(loading)).toEqual(["asked"]);
    const loaded = result(loading, 200, { confirmed: true });
    expect(types(loaded)).toEqual(["page"]);
    // Staying on a page is not entering it.
    expect(types(result(act(STARTED, "reader", "ask"), 200))).not.toContain("page");
    // Led elsewhere: the browser is sent there and asks for it.
    expect(
      types(open(STARTED, `/${ID}/confirm`, { drawnAt: `/library-card/${ID}/confirm` })),
    ).toEqual(["row"]);
    expect(types(open(STARTED, `/${ID}/confirm`))).toEqual(["row", "page"]);
    expect(types(act({}, "start", "submit", {}, { drawnAt: "" }))).toEqual(["begun", "row"]);
    // A page that does not exist is drawn wherever it was asked for.
    expect(open(STARTED, "/nowhere", { drawnAt: "/library-card/nowhere" }).reports).toMatchObject([
      { type: "page", screen: "lost" },
    ]);
  });

  it("say once for whom: a person, else a visit", () => {
    const begun = (more: Partial<InputContext>) =>
      act({}, "start", "submit", {}, more).reports.find(({ type }) => type === "begun")?.once;
    expect(begun({})).toEqual({ scope: "visitor", of: "visit-1" });
    expect(begun({ signedIn: true, visitor: { id: "ada" } })).toEqual({
      scope: "visitor",
      of: "ada",
    });
  });

  it("request their delivery call, with themselves as its content", () => {
    const [row] = act({ ...STARTED, reader: READER }, "confirm", "submit").reports;
    expect(row?.send).toMatchObject({
      call: "tell",
      method: "POST",
      path: "/tell",
      body: {
        type: "row",
        more: { portal: "library", language: "fr", nothing: "here", screen: "confirm" },
      },
    });
  });

  it("are absent while the flow switches them off", () => {
    const silent = flow.variantWith(variant, {}, { chargesNonResidents: false });
    expect(
      advance(silent, visitAt({ path: `/library-card/${ID}/reader`, query: {} }, STARTED), {
        kind: "open",
        context,
      }).reports,
    ).toEqual([]);
  });
});
