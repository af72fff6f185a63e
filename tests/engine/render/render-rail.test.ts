import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/language/json.ts";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import type { RenderContext } from "../../../engine/render/render-context.ts";
import { prepareScreen } from "../../../engine/render/prepared-screen.ts";
import { renderRail } from "../../../engine/render/render-rail.ts";
import { buildFacts } from "../../../engine/transition/facts.ts";
import { shippedSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const shipped = await shippedSources;
const result = compileFlow(shipped, "merchant-signup", ["LOCAL"]);
if (!result.ok) throw new Error(JSON.stringify(result.problems));

function drawing(
  screenId: string,
  state: JsonObject,
  portal = "hosting",
  made = result,
): RenderContext {
  if (!made.ok) throw new Error("no flow");
  const variant = { portal, market: "US", environment: "LOCAL" };
  const flow = made.flow.variant(variant);
  const screen = flow.screens.get(screenId);
  if (screen === undefined) throw new Error(`there is no screen ${screenId}`);
  const copy = flow.copy("en-US");
  const context = { now: "2026-03-01T10:00:00Z", variant, locale: "en-US", signedIn: true };
  return {
    flow,
    screen,
    facts: buildFacts(flow, state, { ...context, uuids: [] }),
    copy,
    permission: { role: undefined, params: {}, opens: () => true, does: () => true },
    prepared: prepareScreen(flow, screen, copy),
  };
}

const BEGUN = {
  application: { id: "urn:app:1" },
  applicant: { firstName: "Kim", lastName: "Lund", email: "kim@cedar.dev" },
};
const labels = (rail: ReturnType<typeof renderRail>) =>
  rail?.sections.map(({ label, state }) => `${label} ${state}`);

describe("renderRail()", () => {
  it("has the owners as present section on the form that the applicant fills in for one", () => {
    const context = drawing("owner", BEGUN);
    expect(labels(renderRail(context))).toContain("Owners now");
  });

  it("keeps the applicant's way from the guest of a link", () => {
    const context = drawing("owner", BEGUN);
    const guest = { ...context.permission, role: "owner", params: { ownerId: "urn:apl:1" } };
    expect(renderRail({ ...context, permission: guest })).toBeUndefined();
  });

  it("lists the sections of the sequence and of phases, with ways back to those that are done", () => {
    const rail = renderRail(drawing("business", BEGUN));
    expect(labels(rail)).toEqual([
      "You done",
      "Business now",
      "Category later",
      "Address later",
      "Identity later",
      "Check later",
      "Bank later",
    ]);
    expect(rail?.sections[0]?.href).toBe("/urn:app:1/applicant");
    expect(rail?.minutes).toBe(7);
  });

  it("counts a phase without a `done` as done once its screens of a sequence are", () => {
    const path = "flows/merchant-signup/flow.yaml";
    const front = mustReplace(
      shipped.get(path),
      "id: sign-up\n    description: Telling about the business\n    screens: [applicant, business, category, address, identity, update, verifying]\n    section: screens",
      "id: applicant\n    description: The applicant\n    screens: [applicant]\n    section: phase\n    minutes: 1\n  - id: sign-up\n    description: The business\n    screens: [business, category, address, identity, update, verifying]\n    section: screens",
    );
    const edited = compileFlow(new Map([...shipped, [path, front]]), "merchant-signup", ["LOCAL"]);
    const rail = (state: JsonObject) => renderRail(drawing("business", state, "hosting", edited));
    expect(rail(BEGUN)?.sections[0]).toMatchObject({ id: "applicant", state: "done" });
    expect(rail({ application: BEGUN.application })?.sections[0]).toMatchObject({ state: "later" });
  });

  it("has the sections that a portal asks for", () => {
    expect(labels(renderRail(drawing("business", BEGUN, "terminal")))).toContain("Order later");
  });

  it("grows where another screen is asked for, with a note", () => {
    const state = {
      ...BEGUN,
      application: { ...BEGUN.application, stepUpDetails: ["OTP_SMS"], submitted: true },
    };
    expect(renderRail(drawing("otp", state))?.sections).toContainEqual({
      id: "phone-check",
      label: "Phone code",
      state: "now",
      added: true,
    });
  });

  it("has no phase that is done after a present one", () => {
    const state = {
      ...BEGUN,
      application: { ...BEGUN.application, stepUpDetails: ["OTP_SMS"], submitted: true },
      order: { submitted: true },
    };
    expect(labels(renderRail(drawing("otp", state, "terminal")))?.slice(-3)).toEqual([
      "Order done",
      "Phone code now",
      "Bank later",
    ]);
  });

  it("is not there on a screen that belongs to no section", () => {
    expect(renderRail(drawing("complete", BEGUN))).toBeUndefined();
    expect(renderRail(drawing("verifying", BEGUN))).toBeUndefined();
  });

  it.each(["bank-success", "phone-auth-verify", "tax-information"])(
    "is not there on %s, which is an outcome or public",
    (screen) => {
      expect(renderRail(drawing(screen, BEGUN))).toBeUndefined();
    },
  );
});
