import { describe, expect, it } from "vitest";
import { renderInvitation } from "../../../engine/render/render-invitation.ts";
import { buildFacts } from "../../../engine/transition/facts.ts";
import { flow } from "../../merchant-page.ts";

const COMPILED = flow.variant({ portal: "hosting", market: "US", environment: "LOCAL" });
const KIM = { applicant: { firstName: "Kim", lastName: "Lund" } };
const PINE = { company: { legalName: "Cedar & Pine LLC" } };

function invitation(state: object, actor: { role: string; id: string } | undefined) {
  const facts = buildFacts(COMPILED, state as never, {
    now: "2026-03-01T10:00:00Z",
    variant: COMPILED.variant,
    locale: "en-US",
    signedIn: false,
    uuids: [],
    ...(actor === undefined ? {} : { actor }),
  });
  return renderInvitation(COMPILED, facts, COMPILED.copy("en-US"));
}

describe("renderInvitation()", () => {
  const owner = { role: "owner", id: "urn:apl:1" };

  it("names who asks and what for, with the values of the role", () => {
    expect(invitation({ ...KIM, ...PINE }, owner)).toMatchObject({
      title: "Verify your identity for Cedar & Pine LLC",
      text: expect.stringContaining("Kim Lund applied for a payments account"),
      action: "Sign in",
    });
  });

  it("is absent while the rule of the role does not hold", () => {
    expect(invitation(PINE, owner)).toBeUndefined();
  });

  it("is absent for the applicant, and for a role without one", () => {
    expect(invitation({ ...KIM, ...PINE }, undefined)).toBeUndefined();
    expect(invitation({ ...KIM, ...PINE }, { role: "agent", id: "" })).toBeUndefined();
  });
});
