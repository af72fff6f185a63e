import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { factsForVisitor } from "../../../engine/transition/facts-for-visitor.ts";
import { renderScreen } from "../../../engine/render/render-screen.ts";
import type { Json } from "../../../engine/language/json.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import { resolveScreen } from "../../../engine/transition/resolve-screen.ts";
import { shippedSources } from "../../definitions.ts";
import { addAt, setAt } from "../../edit-yaml.ts";

const STATE_FILE = "schemas/merchant-signup/state.yaml";
const shipped = await shippedSources;
const result = compileFlow(shipped, "merchant-signup", ["LOCAL"]);
if (!result.ok) throw new Error(JSON.stringify(result.problems));
const variant = { portal: "hosting", market: "CA", environment: "LOCAL" };
const flow = result.flow.variant(variant);
const BORN = "1981-04-09";
const STATE = {
  application: { id: "urn:app:1" },
  applicant: {
    firstName: "Kim",
    lastName: "Lund",
    email: "kim@cedar.dev",
    dob: BORN,
    phone: "+13125550143",
  },
};

/** A page of the application as one visitor sees it, as JSON. */
function drawn(screen: string, actor?: InputContext["actor"]): string {
  const context: InputContext = {
    now: "2026-03-01T10:00:00Z",
    variant,
    locale: "en-CA",
    signedIn: true,
    uuids: [],
    actor,
  };
  const path = `/urn:app:1/${screen}`;
  const resolution = resolveScreen(flow, STATE, { path, query: {}, context });
  if (resolution.kind !== "screen") throw new Error("the page leads elsewhere");
  return JSON.stringify(
    renderScreen(
      flow,
      STATE,
      { ...resolution, screen, path },
      {
        context,
        query: {},
        revision: 1,
        version: "v",
        words: {},
        validatorUrl: () => "/0.mjs",
      },
    ),
  );
}

describe("renderScreen() of sensitive values", () => {
  const STAFF = { role: "staff", id: "robin" };
  const shapes = [BORN, "1981/04/09", "04/09/1981", "April 9, 1981", "9 April 1981"];
  const told = (view: string) => shapes.filter((shape) => view.includes(shape));

  it.each(["identity", "check"])(
    "shows them to the applicant and masks them for staff: %s",
    (screen) => {
      expect(told(drawn(screen))).not.toEqual([]);
      expect(told(drawn(screen, STAFF))).toEqual([]);
      expect(drawn(screen, STAFF)).toContain("••••");
    },
  );

  it("masks a field as a secret is masked, and no other answer", () => {
    const view = JSON.parse(drawn("identity", STAFF)) as {
      data: object;
      form: { kept: object };
    };
    expect(view.form.kept).toEqual({ dob: "••••" });
    expect(view.data).toMatchObject({ phone: expect.stringContaining("312") });
    expect(view.data).not.toHaveProperty("dob");
  });

  it("masks a sensitive part of a value that is personal as a whole", () => {
    const whole = compileFlow(
      new Map([
        ...shipped,
        [STATE_FILE, addAt(shipped.get(STATE_FILE), "properties/applicant/x-pii", "personal")],
      ]),
      "merchant-signup",
      ["LOCAL"],
      { checks: "shapes" },
    );
    if (!whole.ok) throw new Error(JSON.stringify(whole.problems));
    const facts = factsForVisitor(whole.flow.variant(variant), { ...STATE, role: "staff" });
    expect(facts["applicant"]).toEqual({ ...STATE.applicant, dob: "••••" });
  });

  it("masks a sensitive part of each entry of a personal list", () => {
    const marked = addAt(shipped.get(STATE_FILE), "properties/owners/x-pii", "personal");
    const listed = compileFlow(
      new Map([
        ...shipped,
        [STATE_FILE, setAt(marked, "properties/owners/items/properties/city/x-pii", "sensitive")],
      ]),
      "merchant-signup",
      ["LOCAL"],
      { checks: "shapes" },
    );
    if (!listed.ok) throw new Error(JSON.stringify(listed.problems));
    const owners: readonly Json[] = [{ id: "1", city: "Oslo", zip: "0150" }, { id: "2" }];
    const facts = factsForVisitor(listed.flow.variant(variant), { owners, role: "staff" });
    expect(facts["owners"]).toEqual([{ id: "1", city: "••••", zip: "0150" }, { id: "2" }]);
  });
});
