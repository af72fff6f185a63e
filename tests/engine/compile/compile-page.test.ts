import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/language/json.ts";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { renderScreen } from "../../../engine/render/render-screen.ts";
import { resolveScreen } from "../../../engine/transition/resolve-screen.ts";
import { shippedLibrary, shippedSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const flow = (await shippedLibrary()).flows.get("merchant-signup");
const variant = { portal: "hosting", market: "US", environment: "LOCAL" };
const context = {
  now: "2026-03-01T10:00:00Z",
  variant,
  locale: "en-US",
  signedIn: true,
  uuids: [],
};

/** What the page of an application brings along, in a configuration. */
function extras(config: JsonObject, bank: JsonObject = {}) {
  if (flow === undefined) throw new Error("there is no such flow");
  const compiled = flow.variantWith(variant, config);
  const state = {
    application: { id: "urn:app:cedar", submitted: true, decision: "APPROVED" },
    applicant: { email: "kim@cedar.dev" },
    bank,
  };
  const resolution = resolveScreen(compiled, state, {
    path: "/urn:app:cedar/complete",
    query: {},
    context,
  });
  if (resolution.kind === "leave") throw new Error("left");
  return renderScreen(compiled, state, resolution, {
    context,
    query: {},
    revision: 1,
    version: "v",
    words: {},
    validatorUrl: () => "/v",
  }).page;
}

describe("what a page brings along", () => {
  it("is nothing as it ships", () => {
    expect(extras({})).toBeUndefined();
  });

  it("is the survey with its delay, from this site, where the configuration names it", () => {
    expect(extras({ survey: { script: "/scripts/nps/nps.js", restartMs: 1500 } })).toEqual({
      scripts: [{ src: "/scripts/nps/nps.js", data: { "restart-ms": "1500" } }],
      marks: [],
      dataLayer: false,
    });
  });

  it("is a key of the session once a bank account was added", () => {
    expect(extras({}, { submitted: true })?.marks).toEqual(["bankAccountAdded"]);
  });

  it("is a tag manager and the data layer, from a listed origin only", () => {
    const tags = { tagManager: { script: "https://tags.example/t.js?id=T-1" } };
    expect(extras({ ...tags, scriptOrigins: ["https://tags.example"] })).toEqual({
      scripts: [{ src: "https://tags.example/t.js?id=T-1", data: {} }],
      marks: [],
      dataLayer: true,
    });
    expect(extras(tags)?.scripts).toEqual([]);
  });
});

describe("the check", () => {
  it("reports a script whose origin is not listed, and a listed origin that is invalid", async () => {
    const sources = await shippedSources;
    const path = "flows/merchant-signup/config/analytics.yaml";
    const told = (change: (text: string) => string) => {
      const result = compileFlow(
        new Map([...sources, [path, change(sources.get(path) ?? "")]]),
        "merchant-signup",
        ["LOCAL"],
      );
      return (result.ok ? result.warnings : result.problems)
        .filter(({ code }) => code === "FLOW-SCRIPT-ORIGIN")
        .map(({ message }) => message);
    };
    expect(
      told((text) =>
        mustReplace(
          text,
          "tagManager: { script: '' }",
          "tagManager: { script: https://tags.example/t.js }",
        ),
      ),
    ).toEqual([
      'The script "https://tags.example/t.js" is no path of this site, and its origin is not in config.scriptOrigins',
    ]);
    expect(
      told((text) =>
        mustReplace(text, "scriptOrigins: []", "scriptOrigins: ['https://tags.example/x']"),
      ),
    ).toEqual(['"https://tags.example/x" is no origin']);
  });

  it("passes no application data to a script: its settings are fixed before an application exists", async () => {
    const sources = await shippedSources;
    const path = "flows/merchant-signup/flow.yaml";
    const leaking = mustReplace(
      sources.get(path),
      "restart-ms: { var: config.survey.restartMs }",
      "restart-ms: { var: applicant.email }",
    );
    const result = compileFlow(new Map([...sources, [path, leaking]]), "merchant-signup", [
      "LOCAL",
    ]);
    if (!result.ok) throw new Error(result.problems[0]?.message);
    const { page } = result.flow.variantWith(variant, {
      survey: { script: "/scripts/nps/nps.js", restartMs: 1500 },
    });
    expect(page.scripts).toEqual([{ src: "/scripts/nps/nps.js", data: { "restart-ms": "" } }]);
  });
});
