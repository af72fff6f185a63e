import { beforeAll, describe, expect, it } from "vitest";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { sandboxFrames } from "../../../server/calls/sandbox-frames.ts";
import { shippedSources } from "../../definitions.ts";
import { outsideIsUp, PRODUCTION, testService } from "../service.ts";

const outside = await outsideIsUp();

const CARD =
  "The screen order-card of merchant-signup shows /sandbox/card in a frame, which production does not serve; set STRIPE_SECRET_KEY and STRIPE_CARD_FRAME_URL, or config.frames.card";
const BANK =
  "The screen bank-link of merchant-signup shows /sandbox/bank in a frame, which production does not serve; set PLAID_CLIENT_ID and PLAID_SECRET, or config.frames.bank";

describe("sandboxFrames()", () => {
  let flow: CompiledFlow;

  beforeAll(async () => {
    const result = compileFlow(await shippedSources, "merchant-signup", undefined, {
      checks: "compiled",
    });
    if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("\n"));
    flow = result.flow;
  });

  it("names each frame of the sandbox in production, once for all variants, with what to set", () => {
    expect(sandboxFrames(flow, {}, "production")).toEqual([BANK, CARD]);
  });

  it("names no frame whose provider is configured", () => {
    const stripe = {
      STRIPE_SECRET_KEY: "sk_hidden",
      STRIPE_CARD_FRAME_URL: "https://cards.example/frame",
    };
    const plaid = { PLAID_CLIENT_ID: "id_hidden", PLAID_SECRET: "secret_hidden" };
    expect(sandboxFrames(flow, stripe, "production")).toEqual([BANK]);
    expect(sandboxFrames(flow, plaid, "production")).toEqual([CARD]);
    expect(sandboxFrames(flow, { ...stripe, ...plaid }, "production")).toEqual([]);
  });

  it("names none in an environment with a sandbox", () => {
    for (const environment of ["LOCAL", "CI", "TEST"])
      expect(sandboxFrames(flow, {}, environment)).toEqual([]);
  });

  it("names none that the configuration leads elsewhere", async () => {
    const path = "flows/merchant-signup/config/limits.yaml";
    const sources = new Map(await shippedSources);
    const text = sources.get(path) ?? "";
    sources.set(
      path,
      text.replace("/sandbox/bank, card: /sandbox/card", "/bank-frame, card: /card-frame"),
    );
    expect(sources.get(path)).not.toBe(text);
    const result = compileFlow(sources, "merchant-signup", ["production"], { checks: "compiled" });
    expect(result.ok && sandboxFrames(result.flow, {}, "production")).toEqual([]);
  });
});

describe.skipIf(!outside)("startService() in production", () => {
  it("warns of frames that lead to the sandbox", async () => {
    const lines: string[] = [];
    const { stop } = await testService(
      "outside",
      { ...PRODUCTION, LOG_LEVEL: "warn" },
      { write: (line) => void lines.push(line) },
    );
    await stop();
    const said = lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg);
    expect(said).toEqual(expect.arrayContaining([BANK, CARD]));
  });
});
