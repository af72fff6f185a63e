import { describe, expect, it } from "vitest";
import { buildFacts } from "../../../engine/transition/facts.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import { permissionOf, roleOfPerson } from "../../../engine/transition/permission.ts";
import type { ApplicationState } from "../../../engine/transition/state.ts";
import { shippedLibrary } from "../../definitions.ts";

const library = await shippedLibrary();
const compiled = library.flows.get("merchant-signup");
const [variant] = compiled?.variants ?? [];
if (compiled === undefined || variant === undefined) throw new Error("there is no such flow");
const flow = compiled.variant(variant);

const OWN = "urn:apl:00000000-0000-4000-8000-000000000002";
const contextOf = (more: Partial<InputContext> = {}): InputContext => ({
  now: "2026-06-15T12:00:00.000Z",
  variant,
  locale: "en-US",
  signedIn: true,
  uuids: [],
  ...more,
});
const permission = (more: Partial<InputContext> = {}, state: ApplicationState = {}) =>
  permissionOf(flow, buildFacts(flow, state, contextOf(more)));
const screenOf = (id: string) => {
  const screen = flow.screens.get(id);
  if (screen === undefined) throw new Error(`there is no screen ${id}`);
  return screen;
};

describe("permissionOf()", () => {
  it("takes the first role whose rule holds for people in their own application", () => {
    expect(permission().role).toBe("applicant");
    const owner = { applicant: { type: "APPLICANT_OWNER" } };
    expect(permission({}, owner).role).toBe("applicant-owner");
  });

  it("permits applicants every screen and action", () => {
    const own = permission();
    for (const screen of flow.screens.values()) {
      expect(own.opens(screen, {})).toBe(true);
      for (const id of screen.actions.keys()) expect(own.does(screen, id)).toBe(true);
    }
  });

  it("permits all to all in a flow without roles", () => {
    const card = library.flows.get("library-card");
    const [first] = card?.variants ?? [];
    if (card === undefined || first === undefined) throw new Error("there is no such flow");
    const open = card.variant(first);
    const { role, opens, does } = permissionOf(open, buildFacts(open, {}, contextOf()));
    const [screen] = open.screens.values();
    if (screen === undefined) throw new Error("the flow has no screens");
    expect([role, opens(screen, {}), does(screen, "submit")]).toEqual([undefined, true, true]);
  });

  it("opens for an invited role the screens it lists, of its own resource", () => {
    const owner = permission({ actor: { role: "owner", id: OWN } });
    const screen = screenOf("owner");
    expect(owner.params).toEqual({ ownerId: OWN });
    expect(owner.opens(screen, { ownerId: OWN })).toBe(true);
    expect(owner.opens(screen, { ownerId: `${OWN}0` })).toBe(false);
    expect(owner.opens(screenOf("bank"), {})).toBe(false);
  });

  it("permits an invited role the actions it lists, and the one that loads the screen", () => {
    const owner = permission({ actor: { role: "owner", id: OWN } });
    const screen = screenOf("owner");
    expect(owner.does(screen, "identify")).toBe(true);
    expect(owner.does(screen, "remove")).toBe(false);
    const loaded = { ...screen, definition: { ...screen.definition, load: "remove" } };
    expect(owner.does(loaded, "remove")).toBe(true);
    const bank = screenOf("bank");
    expect(owner.does({ ...bank, definition: { ...bank.definition, load: "look" } }, "look")).toBe(
      false,
    );
  });

  it("opens nothing of a resource to an invited role without one", () => {
    const owner = permission({ actor: { role: "owner" } });
    expect(owner.opens(screenOf("owner"), { ownerId: OWN })).toBe(false);
  });

  it.each(["nobody", "applicant", "__proto__", ""])(
    "denies everything to %j, which no link can give",
    (role) => {
      const denied = permission({ actor: { role } });
      for (const screen of flow.screens.values()) {
        expect(denied.opens(screen, {})).toBe(false);
        expect(denied.does(screen, "submit")).toBe(false);
      }
    },
  );
});

describe("roleOfPerson()", () => {
  const role = (visitor: InputContext["visitor"], reseller?: string) =>
    roleOfPerson(flow, {
      ...buildFacts(flow, {}, contextOf(visitor === undefined ? {} : { visitor })),
      ...(reseller === undefined ? {} : { reseller }),
    })?.id;

  it("is the role that the claims of the sign-in give", () => {
    expect(role({ id: "sam", role: "staff" })).toBe("staff");
    expect(role({ id: "ana", role: "agent", reseller: "westlake" }, "westlake")).toBe("agent");
  });

  it("is none for another reseller's agent, other people, and visitors not signed in", () => {
    expect(role({ id: "ana", role: "agent", reseller: "westlake" }, "norte")).toBeUndefined();
    expect(role({ id: "kim" })).toBeUndefined();
    expect(role(undefined)).toBeUndefined();
  });
});
