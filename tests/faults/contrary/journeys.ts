import { SAM } from "../../server/applicant.ts";
import { ANSWERS } from "../../server/service.ts";

const KIM = "kim@cedar.example";

/** The owner's address for mails and for signing in. */
export const SAM_EMAIL = "sam+sbx.approved.gov-id@example.com";

const LINKED = ["bank-success", "complete-bank-success", "connected"];

/** What is done on a page. */
export interface Move {
  /** An action of the page, or of an entry of its list. */
  readonly action: string;
  readonly data: object;
  /** The action is one of the list's entries: of the first that offers it. */
  readonly ofEntry?: true;
  /** Done once in a journey. */
  readonly once?: true;
  /** Another page of the application is opened in place of an action. */
  readonly opens?: string;
  /** The owner opens the link of the latest mail in place of an action. */
  readonly asOwner?: true;
}

/** A way through the merchant sign-up. */
export interface Journey {
  readonly name: string;
  readonly portal: "hosting" | "terminal";
  readonly start: string;
  /** Who signs in before. */
  readonly email: string;
  /** The page that a person comes back to; absent: the application's waiting page. */
  readonly back?: string;
  /** By screen: what may be done, in order of preference. */
  readonly moves: Readonly<Record<string, Move | readonly Move[]>>;
  /**
   * Where the journey is over: screens, screens once an action is gone (`bank without submit`), and
   * exits (`@partner`).
   */
  readonly ends: readonly string[];
}

function submit(data: object = {}): Move {
  return { action: "submit", data };
}

/** An action of the first entry of the list that offers it. */
function entry(action: string, more: Partial<Move> = {}): Move {
  return { action, data: {}, ofEntry: true, ...more };
}

/** An action without a form. */
function press(action: string, more: Partial<Move> = {}): Move {
  return { action, data: {}, ...more };
}

const RENTAL = {
  type: "RENT",
  n910: 1,
  countryCode: "US",
  line1: "731 Tamarack Road",
  city: "Chicago",
  territory: "IL",
  zip: "60614",
  paymentMethod: "CARD",
  total: 2995,
};

/** An applicant whose address carries tokens of the sandbox. */
function applicant(tokens: string): Journey["moves"] {
  const email = `kim+sbx.${tokens}@example.com`;
  return {
    home: [press("begin"), press("continue")],
    "get-started": submit(),
    applicant: submit({ ...ANSWERS.applicant, email, emailConfirm: email }),
    business: submit(ANSWERS.business),
    category: submit(ANSWERS.category),
    address: submit(ANSWERS.address),
    identity: submit(ANSWERS.identity),
    check: submit(ANSWERS.check),
    update: [submit(), press("go-on")],
    otp: [press("send"), submit({ code: "246810" })],
    ssn: submit({ firstName: "Kim", lastName: "Lund", ssn9: "731-88-9901" }),
    "business-info": submit({
      legalName: "Cedar & Pine LLC",
      dba: "Cedar & Pine",
      ein: "83-4500001",
      line1: "731 Tamarack Road",
      city: "Chicago",
      territory: "IL",
      zip: "60614",
    }),
    identification: press("start"),
    verification: press("start"),
    "mobile-verification": press("code"),
    bank: submit(ANSWERS.bank),
    error: press("again"),
  };
}

/** A journey of the hosting portal that ends on the page of a linked bank account, or before. */
function hosting(name: string, tokens: string, more: Partial<Journey> = {}): Journey {
  return {
    name,
    portal: "hosting",
    start: "/get-started",
    email: KIM,
    ends: ["complete"],
    ...more,
    moves: { ...applicant(tokens), ...more.moves },
  };
}

const PARTNERS = { business: submit({ ...ANSWERS.business, hasPartners: "yes" }) };

const SAM_OF_APPLICANT = submit({ ...SAM, email: SAM_EMAIL });

/** What an owner says of themselves. */
const SAM_OF_OWNER = {
  action: "identify",
  data: {
    ...SAM,
    email: SAM_EMAIL,
    dobUnknown: false,
    dob: "02/03/1984",
    ssn4Unknown: false,
    ssn4: "7719",
    addressUnknown: false,
    line1: "9 Larkspur Lane",
    city: "Evanston",
    territory: "IL",
    zip: "60201",
  },
};

const TERMINAL: Journey["moves"] = {
  order: [press("check"), submit(RENTAL)],
  "order-card": submit({ token: "tok_sbx_visa_4242", brand: "Visa", last4: "4242" }),
};

/** Journeys that together make nearly every call of the flow. */
export const JOURNEYS: readonly Journey[] = [
  hosting("approved, bank by hand", "approved", {
    start: "/",
    moves: { complete: press("bank") },
    ends: LINKED,
  }),
  hosting("code, then SSN", "approved.otp.ssn"),
  hosting("code passed over", "approved.otp", { moves: { otp: press("photo-id") } }),
  hosting("link by SMS", "approved.phone", { moves: { "mobile-verification": press("send") } }),
  hosting("link passed over", "approved.phone", {
    moves: { "mobile-verification": press("photo-id") },
  }),
  hosting("photo ID, then a document", "approved.gov-id.ein"),
  hosting("business information", "approved.biz"),
  hosting("business information is right", "approved.biz", {
    moves: { "business-info": press("skip") },
  }),
  hosting("owners", "approved.owners", {
    moves: {
      ...PARTNERS,
      owners: [submit(), entry("finish"), press("add", { once: true })],
      owner: SAM_OF_APPLICANT,
    },
    ends: ["owners-verifying"],
  }),
  hosting("owner removed", "approved.owners", {
    moves: {
      ...PARTNERS,
      owners: [entry("finish"), entry("remove"), press("add", { once: true }), press("skip")],
      owner: SAM_OF_APPLICANT,
    },
  }),
  hosting("owner who verifies", "approved.owners", {
    moves: {
      ...PARTNERS,
      owners: [
        entry("finish"),
        press("add", { once: true }),
        entry("edit", { once: true }),
        entry("invite", { once: true }),
        press("invite", { asOwner: true }),
      ],
      owner: [SAM_OF_APPLICANT, SAM_OF_OWNER],
      "owner-identification": press("start"),
    },
    ends: ["owner-success"],
  }),
  hosting("bank at the provider", "approved", {
    moves: {
      complete: press("bank"),
      bank: press("instant"),
      "bank-link": [press("open"), submit({ publicToken: "public-sandbox-user_good" })],
    },
    ends: [...LINKED, "complete without bank"],
  }),
  hosting("tax information", "approved", {
    moves: {
      complete: press("open", { opens: "tax-information" }),
      "tax-information": submit({ legalName: "Cedar & Pine LLC", ssn9: "731-88-9901" }),
    },
    ends: ["tax-information without submit"],
  }),
  {
    name: "order by card",
    portal: "terminal",
    start: "/get-started",
    email: KIM,
    ends: ["complete", "success"],
    moves: { ...applicant("approved"), ...TERMINAL },
  },
  {
    name: "accounts and their stores",
    portal: "hosting",
    start: "/",
    email: "two-accounts@example.com",
    back: "/accounts",
    ends: ["@partner"],
    moves: { accounts: entry("connect"), "account-stores": entry("choose") },
  },
  {
    name: "store added",
    portal: "hosting",
    start: "/",
    email: "two-accounts@example.com",
    back: "/accounts",
    ends: ["store-success", "store-complete", "@partner"],
    moves: {
      accounts: entry("connect"),
      "account-stores": press("add"),
      "account-store": submit({ name: "Cedar uptown" }),
    },
  },
  {
    name: "start new of an account",
    portal: "hosting",
    start: "/",
    email: "every-status@example.com",
    ends: ["complete"],
    moves: {
      ...applicant("approved"),
      accounts: [entry("start-new"), press("continue")],
    },
  },
  {
    name: "stores of all accounts",
    portal: "hosting",
    start: "/store-selector",
    email: "two-accounts@example.com",
    back: "/store-selector",
    ends: ["@partner"],
    moves: { "store-selector": [press("find-stores"), entry("choose")] },
  },
  {
    name: "offers of cash",
    portal: "hosting",
    start: "/cashadvanceoffers",
    email: "two-accounts@example.com",
    back: "/cashadvanceoffers",
    ends: ["cash-advance-offers without find-offers"],
    moves: { "cash-advance-offers": press("find-offers") },
  },
  {
    name: "an application begun elsewhere",
    portal: "hosting",
    start: "/",
    email: "basic-account@example.com",
    back: "/",
    ends: ["complete", "success", "verifying"],
    moves: applicant("approved"),
  },
];
