import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import { reasonText } from "../../../engine/transition/reason.ts";
import type { ApplicationState } from "../../../engine/transition/state.ts";
import { advance } from "../../../engine/visit/advance.ts";
import { visitAt, type Advance, type Visit } from "../../../engine/visit/visit.ts";
import { editableSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const CALLS = `
calls:
  ask: { description: Asks, service: post, method: POST, path: /ask, timeoutMs: 1000 }
  inquire: { description: Inquires, service: post, method: POST, path: /inquire, timeoutMs: 1000, repeat: allowed }
  look: { description: Looks, service: post, method: GET, path: /look, timeoutMs: 1000, set: { application.looked: { '!!': { var: answer.found } } } }
`;
/** A table whose calls follow one another without end. */
const CIRCLE = `
table: circle
description: Asks again and again
rows:
  - { id: again, call: ask, then: circle }
`;

const sources = new Map(
  [...(await editableSources)].filter(([path]) => !path.includes("/fixtures/")),
);
sources
  .set("flows/library-card/calls/post.yaml", CALLS)
  .set("flows/library-card/transitions/circle.yaml", CIRCLE)
  .set(
    "flows/library-card/services.yaml",
    "services:\n  post: { description: The post, baseUrlFrom: POST_URL }\n",
  )
  .set(
    "flows/library-card/screens/reader.yaml",
    mustReplace(
      sources.get("flows/library-card/screens/reader.yaml"),
      "actions:",
      "load: look\npoll: { action: inquire, everyMs: 1000, untilMs: 60000 }\nactions:\n  look: { style: none, when: { '!': { var: application.looked } }, form: false, call: look }\n  ask: { style: none, form: false, call: ask }\n  poll: { style: none, form: false, call: look }\n  inquire: { style: none, form: false, call: inquire }\n  press: { style: none, form: false, call: inquire }\n  here: { style: none, form: false, to: reader }\n  there: { style: none, form: false, to: start }\n  round: { style: none, form: false, call: ask, then: circle }",
    ),
  )
  .set(
    "schemas/library-card/state.yaml",
    mustReplace(
      sources.get("schemas/library-card/state.yaml"),
      "confirmed: { type: boolean }",
      "confirmed: { type: boolean }, looked: { type: boolean }",
    ),
  );

const compiled = compileFlow(sources, "library-card", ["LOCAL"]);
if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems, null, 1));
const [variant = { portal: "library", market: "town", environment: "LOCAL" }] =
  compiled.flow.variants;
const flow = compiled.flow.variant(variant);

const context: InputContext = {
  now: "2026-03-01T10:00:00Z",
  variant,
  locale: "en-US",
  signedIn: false,
  uuids: ["00000000-0000-4000-8000-000000000001"],
};
const ID = "urn:card:1";
const STARTED: ApplicationState = { application: { id: ID } };
const LOOKED: ApplicationState = { application: { id: ID, looked: true } };
const READER = { path: `/library-card/${ID}/reader`, query: {} };

const open = (state: ApplicationState, at = READER) =>
  advance(flow, visitAt(at, state), { kind: "open", context });
const act = (visit: Visit, action: string, data = {}) =>
  advance(flow, visit, { kind: "act", action, data, context });
const answered = ({ visit, next }: Advance, status: number, answer = {}) => {
  if (next.kind !== "call") throw new Error("there is no call");
  return advance(flow, visit, {
    kind: "result",
    pending: next,
    result: { status, answer },
    context,
  });
};

describe("advance()", () => {
  it("shows the page of an address that needs nothing", () => {
    const { next, step, visit } = open(LOOKED);
    expect(next).toMatchObject({ kind: "screen", resolution: { screen: "reader" } });
    expect(step).toBeUndefined();
    expect(visit).toMatchObject({ path: READER.path, opened: true });
  });

  it("loads what a screen needs before it shows it, once in a visit", () => {
    const opened = open(STARTED);
    expect(opened.next).toEqual({ kind: "load" });
    const loading = advance(flow, opened.visit, { kind: "load", context });
    expect(loading.next).toMatchObject({ kind: "call", request: { call: "look" } });
    const loaded = answered(loading, 200, { found: true });
    expect(loaded.next).toMatchObject({ kind: "screen", resolution: { screen: "reader" } });
    expect(loaded.visit.state).toMatchObject({ application: { looked: true } });
    const failed = answered(loading, 500);
    expect(failed.next).toMatchObject({ kind: "screen" });
    expect(failed.visit.loaded).toEqual([READER.path]);
  });

  it("loads nothing for those who only look", () => {
    const visit = visitAt(READER, STARTED, { readOnly: true });
    expect(advance(flow, visit, { kind: "open", context }).next.kind).toBe("screen");
  });

  it("commits a step and shows where its table leads, with the row as the reason", () => {
    const data = { name: "Ada Noor", born: "1980/06/01", lives: "here" };
    const { step, next, visit } = act(visitAt(READER, LOOKED), "submit", data);
    expect(step).toMatchObject({ isJournaled: true, events: [{ type: "submitted" }] });
    expect(step?.state).toMatchObject({ reader: { name: "Ada Noor" } });
    expect(next).toMatchObject({ kind: "screen", resolution: { screen: "confirm" } });
    expect(visit.path).toBe(`/library-card/${ID}/confirm`);
    expect(reasonText(visit.reason ?? { kind: "entry" })).toMatch(/^\w[\w-]*\/[\w-]+$/);
  });

  it("refuses an action that the page does not have, and changes nothing", () => {
    const { next, step, visit } = act(visitAt(READER, LOOKED), "fly");
    expect(next).toMatchObject({ kind: "refused", refusal: { cause: "unknown-action" } });
    expect([step, visit.state]).toEqual([undefined, LOOKED]);
  });

  it("keeps a poll out of the journal that found nothing new, unless its request carries a key", () => {
    const polled = act(visitAt(READER, LOOKED), "poll");
    expect([polled.next.kind, polled.step?.isJournaled]).toEqual(["call", false]);
    expect(answered(polled, 500).step?.isJournaled).toBe(false);
    expect(answered(polled, 200).step?.isJournaled).toBe(true);
    const claimed = act(visitAt(READER, LOOKED, { claimed: true }), "poll");
    expect([claimed.step?.isJournaled, answered(claimed, 500).step?.isJournaled]).toEqual([
      true,
      true,
    ]);
  });

  it("keeps the page's poll out of the journal whose call may be sent again, and records a press of it", () => {
    const polled = act(visitAt(READER, LOOKED), "inquire");
    expect([polled.next.kind, polled.step?.isJournaled]).toEqual(["call", false]);
    expect(answered(polled, 200).step?.isJournaled).toBe(false);
    expect(act(visitAt(READER, LOOKED), "press").step?.isJournaled).toBe(true);
  });

  it("writes no event for a poll that changes nothing, or leads to its own page", () => {
    const polled = act(visitAt(READER, LOOKED), "poll");
    expect(answered(polled, 200, { found: true }).step?.isJournaled).toBe(false);
    expect(answered(polled, 200, { found: false }).step?.isJournaled).toBe(true);
    const here = act(visitAt(READER, LOOKED), "here");
    expect([here.next.kind, here.step?.isJournaled]).toEqual(["screen", false]);
    expect(act(visitAt(READER, LOOKED), "there").step?.isJournaled).toBe(true);
  });

  it("ends calls that follow one another without end", () => {
    let move = act(visitAt(READER, LOOKED), "round");
    let calls = 0;
    for (; move.next.kind === "call"; calls++) move = answered(move, 200);
    expect([move.next, calls]).toEqual([{ kind: "overrun", call: "ask" }, 20]);
  });

  it("answers a step on its own screen, whatever its call changed", () => {
    const asked = act(visitAt(READER, LOOKED), "ask");
    const meanwhile = { ...LOOKED, reader: { name: "Kim" } };
    const after = answered({ ...asked, visit: { ...asked.visit, state: meanwhile } }, 200);
    expect(after.visit.state).toMatchObject({ reader: { name: "Kim" } });
    expect(after.next).toMatchObject({ kind: "screen", resolution: { screen: "reader" } });
  });

  it("opens the page of another application anew", () => {
    const destination = {
      kind: "screen",
      screen: "reader",
      path: "/library-card/urn:card:2/reader",
      reason: { kind: "entry" },
    } as const;
    const { next } = advance(flow, visitAt(READER, LOOKED), {
      kind: "go",
      destination,
      context,
    });
    expect(next).toMatchObject({ kind: "redirect", path: destination.path });
  });

  it("reads the parameters of an address before any page, and leaves the address without them", () => {
    const { next } = advance(flow, visitAt(READER, LOOKED), { kind: "enter", context });
    expect(next.kind).toBe("clean");
  });
});
