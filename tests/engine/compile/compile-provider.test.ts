import { describe, expect, it } from "vitest";
import { decide } from "../../../engine/transition/decide.ts";
import { callRequest } from "../../../engine/transition/call-request.ts";
import type { Accepted } from "../../../engine/transition/answer.ts";
import { buildFacts } from "../../../engine/transition/facts.ts";
import { webhookKeys, readWebhook } from "../../../engine/transition/read-webhook.ts";
import type { CallRequest, CallResult, InputContext } from "../../../engine/transition/input.ts";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { toolShareSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const LOCKER = `
description: A locker service takes notes in the place of the office, and the office hears of it
service: { baseUrl: https://locker.example, prefix: LOCKER_, auth: { kind: bearer, token: LOCKER_TOKEN } }
calls:
  left:
    steps:
      - id: open
        method: POST
        path: /lockers
        encoding: form
        body: { who: { var: application.id }, of: { var: providers.locker.site } }
        outcomes:
          - { when: { '===': [{ var: status }, 409] }, outcome: full }
          - { when: { '!==': [{ var: answer.number }, null] }, outcome: success }
          - { when: true, outcome: failed }
        answer: { number: { var: answer.number } }
      - { id: oil, when: { '===': [{ var: got.open.number }, 13] }, method: POST, path: /oil }
      - { id: tell, service: office, method: POST, path: '/lockers/{number}', params: { number: { var: got.open.number } } }
webhook:
  description: A locker was emptied
  signature: { scheme: hmac, header: locker-signature, algorithm: sha256, encoding: hex, timestamp: t, signature: v1, secrets: LOCKER_SECRET, toleranceMs: 60000 }
  id: { var: payload.id }
  key: { var: payload.locker }
  outcomes: [{ when: { '===': [{ var: payload.what }, emptied] }, outcome: emptied }]
  answer: { by: { var: payload.by } }
  becomes:
    - { id: own, keys: { var: order.note }, when: { '===': [{ var: answer.by }, owner] }, screen: order, then: resume }
`;

async function compiled(change: (text: string) => string = (text) => text) {
  const text = change(LOCKER);
  const sources = await toolShareSources;
  // One language is enough here.
  const front = mustReplace(sources.get("flows/tool-share/flow.yaml"), ", fr-CA", "");
  const result = compileFlow(
    new Map([
      ...sources,
      ["flows/tool-share/flow.yaml", front],
      ["flows/tool-share/providers/locker.yaml", text],
    ]),
    "tool-share",
    ["LOCAL"],
  );
  return result.ok
    ? { flow: result.flow, problems: result.warnings }
    : { flow: undefined, problems: result.problems };
}

const built = (await compiled()).flow;
const variant = built?.variants[0];
if (built === undefined || variant === undefined)
  throw new Error("The tool share does not compile");
const flow = built.variant(variant);
const CONTEXT: InputContext = {
  now: "2026-03-01T10:00:00Z",
  variant,
  locale: "en-US",
  signedIn: false,
  uuids: ["1", "2"],
};
const CONFIGURED: InputContext = { ...CONTEXT, providers: { locker: { site: "north" } } };
const STATE = { application: { id: "a-1" }, order: { note: "locker-7" } };
const FROM = {
  path: "/",
  screen: "order",
  action: "x",
  remaining: [],
  with: null,
  form: {},
  query: {},
};

function asked(context: InputContext): CallRequest {
  const request = callRequest(flow, "left", buildFacts(flow, STATE, context), FROM);
  if (request === undefined) throw new Error("Nothing is asked");
  return request;
}

function answered(request: CallRequest, result: CallResult): Accepted {
  const answer = decide(flow, STATE, {
    kind: "result",
    request,
    result,
    context: CONFIGURED,
  });
  if (answer.kind !== "accepted") throw new Error("It was refused");
  return answer;
}

describe("a call that a provider may answer", () => {
  it("is the service's own while the provider is not configured", () => {
    expect(asked(CONTEXT)).toMatchObject({ service: "office", path: "/left/a-1" });
    expect(asked(CONTEXT)).not.toHaveProperty("via");
  });

  it("is made in steps, each reading what those before were answered", () => {
    const open = asked(CONFIGURED);
    expect(open).toMatchObject({
      call: "left",
      service: "locker",
      path: "/lockers",
      encoding: "form",
      body: { who: "a-1", of: "north" },
      via: { provider: "locker", step: "open" },
    });
    const { call: tell, events } = answered(open, {
      status: 201,
      answer: { number: 7, secret: "x" },
    });
    expect(events[0]?.because).toBe("call:left.open/success");
    expect(tell).toMatchObject({
      service: "office",
      path: "/lockers/7",
      via: { step: "tell", got: { open: { number: 7 } } },
    });
    expect(JSON.stringify(tell)).not.toContain("secret");
    const { call: oil } = answered(open, { status: 201, answer: { number: 13 } });
    expect(oil).toMatchObject({ service: "locker", path: "/oil" });
    const last = answered(tell ?? open, { status: 200, answer: {} });
    expect(last.call).toBeUndefined();
    expect(last.events[0]?.because).toBe("call:left/success");
  });

  it.each([
    [{ status: 409, answer: {} }, "full"],
    [{ status: 401, answer: { message: "who are you" } }, "failed"],
    [{ outcome: "timeout", answer: null } as const, "timeout"],
  ])("ends with the step that fails: %j", (result, outcome) => {
    const { call, events } = answered(asked(CONFIGURED), result);
    expect(call).toBeUndefined();
    expect(events[0]?.because).toBe(`call:left/${outcome}`);
  });
});

describe("a webhook's body", () => {
  const webhook = flow.providers.get("locker")?.webhook;
  if (webhook === undefined) throw new Error("There is no webhook");

  it("is read by the definition, and the rest is dropped", () => {
    expect(
      readWebhook(
        webhook,
        { id: "e-1", locker: "locker-7", what: "emptied", by: "owner", name: "Kim" },
        "",
      ),
    ).toEqual({
      id: "e-1",
      key: "locker-7",
      outcome: "emptied",
      answer: { by: "owner" },
    });
    expect(
      readWebhook(webhook, { id: "e-1", locker: "locker-7", what: "dusted" }, ""),
    ).toMatchObject({ outcome: undefined, answer: null });
    expect(readWebhook(webhook, { id: "e-1", what: "emptied" }, "")).toBeUndefined();
    expect(readWebhook(webhook, [1, 2], "")).toMatchObject({ outcome: undefined });
  });

  it("finds the applications that wait for it, and no others", () => {
    const hear = (key: string, by: string) =>
      decide(flow, STATE, {
        kind: "webhook",
        heard: { provider: "locker", key, outcome: "emptied", answer: { by } },
        context: CONFIGURED,
      });
    expect(webhookKeys(flow, STATE)).toEqual([{ provider: "locker", key: "locker-7" }]);
    expect(webhookKeys(flow, {})).toEqual([]);
    expect(hear("locker-7", "owner")).toMatchObject({
      kind: "accepted",
      events: [{ type: "answered", because: "webhook:locker/emptied" }],
    });
    expect(hear("locker-8", "owner")).toMatchObject({ kind: "refused", cause: "not-allowed" });
    expect(hear("locker-7", "thief")).toMatchObject({ kind: "refused", cause: "forbidden" });
  });
});

describe("a provider's file", () => {
  const AMISS = [
    {
      what: "a call that the flow does not have",
      from: "  left:",
      to: "  lefd:",
      code: "FLOW-NAME",
      says: "lefd",
      meant: "left",
    },
    {
      what: "a service that the flow does not have",
      from: "service: office",
      to: "service: offise",
      code: "FLOW-NAME",
      says: "offise",
      meant: "office",
    },
    {
      what: "a table that the flow does not have",
      from: "then: resume",
      to: "then: resum",
      code: "FLOW-NAME",
      says: "resum",
      meant: "resume",
    },
    {
      what: "a screen that the flow does not have",
      from: "screen: order",
      to: "screen: odrer",
      code: "FLOW-NAME",
      says: "odrer",
      meant: "order",
    },
    {
      what: "two steps of one name",
      from: "id: oil",
      to: "id: open",
      code: "FLOW-STEP-TWICE",
      says: "open",
    },
    {
      what: "a variable of somebody else's",
      from: "LOCKER_TOKEN",
      to: "OTHER_TOKEN",
      code: "FLOW-VARIABLE",
      says: "OTHER_TOKEN",
    },
    {
      what: "a path of the state that is not there",
      from: "order.note",
      to: "order.nota",
      code: "FLOW-RULE-PATH",
      says: "order.nota",
      meant: "order.note",
    },
  ];
  const SHAPES = [
    {
      what: "credentials of half a kind",
      from: "kind: bearer, token",
      to: "kind: basic, token",
      code: "FLOW-SHAPE",
      says: '"user" is missing',
    },
    {
      what: "a signature of half a scheme",
      from: "scheme: hmac",
      to: "scheme: jwt",
      code: "FLOW-SHAPE",
      says: '"bodyHash" is missing',
    },
  ];
  const told = [AMISS, SHAPES].map((all) =>
    compiled((text) => all.reduce((changed, { from, to }) => mustReplace(changed, from, to), text)),
  );

  it.each([
    ...AMISS.map((each) => ({ ...each, of: 0 })),
    ...SHAPES.map((each) => ({ ...each, of: 1, meant: undefined })),
  ])("is refused with $what, at its place", async ({ of, code, says, meant }) => {
    const { problems = [] } = (await told[of]) ?? {};
    const problem = problems.find((each) => each.code === code && each.message.includes(says));
    expect(problem).toMatchObject({
      severity: "error",
      file: "flows/tool-share/providers/locker.yaml",
      ...(meant === undefined ? {} : { suggestion: meant }),
    });
    expect(problem?.line).toBeGreaterThan(2);
  });
});
