import { describe, expect, it, vi } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import type { Json, JsonObject } from "../../../engine/language/json.ts";
import { explainPath } from "../../../engine/tools/explain-path.ts";
import { DESCRIBED_OPERATORS, describeRule } from "../../../engine/rules/describe-rule.ts";
import { ruleDescriptionsOf } from "../../../engine/tools/rule-descriptions.ts";
import { findOrigin } from "../../../engine/tools/find-origin.ts";
import { OPERATORS } from "../../../engine/rules/compile-rule.ts";
import { runCommand } from "../../../server/cli/command.ts";
import { explainCommand } from "../../../server/cli/explain-command.ts";
import { cardFlow } from "../../card-flow.ts";
import { editableSources, shippedSources } from "../../definitions.ts";

const sources = await editableSources;
const descriptions = ruleDescriptionsOf(sources, "library-card");
const none = { guards: {}, values: {} };

describe("describeRule()", () => {
  it("knows every operator", () => {
    expect(DESCRIBED_OPERATORS.toSorted()).toEqual([...OPERATORS].toSorted());
  });

  it.each([...OPERATORS])("has a sentence for %s", (operator) => {
    const sentence = describeRule({ [operator]: [{ var: "a.b" }, { var: "c" }, 3] }, none);
    expect(sentence).toMatch(/./);
    expect(sentence).not.toMatch(/[{}[\]]|undefined|object Object/);
    expect(describeRule({ [operator]: [] }, none)).not.toContain("undefined");
  });

  it.each([
    [{ "===": [{ var: "reader.lives" }, "elsewhere"] }, "reader.lives is “elsewhere”"],
    [
      { and: [{ guard: "child" }, { "!": { var: "application.confirmed" } }] },
      "the reader is too young to sign alone and application.confirmed is not there",
    ],
    [{ or: [{ and: [{ var: "a" }, { var: "b" }] }, { var: "c" }] }, "(a and b) or c"],
    [{ in: [{ var: "status" }, [408, 503]] }, "status is 408 or 503"],
    [{ "!!": { var: "signedIn" } }, "signedIn is yes"],
    [{ "!": { var: "flags.fee" } }, "flags.fee is no"],
    [{ "!": { var: "reader.name" } }, "reader.name is not there"],
    [
      { "!": { missing: ["reader.name", "reader.born"] } },
      "reader.name, reader.born are all there",
    ],
    [
      { "<": [{ yearsBetween: [{ var: "born" }, { var: "today" }] }, 16] },
      "the full years from born to today is less than 16",
    ],
    [{ if: [{ var: "a" }, "x", "y"] }, "“x” when a, otherwise “y”"],
    [
      { lookup: ["industries", { var: "company.category" }, "mcc"] },
      "the mcc of company.category in industries",
    ],
    [undefined, "always"],
    [{ a: 1, b: 2 }, '{"a":1,"b":2}'],
  ] as readonly (readonly [Json | undefined, string])[])("describes %j", (rule, sentence) => {
    expect(describeRule(rule, descriptions)).toBe(sentence);
  });
});

it("explainPath() gives the reason why each row did not match", () => {
  const result = compileFlow(sources, "library-card", ["LOCAL"]);
  if (!result.ok) throw new Error("the flow is broken");
  const [variant] = result.flow.variants;
  if (variant === undefined) throw new Error("the flow has no variant");
  const { trace } = explainPath(
    result.flow.variant(variant),
    {
      state: { application: { id: "urn:card:1" } },
      path: "/library-card/urn:card:1/confirm",
      context: {
        now: "2026-01-01T00:00:00.000Z",
        variant,
        locale: "en-US",
        signedIn: true,
        uuids: [],
      },
    },
    descriptions,
  );
  expect(trace.map(({ rule, held, description }) => [rule, held, description])).toEqual([
    [
      "allow:confirm",
      false,
      "the reader is known and a parent has agreed and application.confirmed is not there",
    ],
    ["resume/new", false, "not: an application has begun"],
    ["resume/done", false, "application.confirmed"],
    ["resume/reader-missing", true, "not: the reader is known"],
  ]);
});

describe("explainPath() with an entry and an onOpen table", async () => {
  const shipped = await shippedSources;
  const flow = await cardFlow({
    "flows/library-card/flow.yaml": `${shipped.get("flows/library-card/flow.yaml") ?? ""}entry: door\n`,
    "flows/library-card/transitions/door.yaml":
      "table: door\nrows: [{ id: late, match: { query.late: true }, to: confirm }, { id: early, match: { query.early: true }, to: start }]\n",
    "flows/library-card/screens/start.yaml": `${shipped.get("flows/library-card/screens/start.yaml") ?? ""}onOpen: [{ id: again, match: { query.again: true }, to: confirm }]\n`,
  });
  const [variant = { environment: "LOCAL" }] = flow.variants;
  const traced = (path: string, state: JsonObject = {}) => {
    const { trace, resolution } = explainPath(
      flow.variant(variant),
      {
        state,
        path,
        context: {
          now: "2026-01-01T00:00:00.000Z",
          variant,
          locale: "en-US",
          signedIn: true,
          uuids: [],
        },
      },
      none,
    );
    return [
      resolution.kind === "screen" && resolution.screen,
      ...trace.map(({ rule, held }) => `${rule} ${held ? "yes" : "no"}`),
    ];
  };

  it("traces the row that led elsewhere, and nothing after it", () => {
    expect(traced("/library-card?early=1")).toEqual(["start", "door/late no", "door/early yes"]);
  });

  it("traces rows that led nowhere before they end", () => {
    expect(traced("/library-card").slice(1, 5)).toEqual([
      "door/late no",
      "door/early no",
      "start/onOpen/again no",
    ]);
  });

  it("traces the resume table where the screen of an onOpen row is refused", () => {
    const begun = { application: { id: "urn:card:1" } };
    const [screen, ...rules] = traced("/library-card?again=1", begun);
    expect(screen).toBe("reader");
    expect(rules.slice(2, 5)).toEqual([
      "start/onOpen/again yes",
      "allow:confirm no",
      expect.stringMatching(/^resume\//),
    ]);
  });

  it("traces the refused screen of an entry row", () => {
    expect(traced("/library-card?late=1", { application: { id: "urn:card:1" } }).slice(1)).toEqual([
      "door/late yes",
      "allow:confirm no",
    ]);
  });
});

describe("whereFrom()", () => {
  const variant = { portal: "terminal", market: "CA", reseller: "westlake", environment: "CI" };
  const from = (path: string) => findOrigin(sources, "merchant-signup", variant, path);

  it("lists the layers that say a setting, the last one counting", () => {
    const { value, layers } = from("theme.colour");
    expect(layers.map(({ layer, file }) => [layer, file])).toEqual([
      ["base", "flows/merchant-signup/theme.yaml"],
      ["portal terminal", "flows/merchant-signup/overlays/portal/terminal.yaml"],
      ["reseller westlake", "flows/merchant-signup/overlays/reseller/westlake.yaml"],
    ]);
    expect(value).toBe(layers.at(-1)?.value);
    for (const { file, line, value: said } of layers)
      expect((sources.get(file) ?? "").split("\n")[line - 1]).toContain(String(said));
  });

  it("finds texts and environments' settings, and suggests the closest name", () => {
    expect(from("copy.en-US.screens.get-started.title").layers.map(({ layer }) => layer)).toEqual([
      "base",
      "reseller westlake",
    ]);
    expect(from("config.signIn.required").layers.map(({ layer }) => layer)).toEqual([
      "base",
      "environment CI",
    ]);
    expect(from("config.suport")).toEqual({
      value: undefined,
      layers: [],
      suggestion: "config.support",
    });
  });
});

it("foyer explain shows where a fixture is after a step, with its own clock and variant", async () => {
  const said = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const code = await runCommand(
    explainCommand,
    ["--fixture", "child-needs-a-parent", "--step", "2"],
    false,
  );
  const lines = said.mock.calls.map(([line]) => String(line)).join("\n");
  said.mockRestore();
  expect(code).toBe(0);
  expect(lines).toMatch(/^\/library-card\/urn:card:\S+\/consent shows "consent"/);
  expect(lines).toContain("application.confirmed is not there");
  await expect(
    explainCommand.run(["--fixture", "child-needs-a-parent", "--step", "99"], false),
  ).rejects.toThrow(/has \d+ steps; --step is "99"/);
  await expect(explainCommand.run(["--fixture", "nobody"], false)).rejects.toThrow(
    "there is no fixture nobody",
  );
});
