import { expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { explainScreen } from "../../../engine/tools/explain-screen.ts";
import { ruleDescriptionsOf } from "../../../engine/tools/rule-descriptions.ts";
import { cardFlow } from "../../card-flow.ts";
import { editableSources, shippedSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const sources = await editableSources;

it("explainScreen() describes the rules of a screen, and their origins", () => {
  const result = compileFlow(sources, "library-card", ["LOCAL"]);
  if (!result.ok) throw new Error("the flow has mistakes");
  const flow = result.flow.variant({ portal: "library", market: "town", environment: "LOCAL" });
  const descriptions = ruleDescriptionsOf(sources, "library-card");
  expect(explainScreen(flow, "nowhere", descriptions)).toBeUndefined();
  const { lines } = explainScreen(flow, "reader", descriptions) ?? { lines: [] };
  expect(lines.slice(0, 2)).toEqual([
    {
      rule: "allow",
      when: 'the sequence "application" is open',
      from: 'the sequence "application"',
    },
    {
      rule: "done",
      when: "reader.name, reader.born, reader.lives are all there",
      from: 'form "reader"',
    },
  ]);
  expect(lines.slice(2)).toMatchObject([{ rule: "resume/reader-missing" }]);
});

it("explainScreen() names the calls that send answers of a screen that may be skipped", async () => {
  const flow = await cardFlow({
    "flows/library-card/services.yaml":
      "services:\n  register: { description: d, sandbox: mail, baseUrlFrom: REGISTER_URL }\n",
    "flows/library-card/calls/register.yaml":
      "calls:\n  tell: { description: d, service: register, timeoutMs: 4000, method: POST, path: /a, body: { who: { var: consent.parent } } }\n",
    "flows/library-card/screens/confirm.yaml": mustReplace(
      (await shippedSources).get("flows/library-card/screens/confirm.yaml"),
      /submit: .*\n/,
      "submit: { form: false, set: { application.confirmed: true }, call: tell, then: [{ id: told, to: done }] }\n",
    ),
  });
  const { lines } = explainScreen(flow.variant({ environment: "LOCAL" }), "consent", {
    guards: {},
    values: {},
  }) ?? {
    lines: [],
  };
  expect(lines).toContainEqual(
    expect.objectContaining({
      rule: "call tell",
      when: undefined,
      sends: ["consent.parent"],
    }),
  );
});

it("explainScreen() names rows of the entry and onOpen tables that lead there or away", async () => {
  const shipped = await shippedSources;
  const flow = await cardFlow({
    "flows/library-card/flow.yaml": `${shipped.get("flows/library-card/flow.yaml") ?? ""}entry: door\n`,
    "flows/library-card/transitions/door.yaml":
      "table: door\nrows: [{ id: late, match: { query.late: true }, to: start }]\n",
    "flows/library-card/screens/confirm.yaml": `${shipped.get("flows/library-card/screens/confirm.yaml") ?? ""}onOpen: [{ id: young, match: { child: true }, to: start }]\n`,
  });
  const of = (screen: string) =>
    explainScreen(flow.variant({ environment: "LOCAL" }), screen, { guards: {}, values: {} })
      ?.lines ?? [];
  expect(of("start")).toEqual(
    expect.arrayContaining([
      { rule: "door/late", when: "query.late is there", from: undefined },
      expect.objectContaining({ rule: "confirm/onOpen/young" }),
    ]),
  );
  expect(of("confirm")).toContainEqual(
    expect.objectContaining({ rule: "confirm/onOpen/young", to: "start" }),
  );
});
