import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../engine/language/json.ts";
import { drawn } from "../merchant-page.ts";

/** Every page that says how things stand after an approval. */
const PAGES = [
  "complete",
  "connected",
  "complete/bank/success",
  "bank/success",
  "set-up",
  "owners/bank",
] as const;

const OWNER = { id: "urn:apl:ada", type: "OWNER", firstName: "Ada", lastName: "Noor", saved: true };
const LINKED: JsonObject = { submitted: true, last4: "0200", method: "plaid" };

/** The sentences, the timeline and the buttons of the pages after an approval. */
function told(
  application: JsonObject,
  more: JsonObject,
  pages: readonly string[] = PAGES,
): Set<string> {
  const state = {
    application: {
      id: "urn:app:1",
      submitted: true,
      decision: "APPROVED",
      applicationLevel: "FULL",
      originalApplicationLevel: "BASIC",
      stepUpDetails: [],
      ...application,
    },
    applicant: { firstName: "Kim" },
    ...more,
  };
  return new Set(
    pages.map((page) => {
      const view = drawn(`/urn:app:1/${page}`, { state });
      expect(view.path).toBe(`/urn:app:1/${page}`);
      const lines = view.blocks.flatMap((block) => {
        if (block.kind === "text") return [block.text];
        if (block.kind !== "timeline") return [];
        return block.items.map(({ title, state: at }) => `${at}: ${title}`);
      });
      return lines.join("\n");
    }),
  );
}

describe("the pages after an approval", () => {
  it("say the same while other owners are to be verified", () => {
    const [text = "", ...others] = told(
      { boStatus: "INFO_PROVIDED" },
      { bank: LINKED, owners: [OWNER] },
    );
    expect(others).toEqual([]);
    expect(text).toContain("Payouts start once every other owner has verified their identity.");
    expect(text).toContain("done: Bank account linked");
    expect(text).toContain("now: The other owners verify their identity");
    expect(text).not.toMatch(/all set|Payouts arrive/);
  });

  it("say the same while other owners are to be added", () => {
    const [text = "", ...others] = told({ boStatus: "WAITING_FOR_INFO" }, { bank: LINKED });
    expect(others).toEqual([]);
    expect(text).toContain("now: Add the other owners");
  });

  it("say the same while the last checks are not done", () => {
    const [text = "", ...others] = told(
      { decision: "APPROVED_PENDING", boStatus: "INFO_PROVIDED" },
      { bank: LINKED, owners: [{ ...OWNER, verified: true }] },
    );
    expect(others).toEqual([]);
    expect(text).toContain("done: The other owners are verified");
    expect(text).toContain("now: We finish our last checks");
  });

  it("say that payments wait for the terminals where some were ordered", () => {
    const [text = "", ...others] = told(
      { boStatus: "NONE" },
      { bank: LINKED, order: { submitted: true, type: "RENT", quantity: { n910: 1 } } },
      PAGES.filter((page) => page !== "owners/bank"),
    );
    expect(others).toEqual([]);
    expect(text).toContain("You can take payments as soon as your order arrives.");
    expect(text).toContain("Payouts arrive the business day after each sale.");
    expect(text).toContain("later: Your first payout");
  });

  it("say that an order waits for the bank account that pays for it", () => {
    const state = {
      application: { id: "urn:app:1", submitted: true, decision: "APPROVED", stepUpDetails: [] },
      order: {
        submitted: true,
        type: "RENT",
        quantity: { n910: 1 },
        paymentMethod: "BANK",
        totalMinor: 2995,
      },
    };
    const at = (bank: JsonObject | null) =>
      JSON.stringify(
        drawn("/urn:app:1/complete", { portal: "terminal", state: { ...state, bank } }),
      );
    expect(at(null)).toContain("A bank account that is not linked yet");
    expect(at(null)).toContain("Link the account, so that we can charge the first payment.");
    expect(at(LINKED)).toContain("Your linked bank account");
    expect(at(LINKED)).not.toContain("so that we can charge");
  });

  it("ask for a bank account where that is all that is left", () => {
    const [text = ""] = told({ boStatus: "NONE" }, {}, ["complete"]);
    expect(text).toContain("Link a bank account to get your payouts the next business day.");
    expect(text).toContain("now: Link a bank account");
    expect(text).toContain("later: Your first payout");
  });
});

describe("the waiting page", () => {
  const textsAfter = (since: string, more: JsonObject = {}): string => {
    const state = {
      application: { id: "urn:app:1", submitted: true, decision: "PENDING", stepUpDetails: [] },
      waiting: { since, ...more },
    };
    return JSON.stringify(drawn("/urn:app:1/verifying", { state }).blocks);
  };

  it("speaks of seconds for as long as seconds have passed", () => {
    expect(textsAfter("2026-03-01T09:59:55Z")).toContain("a few seconds");
    const later = textsAfter("2026-03-01T09:59:30Z");
    expect(later).not.toContain("a few seconds");
    expect(later).toContain("This takes longer than usual.");
    expect(later).toContain("You can close this page");
  });

  it("says when it was last looked", () => {
    const at = "2026-03-01T09:59:40.000Z";
    expect(textsAfter("2026-03-01T09:59:30Z")).not.toContain("You last looked");
    const looked = textsAfter("2026-03-01T09:59:30Z", { lookedAt: at });
    expect(looked).toContain("You last looked");
    expect(looked).toContain(at);
  });
});

describe("the dialog of another account", () => {
  const query = { completed: "true", applicationId: "urn:app:2", language: "en-US" };

  it("offers signing out and an application of one's own, at an address that knows why", () => {
    const view = drawn("/", { query, state: { application: { id: "urn:app:1" } } });
    expect(view.blocks.find(({ kind }) => kind === "dialog")).toMatchObject({
      actions: ["sign-out", "own"],
    });
    // A press is sent there: without the parameters its button was not offered.
    expect(view.path).toBe("/?completed=true&applicationId=urn%3Aapp%3A2");
  });
});

describe("the list of owners", () => {
  it("names the owner whom a press would remove", () => {
    const state = {
      application: {
        id: "urn:app:1",
        submitted: true,
        decision: "APPROVED",
        boStatus: "WAITING_FOR_INFO",
      },
      owners: [OWNER, { id: "urn:apl:bo", type: "OWNER" }],
    };
    const { list } = drawn("/urn:app:1/owners", { state });
    const questions = list?.items.map(
      ({ actions }) => actions.find(({ id }) => id === "remove")?.confirm?.title,
    );
    expect(questions).toEqual(["Remove Ada Noor?", "Remove this owner?"]);
  });
});

describe("the order page", () => {
  it("names the price of a bundle, which is that of its parts", () => {
    const state = {
      application: { id: "urn:app:1", submitted: true, decision: "APPROVED" },
      order: { type: "RENT", solution: "RESTAURANT" },
    };
    const { form } = drawn("/urn:app:1/order", { portal: "terminal", state });
    expect(form?.ui["bundleN910T2S1"]).toMatchObject({
      "ui:options": { price: ["$74.90 a month"] },
    });
  });
});

describe("the page that checks the answers", () => {
  /** Notices about codes, with the home at the address of the business or, given one, elsewhere. */
  const asked = (market: string, territory: string, zip: string, home?: JsonObject) => {
    const address = { line1: "731 Tamarack Road", city: "Springfield", territory, zip };
    const state: JsonObject = {
      application: { id: "urn:app:1" },
      applicant: {
        firstName: "Kim",
        lastName: "Lund",
        email: "kim@cedar.dev",
        address: { ...address, ...home },
      },
      company: {
        registered: "SSN",
        legalName: "Cedar",
        dba: "Cedar",
        businessPhone: "3125550142",
        territory,
        hasPartners: "no",
        communicationLanguage: "en-CA",
        category: "5462",
        categoryLabel: "Bakery",
        address,
      },
    };
    const flags = { checkAnswersEnabled: true };
    const done = { dob: "1991-08-19", phone: "3125550143", ssn4: "9901", sin: "740000112" };
    Object.assign(state["applicant"] as object, done);
    const { screen, blocks } = drawn("/urn:app:1/check", { market, flags, state });
    expect(screen).toBe("check");
    return blocks.map(({ id }) => id).filter((id) => id.endsWith("-zip"));
  };

  it.each([
    ["US", "IL", "60614", []],
    ["US", "NY", "06390", []],
    ["US", "CA", "10001", ["business-zip"]],
    ["CA", "QC", "J8X 4A1", []],
    ["CA", "ON", "J8X 4A1", ["business-zip"]],
  ])("in %s asks about a code outside of %s: %s", (market, territory, zip, ids) => {
    expect(asked(market, territory, zip)).toEqual(ids);
  });

  it("asks about a home whose code differs, or whose state alone does", () => {
    expect(asked("US", "IL", "60614", { zip: "10001" })).toEqual(["home-zip"]);
    expect(asked("US", "IL", "60614", { territory: "NY" })).toEqual(["home-zip"]);
    expect(asked("US", "CA", "10001", { zip: "10002" })).toEqual(["business-zip", "home-zip"]);
  });
});
