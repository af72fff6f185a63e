import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import { decide } from "../../../engine/transition/decide.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import { applyEvents } from "../../../engine/transition/apply-events.ts";
import type { ApplicationState } from "../../../engine/transition/state.ts";
import { editableSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const CALLS = `
calls:
  ask: { description: Asks, service: post, method: POST, path: /ask, timeoutMs: 1000, body: { name: { var: with.name } } }
  tell: { description: Tells, service: post, method: POST, path: /tell, timeoutMs: 1000 }
`;
const sources = new Map(
  [...(await editableSources)].filter(([path]) => !path.includes("/fixtures/")),
);
sources
  .set("flows/library-card/calls/post.yaml", CALLS)
  .set(
    "flows/library-card/services.yaml",
    "services:\n  post: { description: The post, baseUrlFrom: POST_URL }\n",
  )
  .set(
    "flows/library-card/screens/reader.yaml",
    mustReplace(
      sources.get("flows/library-card/screens/reader.yaml"),
      "actions:",
      "actions:\n  later: { style: none, keep: true, to: start }\n  ask: { style: none, form: false, call: [ask, tell], with: { name: { var: reader.name } }, then: resume }",
    ),
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
  uuids: ["00000000-0000-4000-8000-000000000001"],
};
const ID = "urn:card:1";
const STARTED: ApplicationState = { application: { id: ID } };
const READER = { name: "Ada Noor", born: "1980-06-01", lives: "here" };
const KNOWN: ApplicationState = { ...STARTED, reader: READER };
const CHILD: ApplicationState = { ...STARTED, reader: { ...READER, born: "2018-03-01" } };
const at = (screen: string) => `/library-card/${ID}/${screen}`;

interface Act {
  readonly path: string;
  readonly action?: string;
  readonly data?: JsonObject;
  readonly actor?: InputContext["actor"];
}

const act = (state: ApplicationState, { path, action = "submit", data = {}, actor }: Act) =>
  decide(flow, state, {
    kind: "act",
    path,
    action,
    data,
    query: {},
    context: actor === undefined ? context : { ...context, actor },
  });

describe("decide()", () => {
  it("saves the form of an action, in its stored formats, and follows the action's table", () => {
    const data = { ...READER, born: "1980/06/01" };
    const decision = act(STARTED, { path: at("reader"), data });
    expect(decision).toMatchObject({
      kind: "accepted",
      state: KNOWN,
      events: [{ type: "submitted", at: context.now }],
      next: { kind: "screen", screen: "confirm", path: at("confirm") },
      rows: ["resume/to-confirm"],
    });
    if (decision.kind === "accepted")
      expect(applyEvents(decision.events, STARTED)).toEqual(decision.state);
  });

  it("makes the changes of an action without a form", () => {
    expect(act(KNOWN, { path: at("confirm") })).toMatchObject({
      kind: "accepted",
      state: { ...KNOWN, application: { id: ID, confirmed: true } },
      next: { kind: "screen", screen: "done" },
      reason: { kind: "action", screen: "confirm", action: "submit" },
    });
  });

  it("refuses wrong answers with one problem a field, and changes nothing", () => {
    const decision = act(STARTED, {
      path: at("reader"),
      data: { ...READER, born: "1980/06/01", name: "7" },
    });
    expect(decision).toMatchObject({
      kind: "refused",
      cause: "invalid",
      problems: [{ pointer: "/name" }],
    });
  });

  it("refuses fields on a page without a form, by a pointer that names them", () => {
    expect(act(KNOWN, { path: at("confirm"), data: { "a/b~c": 1 } })).toMatchObject({
      cause: "invalid",
      problems: [{ pointer: "/a~1b~0c", code: "validation.unknownField" }],
    });
  });

  it("keeps the valid fields of an action that leads back, and none of the wrong ones", () => {
    const kept = (parent: string) =>
      act(CHILD, { path: at("consent"), action: "back", data: { parent } });
    expect(kept("Noor Ada")).toMatchObject({
      kind: "accepted",
      state: { ...CHILD, consent: { parent: "Noor Ada" } },
      next: { screen: "reader" },
    });
    expect(kept("7")).toMatchObject({ kind: "accepted", state: CHILD });
    const data = { name: "Ada Noor", lives: "moon" };
    const later = act(STARTED, { path: at("reader"), action: "later", data });
    expect(later).toMatchObject({ state: { ...STARTED, reader: { name: "Ada Noor" } } });
    expect(later).not.toHaveProperty("state.reader.lives");
  });

  it.each<[string, string, ApplicationState, Act]>([
    ["unknown-path", "a path that no screen has", KNOWN, { path: "/library-card/a/b/c" }],
    ["not-allowed", "a screen that the state does not allow", STARTED, { path: at("confirm") }],
    ["unknown-action", "an action of no screen", KNOWN, { path: at("confirm"), action: "fly" }],
    ["not-allowed", "an action whose rule is false", KNOWN, { path: "/library-card" }],
    ["forbidden", "a role of no flow", KNOWN, { path: at("confirm"), actor: { role: "owner" } }],
  ])("refuses as %s %s", (cause, _, state, input) => {
    expect(act(state, input)).toEqual({ kind: "refused", cause, problems: [] });
  });

  it("asks for the first call of an action, and continues with the rest after its answer", () => {
    const asked = act(KNOWN, { path: at("reader"), action: "ask" });
    expect(asked).toMatchObject({
      kind: "accepted",
      next: { kind: "stay" },
      call: {
        call: "ask",
        method: "POST",
        path: "/ask",
        body: { name: "Ada Noor" },
        continuation: { screen: "reader", action: "ask", remaining: ["tell"], then: "resume" },
      },
    });
    if (asked.kind !== "accepted" || asked.call === undefined) throw new Error("no call was asked");
    const answer = (request: typeof asked.call, state: ApplicationState) =>
      decide(flow, state, {
        kind: "result",
        request,
        result: { status: 200, answer: {} },
        context,
      });
    const second = answer(asked.call, asked.state);
    expect(second).toMatchObject({ call: { call: "tell", continuation: { remaining: [] } } });
    if (second.kind !== "accepted" || second.call === undefined)
      throw new Error("no second call was asked");
    const last = answer(second.call, second.state);
    expect(last).toMatchObject({ kind: "accepted", next: { screen: "confirm" } });
    expect(last).not.toHaveProperty("call");
  });

  it.each([
    { kind: "timer", timer: "gone" },
    { kind: "link", link: "gone" },
    { kind: "webhook", heard: { provider: "gone", key: "1", outcome: "passed", answer: {} } },
  ] as const)("changes nothing by a $kind that the flow does not have", (input) => {
    const decision = decide(flow, KNOWN, { ...input, context });
    if (decision.kind === "accepted") expect(decision.state).toEqual(KNOWN);
    else expect(decision.problems).toEqual([]);
  });
});
