import { describe, expect, it } from "vitest";
import { decide } from "../../engine/transition/decide.ts";
import type { InputContext } from "../../engine/transition/input.ts";
import type { ApplicationState } from "../../engine/transition/state.ts";
import type { CompiledScreen } from "../../engine/compile/compiled-screen.ts";
import type { RoleDefinition } from "../../engine/language/roles.ts";
import type { JsonObject } from "../../engine/language/json.ts";
import { renderScreen } from "../../engine/render/render-screen.ts";
import { configureVariant } from "../../engine/fixtures/run-fixture.ts";
import { permissionOf } from "../../engine/transition/permission.ts";
import { resolveScreen } from "../../engine/transition/resolve-screen.ts";
import { buildFacts } from "../../engine/transition/facts.ts";
import { readYaml } from "../../engine/source/read-yaml.ts";
import { shippedLibrary, shippedSources } from "../definitions.ts";
import { holdToScreenView } from "../screen-view.ts";

const compiled = (await shippedLibrary()).flows.get("merchant-signup");
if (compiled === undefined) throw new Error("there is no such flow");
const [variant] = compiled.variants;
if (variant === undefined) throw new Error("the flow has no variant");
// Every screen exists.
const flow = configureVariant(compiled.variant(variant), {
  isMultistepFlow: false,
  addStorePagesEnabled: true,
});
const written = readYaml(
  "roles.yaml",
  (await shippedSources).get("flows/merchant-signup/roles.yaml") ?? "",
).value as unknown as { roles: Record<string, RoleDefinition> };

const APP = "urn:app:00000000-0000-4000-8000-000000000001";
const [OWN, OTHER] = [
  "urn:apl:00000000-0000-4000-8000-000000000002",
  "urn:apl:00000000-0000-4000-8000-000000000003",
];
const contextOf = (role?: string, own?: string): InputContext => ({
  now: "2026-06-15T12:00:00.000Z",
  variant,
  locale: "en-US",
  signedIn: true,
  ...(role === undefined ? {} : { actor: { role, ...(own === undefined ? {} : { id: own }) } }),
  uuids: Object.keys(compiled.definition.ids).map(
    (_, at) => `00000000-0000-4000-8000-0000000001${String(at).padStart(2, "0")}`,
  ),
});

/** Applications at every point of their way, with owners at every point of theirs. */
const states: ApplicationState[] = [];
/** What an owner has to have told before anything is decided about them. */
const TOLD = { dob: "1984-04-30", ssn4: "7719", line1: "9 Larkspur Lane", zip: "60201" };
const owners: readonly JsonObject[] = [
  {},
  { saved: true },
  { saved: true, handedIn: true, ...TOLD },
  { saved: true, failed: true, handedIn: true },
  { saved: true, verified: true },
  ...["FULL_ONBOARDING", "GOV_ID_SELFIE", "RETINA_SCAN"].map((stepUp) => ({
    saved: true,
    handedIn: true,
    stepUpDetails: [stepUp],
  })),
];
for (const owner of owners) {
  for (const application of [
    {},
    ...["PENDING", "APPROVED", "APPROVED_PENDING", "DECLINED", "ERROR"].flatMap((decision) =>
      [
        undefined,
        "OTP_SMS",
        "FULL_SSN",
        "GOV_ID_SELFIE",
        "EIN_DOC",
        "BO_INFO",
        "BUSINESS_INFO",
      ].map((stepUp) => ({
        submitted: true,
        decision,
        stepUpDetails: stepUp === undefined ? [] : [stepUp],
      })),
    ),
    { submitted: true, decision: "APPROVED", boStatus: "INFO_PROVIDED" },
  ]) {
    states.push({
      application: { id: APP, ...application },
      applicant: { firstName: "Kim", lastName: "Lund", email: "kim@cedar.dev" },
      owners: [
        { id: OWN, firstName: "Sam", ...owner },
        { id: OTHER, firstName: "Noor", saved: true },
      ],
    } as unknown as JsonObject);
  }
}

const fits = (pattern: string, name: string) =>
  new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(name);
const listed = ({ screens }: RoleDefinition, screen: string) =>
  Object.keys(screens).some((pattern) => fits(pattern, screen));
const mayDo = ({ screens }: RoleDefinition, screen: string, action: string) =>
  Object.entries(screens).some(
    ([pattern, actions]) => fits(pattern, screen) && actions.some((each) => fits(each, action)),
  );
const pathOf = (screen: CompiledScreen, owner: string) =>
  screen.pattern.fill({
    ...Object.fromEntries(screen.pattern.parameters.map((name) => [name, "b-1"])),
    applicationId: APP,
    ownerId: owner,
  }) ?? "/";
const actionsOf = (screen: CompiledScreen) => [
  ...screen.actions.keys(),
  ...(screen.list?.actions.keys() ?? []),
];
const shownAt = (path: string, state: ApplicationState, context: InputContext) => {
  const resolution = resolveScreen(flow, state, { path, query: {}, context });
  return resolution.kind === "screen" ? resolution : undefined;
};

const roles = Object.entries(written.roles);
const guests = roles.filter(([, role]) => role.own === undefined);
const screens = [...flow.screens.values()];

describe.each(guests)("role %s", (name, role) => {
  const own = role.resource === undefined ? undefined : OWN;

  it.each(screens.map((screen) => [screen.id, screen] as const))("screen %s", (_, screen) => {
    const context = contextOf(name, own);
    const permission = permissionOf(flow, buildFacts(flow, states[0] ?? {}, context));
    expect(permission.opens(screen, { applicationId: APP, ownerId: OWN })).toBe(
      listed(role, screen.id),
    );
    for (const action of actionsOf(screen))
      expect([action, permission.does(screen, action)]).toEqual([
        action,
        mayDo(role, screen.id, action) ||
          (listed(role, screen.id) && action === screen.definition.load),
      ]);
    const open = screen.definition.public === true;
    for (const state of states) {
      for (const owner of role.resource !== undefined &&
      screen.pattern.parameters.includes(role.resource)
        ? [OWN, OTHER, "urn:apl:forged"]
        : [OWN]) {
        const path = pathOf(screen, owner);
        const shown = shownAt(path, state, context);
        // Wherever it leads: a screen of the role's list, about the role's own resource, or the
        // page for unknown addresses.
        const own =
          shown?.reason.kind === "unknown-path" ||
          (listed(role, shown?.screen ?? "") &&
            (role.resource === undefined ||
              shown?.params[role.resource] === undefined ||
              shown.params[role.resource] === OWN));
        if (!own)
          expect([path, shown?.screen, shown?.params, shown?.reason]).toEqual(
            "a screen of the role",
          );
        const foreign = !listed(role, screen.id) || owner !== OWN;
        if (foreign && !(shown?.denied === name || open))
          expect([path, shown?.denied]).toEqual([path, name]);
        for (const action of actionsOf(screen)) {
          const input = { kind: "act", path, action, data: {}, query: {}, context } as const;
          const answer = decide(
            flow,
            state,
            screen.list?.actions.has(action) === true ? { ...input, item: OTHER } : input,
          );
          const denied = foreign || !permission.does(screen, action);
          const reason = answer.kind === "refused" ? answer.cause : "accepted";
          if (foreign && reason !== "forbidden")
            expect([path, action, reason]).toEqual([path, action, "forbidden"]);
          if (denied && reason === "accepted")
            expect([path, action, reason]).toEqual([path, action, "refused"]);
        }
      }
    }
  });

  it("is offered only permitted actions, on every screen it sees", () => {
    const seen = new Set<string>();
    for (const state of states) {
      for (const screen of screens.filter(({ id }) => listed(role, id))) {
        const context = contextOf(name, own);
        const shown = shownAt(pathOf(screen, OWN), state, context);
        if (shown?.screen !== screen.id) continue;
        seen.add(screen.id);
        const view = renderScreen(flow, state, shown, {
          context,
          query: {},
          revision: 1,
          version: "",
          words: {},
          validatorUrl: () => "/validators/0.mjs",
        });
        holdToScreenView(view);
        const offered = [
          ...view.actions,
          ...(view.list?.items.flatMap(({ actions }) => actions) ?? []),
          ...(view.poll === undefined ? [] : [{ id: view.poll.action }]),
        ];
        for (const { id } of offered)
          expect([
            screen.id,
            id,
            mayDo(role, screen.id, id) || id === screen.definition.load,
          ]).toEqual([screen.id, id, true]);
      }
    }
    expect(seen.size).toBeGreaterThan(name === "staff" ? 15 : 3);
  });
});

describe.each(roles.filter(([, role]) => role.own !== undefined))("role %s", (_, role) => {
  it.each(screens.map((screen) => [screen.id, screen] as const))("screen %s", (_name, screen) => {
    expect(listed(role, screen.id)).toBe(true);
    const permission = permissionOf(flow, buildFacts(flow, states[0] ?? {}, contextOf()));
    expect(permission.opens(screen, {})).toBe(true);
    for (const action of actionsOf(screen)) expect(permission.does(screen, action)).toBe(true);
  });
});

describe("role owner", () => {
  it("shows an owner every page of their lane", () => {
    const seen = new Set(
      states.map(
        (state) => shownAt(`/${APP}/owners/${OWN}/success`, state, contextOf("owner", OWN))?.screen,
      ),
    );
    expect([...seen].toSorted()).toEqual([
      "owner",
      "owner-error",
      "owner-identification",
      "owner-success",
      "owner-verifying",
    ]);
  });
});

describe("a call that is resumed for another person", () => {
  it("keeps the identity of its caller", () => {
    const state = {
      application: { id: APP, submitted: true },
      owners: [
        { id: OWN, saved: true, handedIn: true, firstName: "Sam", lastName: "Ortiz", ...TOLD },
      ],
    } as JsonObject;
    const asked = decide(flow, state, {
      kind: "act",
      path: `/${APP}/owners/${OWN}/verifying`,
      action: "check",
      data: {},
      query: {},
      context: contextOf("owner", OWN),
    });
    if (asked.kind !== "accepted" || asked.call === undefined)
      throw new Error("no call was asked for");
    // The process died; the applicant opens a page, and goes on with the call.
    const answer = decide(flow, asked.state, {
      kind: "result",
      request: asked.call,
      result: { status: 200, answer: { stepUpDetails: [] } },
      context: contextOf(),
    });
    expect(answer).toMatchObject({
      kind: "accepted",
      call: { call: "notifyApplicant", continuation: { actor: { role: "owner", id: OWN } } },
    });
    const back = decide(flow, state, {
      kind: "result",
      request: {
        ...asked.call,
        continuation: { ...asked.call.continuation, actor: undefined } as never,
      },
      result: { status: 200, answer: { stepUpDetails: [] } },
      context: contextOf("owner", OWN),
    });
    expect(back).toMatchObject({
      kind: "accepted",
      next: {
        screen: "owner-success",
        reason: { kind: "row", table: "after-owner-onboarding/decided", row: "done-by-applicant" },
      },
    });
  });
});
