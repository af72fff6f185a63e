import { describe, expect, it } from "vitest";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { shippedLibrary, shippedSources } from "../definitions.ts";

const library = await shippedLibrary();

describe.each([...library.flows.values()])("the events of flow $id", (flow) => {
  it("are each expected by a fixture", () => {
    const declared = flow.variants.flatMap((variant) => [
      ...flow.variant(variant).events.all.keys(),
    ]);
    const expected = flow.fixtures.flatMap(({ steps }) =>
      steps.flatMap(({ see }) =>
        (see?.reports ?? []).map((report) => (typeof report === "string" ? report : report.type)),
      ),
    );
    expect(declared.length).toBeGreaterThan(3);
    expect([...new Set(declared)].filter((type) => !expected.includes(type))).toEqual([]);
  });
});

/**
 * What the documents say is tracked (spec 2 §9 "Flows tracked", spec 1 §6), in our words for it.
 */
const DOCUMENTED = [
  ...[
    "page-view",
    "signup.started",
    "resume-event",
    "reminder-event",
    "application-view",
    "company-number",
  ],
  ...[
    "started",
    "entered",
    "resend",
    "attempt-count",
    "failed",
    "success",
    "error",
    "cancelled",
  ].map((name) => `otp.${name}`),
  ...["started", "resend", "failed", "success", "error", "cancelled"].map(
    (name) => `phone-link.${name}`,
  ),
  ...["owner-id.by-owner", "owner-id.on-behalf", "ein-document.started", "ein-document.success"],
  ...["start", "success", "error"].flatMap((name) => [
    `onboarding.${name}`,
    `onboarding.owner.${name}`,
  ]),
  ...[
    "account-switcher.chosen",
    "store-switcher.chosen",
    "owners.add",
    "owners.skip",
    "wizard-page",
    "step-up.verify",
    "step-up.later",
  ],
  ...["country-switcher", "cash-advance.accept", "cash-advance.back"],
  ...[
    "signup",
    "otp",
    "phone",
    "id-authentication",
    "ein",
    "bo-info",
    "onboard",
    "overlap-currency",
    "incorrect-url",
    "bo-applicant",
    "validation",
  ].map((name) => `error.${name}`),
];
/** The tracking context. */
const CONTEXT = [
  ...[
    "portal",
    "source",
    "medium",
    "originalIntent",
    "currency",
    "language",
    "communicationLanguage",
    "shopperId",
    "serviceId",
    "ventureId",
    "businessId",
    "customerId",
  ],
  ...[
    "serviceType",
    "referralUrlId",
    "isPowerSeller",
    "organizationId",
    "agentId",
    "utm",
    "GPVFieldShown",
    "GPVProvided",
    "GPVFieldValue",
  ],
];

it("everything that is documented is declared, and in the context", () => {
  const flow = library.flows.get("merchant-signup");
  for (const variant of flow?.variants ?? []) {
    const { all, context, kinds } = flow?.variant(variant).events ?? {
      all: new Map(),
      context: new Map(),
      kinds: new Map(),
    };
    expect(DOCUMENTED.filter((type) => !all.has(type))).toEqual([]);
    expect(CONTEXT.filter((name) => !context.has(name))).toEqual([]);
    expect(
      [...kinds.values()].map(({ definition: { schema, version } }) => [schema, version]),
    ).toEqual([
      ["add_event", "v2"],
      ["add_page_request", "v1"],
      ["FRONTEND_MIXPANEL_EVENT", undefined],
    ]);
  }
});

it("a variant changes and takes away events in its overlay", async () => {
  const sources = new Map(await shippedSources);
  const path = "flows/merchant-signup/overlays/portal/terminal.yaml";
  sources.set(
    path,
    `${sources.get(path) ?? ""}events: { events: { page-view: null, otp.started: { once: session } }, context: { utm: null, portal: terminals } }\n`,
  );
  const result = compileFlow(
    new Map([...sources].filter(([each]) => !each.includes("/fixtures/"))),
    "merchant-signup",
    ["LOCAL"],
  );
  if (!result.ok) throw new Error(JSON.stringify(result.problems.slice(0, 3)));
  const { all, context } = result.flow.variant({
    portal: "terminal",
    market: "US",
    environment: "LOCAL",
  }).events;
  expect([
    all.has("page-view"),
    all.get("otp.started")?.definition.once,
    context.has("utm"),
    context.get("portal")?.template,
  ]).toEqual([false, "session", false, "terminals"]);
  expect(
    result.flow
      .variant({ portal: "hosting", market: "US", environment: "LOCAL" })
      .events.all.has("page-view"),
  ).toBe(true);
});
