import { describe, expect, it } from "vitest";
import type { Notice } from "../../engine/transition/answer.ts";
import type { JsonObject } from "../../engine/language/json.ts";
import type { ScreenView } from "../../engine/render/view.ts";
import { drawn, flow, type Given } from "../merchant-page.ts";

const BEGUN: JsonObject = {
  application: { id: "urn:app:1" },
  applicant: { firstName: "Kim", lastName: "Lund", email: "kim@cedar.dev" },
  company: {
    registered: "SSN",
    legalName: "Cedar",
    dba: "Cedar Bakery",
    businessPhone: "3125550142",
    territory: "IL",
    hasPartners: "no",
  },
};

const rowsOf = (view: ScreenView) =>
  view.blocks.flatMap((block) => (block.kind === "table" ? block.rows.map(({ id }) => id) : []));
const said = (copy: string, texts: readonly string[] = []): Notice => ({
  copy,
  with: {},
  tone: "error",
  texts,
});

describe("the list of accounts", () => {
  it.each([
    ["en-US", "US", "Continue the application you began", "See your application"],
    ["fr-CA", "CA", "Poursuivre la demande commencée", "Voir votre demande"],
  ])(
    "in %s lets an application be continued, and one that was handed in be looked at",
    (locale, market, begun, handedIn) => {
      const labelWhere = (application: JsonObject) =>
        drawn("/accounts", {
          locale,
          market,
          state: {
            ...BEGUN,
            application: { id: "urn:app:1", ...application },
            accounts: { loaded: true, list: [] },
          },
        }).actions.find(({ id }) => id === "continue")?.label;
      expect(labelWhere({})).toBe(begun);
      expect(labelWhere({ submitted: true, decision: "PENDING" })).toBe(handedIn);
    },
  );
});

describe("messages", () => {
  it("stay two seconds on the hosting portal in the new flow, five elsewhere", () => {
    const shown = (given: Given) =>
      drawn("/", { ...given, notices: [{ ...said("notices.signedIn"), tone: "success" }] })
        .notices[0]?.toastMs;
    expect(shown({})).toBe(2000);
    expect(shown({ flags: { newSignupFlowEnabled: false } })).toBe(5000);
    expect(shown({ portal: "terminal" })).toBe(5000);
  });

  it("stay on the page where they are no good news", () => {
    const { notices } = drawn("/", { notices: [said("errors.owners")] });
    expect(notices[0]).toMatchObject({ tone: "error" });
    expect(notices[0]).not.toHaveProperty("toastMs");
  });

  it("of the server are shown one by one; a blank one gives way to the portal's default text", () => {
    const { notices } = drawn("/", {
      notices: [said("errors.applicationUpdate", ["One.", "", "Two."])],
    });
    expect(notices.map(({ text }) => text)).toEqual([
      "One.",
      "Sorry, something went wrong. Please try again. If you have any questions, please contact support.",
      "Two.",
    ]);
  });

  it("have the documents' second spelling where a portal or reseller wants it", () => {
    const [one] = drawn("/r/westlake", {
      reseller: "westlake",
      notices: [said("errors.generic")],
    }).notices;
    expect(one?.text).toBe(
      "Sorry, an error occurred. Please try again. Contact support with questions.",
    );
    const [two] = drawn("/", {
      portal: "terminal",
      notices: [said("errors.configuration")],
    }).notices;
    expect(two?.text).toBe(
      "Unable to get the page configuration from the server. Please try again later.",
    );
    expect(drawn("/", {}).words["errorSummary.text"]).toBe("Fill in or correct these answers:");
    expect(drawn("/", { portal: "terminal" }).words["errorSummary.text"]).toBe(
      "Please fill in or correct the required fields.",
    );
    expect(drawn("/", {}).words["continue"]).toBe("Continue");
  });

  it("of a PO box have either of the documents' spellings", () => {
    const text = (portal: string) =>
      drawn("/", { portal, notices: [said("validation.line1.errorNotAllowed")] }).notices[0]?.text;
    expect(text("hosting")).toBe("Enter a physical address. We cannot accept a PO box.");
    expect(text("terminal")).toBe("Please add a physical address, not a PO box.");
  });
});

describe("the list of owners", () => {
  it("shows which owner is incomplete, not yet asked, asked or complete", () => {
    const saved = { type: "OWNER", firstName: "Sam", lastName: "Ortiz", saved: true };
    const { list } = drawn("/urn:app:1/owners", {
      state: {
        ...BEGUN,
        application: {
          id: "urn:app:1",
          submitted: true,
          decision: "PENDING",
          stepUpDetails: ["BO_INFO"],
        },
        owners: [
          { id: "urn:apl:1", type: "OWNER", firstName: "Sam" },
          { ...saved, id: "urn:apl:2" },
          { ...saved, id: "urn:apl:3", invitedAt: "2026-02-28T10:00:00Z" },
          { ...saved, id: "urn:apl:4", verified: true },
        ],
      },
    });
    expect(list?.items.map(({ status, tone }) => [status, tone])).toEqual([
      ["Incomplete", "warning"],
      ["Link not sent yet", "info"],
      ["Link sent", "info"],
      ["Completed", "success"],
    ]);
  });
});

describe("switches", () => {
  it("multiLanguageEnabled shows the languages of the market, and its absence keeps the visitor's", () => {
    expect(drawn("/", { market: "CA" }).locales.map(({ locale }) => locale)).toEqual([
      "en-CA",
      "fr-CA",
    ]);
    expect(
      drawn("/", {
        market: "CA",
        locale: "fr-CA",
        flags: { multiLanguageEnabled: false },
      }).locales.map(({ locale }) => locale),
    ).toEqual(["fr-CA"]);
    expect(drawn("/", {}).locales.map(({ locale }) => locale)).toEqual(["en-US"]);
  });

  it("isMultistepFlow lists the required documents on the start page; without it a sentence does", () => {
    const blocks = (flags: JsonObject) =>
      drawn("/get-started", { flags }).blocks.map(({ id, kind }) => [id, kind]);
    expect(blocks({})).toEqual([
      ["needs", "steps"],
      ["fees", "table"],
    ]);
    expect(blocks({ isMultistepFlow: false })).toEqual([
      ["one-page", "text"],
      ["fees", "table"],
    ]);
  });

  it("inPersonPricingFirstEnabled lists terminal prices before online prices", () => {
    const order = (flags: JsonObject) =>
      rowsOf(drawn("/get-started", { flags })).filter(
        (id) => id === "terminal" || id === "invoicingAndCommerce",
      );
    expect(order({})).toEqual(["invoicingAndCommerce", "terminal"]);
    expect(order({ inPersonPricingFirstEnabled: true })).toEqual([
      "terminal",
      "invoicingAndCommerce",
    ]);
  });

  it("debitCards lists their fees: on in CI, LOCAL and TEST, off in OTE and production", () => {
    const listed = (environment: string) =>
      rowsOf(drawn("/get-started", { environment })).includes("debitTerminal");
    expect(["CI", "LOCAL", "TEST", "OTE", "production"].map(listed)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it("eCheckFeeEnabled and customEcommFeeEnabled list their fees, the custom one under its label", () => {
    const config = {
      pricing: {
        ...(flow.variant({ portal: "hosting", market: "US", environment: "LOCAL" }).config[
          "pricing"
        ] as JsonObject),
        eCheck: { percent: 0.8, fixedMinor: 25 },
      },
    };
    expect(rowsOf(drawn("/get-started", { config }))).not.toContain("eCheck");
    const view = drawn("/get-started", {
      config,
      flags: { eCheckFeeEnabled: true, customEcommFeeEnabled: true },
    });
    expect(rowsOf(view)).toEqual(expect.arrayContaining(["eCheck", "custom"]));
    const custom = view.blocks.flatMap((block) =>
      block.kind === "table" ? block.rows.filter(({ id }) => id === "custom") : [],
    )[0];
    expect(custom).toMatchObject({ label: "Default Custom Fee", cells: ["", "$30.00"] });
  });

  it("categoryPredictedByDbaEnabled looks for the trading name before anything is typed", () => {
    const initial = (flags: JsonObject) =>
      drawn("/urn:app:1/category", { state: BEGUN, flags }).form?.suggests["category"]?.initial;
    expect(initial({})).toBeUndefined();
    expect(initial({ categoryPredictedByDbaEnabled: true })).toBe("Cedar Bakery");
  });

  it("websiteCollectionEnabled asks for the website in earnest", () => {
    const optional = (flags: JsonObject) =>
      JSON.stringify(
        drawn("/urn:app:1/category", { state: BEGUN, flags }).form?.ui["website"],
      ).includes('"optional":true');
    expect([optional({}), optional({ websiteCollectionEnabled: true })]).toEqual([true, false]);
  });
});

describe("environments", () => {
  it("send people to the identity provider with their own template, in the sandbox but in production", () => {
    const state = {
      application: {
        id: "urn:app:1",
        submitted: true,
        decision: "PENDING",
        stepUpDetails: ["GOV_ID_SELFIE"],
      },
      inquiry: { id: "inq_1", sessionToken: "s" },
    };
    const href = (given: Given) =>
      drawn("/urn:app:1/identification", { ...given, state }).blocks.flatMap((block) =>
        block.kind === "link" ? [block.href] : [],
      );
    expect(href({})).toEqual([
      "/sandbox/identity?inquiry-id=inq_1&template-id=template-us-identification&environment=sandbox",
    ]);
    const identity = flow.variant({ portal: "hosting", market: "CA", environment: "production" })
      .config["identity"] as JsonObject;
    expect(
      href({
        market: "CA",
        environment: "production",
        config: { identity: { ...identity, selfie: false } },
      }),
    ).toEqual([
      "/sandbox/identity?inquiry-id=inq_1&template-id=template-ca-identification-without-selfie&environment=production",
    ]);
  });

  it("have support numbers by portal and reseller", () => {
    const phone = (given: Given) =>
      drawn(given.reseller === undefined ? "/" : "/r/westlake", given).brand.support.phone;
    expect([phone({}), phone({ portal: "terminal" }), phone({ reseller: "westlake" })]).toEqual([
      "+1 800 555 0100",
      "+1 800 555 0177",
      "+1 800 555 0142",
    ]);
  });

  it("poll each second, or at the configured interval", () => {
    const state = { ...BEGUN, application: { id: "urn:app:1", submitted: true } };
    const poll = (config: JsonObject) => drawn("/urn:app:1/verifying", { state, config }).poll;
    expect(poll({})).toEqual({ action: "check", everyMs: 1000, untilMs: 600000 });
    expect(poll({ pollEveryMs: 3000, pollGiveUpMs: 60000 })).toEqual({
      action: "check",
      everyMs: 3000,
      untilMs: 60000,
    });
    expect(poll({ pollEveryMs: 1 })?.everyMs).toBe(250);
  });
});

describe("cash advance offers", () => {
  const state: JsonObject = {
    application: { id: "urn:app:1", submitted: true, decision: "APPROVED" },
    offers: {
      loaded: true,
      list: [
        { offerId: "a", businessId: "b", offersAmount: 250_000 },
        { offerId: "c", businessId: "b", offersAmount: 1_200_000 },
      ],
    },
  };
  const told = (given: Given) =>
    JSON.stringify(drawn("/cashadvanceoffers", { state, ...given }).blocks);

  it("show the largest amount and the lender's savings in their heading", () => {
    expect(told({})).toContain("Up to $12,000.00 for your business");
    expect(told({})).toContain("Save up to 20%");
    expect(told({ market: "CA", locale: "fr-CA" })).toMatch(
      /Jusqu’à 12\s000,00\s\$\sCA pour votre entreprise/u,
    );
  });

  it("claim nothing where the configuration has nothing to claim, and promise nothing without an offer", () => {
    expect(told({ config: { cashAdvance: { savingsPercent: 0 } } })).not.toContain("Save up to");
    expect(told({ state: { ...state, offers: { loaded: true, list: [] } } })).not.toMatch(
      /Up to|Save up to/,
    );
  });
});

describe("the summary of the form in Canada", () => {
  const state: JsonObject = {
    ...BEGUN,
    company: {
      registered: "yes",
      corporationNumber: "BC1234567",
      legalName: "Cèdre",
      dba: "Cèdre",
    },
  };

  it("shows the end of the corporation's number, and asks for no EIN", () => {
    const shown = JSON.stringify(
      drawn("/urn:app:1/update", { market: "CA", flags: { isMultistepFlow: false }, state }).blocks,
    );
    expect(shown).toContain("•••• 4567");
    expect(shown).not.toContain("EIN");
    expect(shown).not.toContain("BC123");
  });
});
