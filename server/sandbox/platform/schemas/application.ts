import {
  ADDRESS,
  APPLICATION_ID,
  choice,
  CURRENCIES,
  DECISIONS,
  EMAIL,
  FLAG,
  IDENTIFICATION,
  object,
  objectOrNull,
  PHONE,
  REFERENCE,
  STEP_UPS,
  TEXT,
} from "./parts.ts";
import { OWNER_FACTS, OWNER_TOLD } from "./owner.ts";

/** Spec 1 §3 "Application (client side)", "Applicant", "Company", as calls send them. */
const INTENT = choice(
  "CREATE_BUSINESS",
  "ADD_STORE",
  "ADD_CHANNEL",
  "ADD_PRODUCT",
  "create-business",
  "add-store",
  "add-channel",
  "add-product",
);

const CHANNEL = objectOrNull({
  id: REFERENCE,
  requested: FLAG,
  name: TEXT,
  type: REFERENCE,
  externalId: REFERENCE,
  externalType: REFERENCE,
});

const ABOUT = {
  id: { anyOf: [APPLICATION_ID, { type: "null" }] },
  intent: INTENT,
  mock: {
    type: ["string", "null"],
    pattern: "^[0-9A-Za-z.-]{0,200}$",
    description: "Sandbox tokens joined by dots",
  },
  apiVersion: choice("V1", "V2"),
  kycKybRequired: FLAG,
  referralUrlId: REFERENCE,
  resellerType: REFERENCE,
  signupFlow: objectOrNull({ version: { type: "integer" }, name: TEXT }),
  // Entry parameters of the visit.
  context: {
    type: ["object", "null"],
    additionalProperties: { type: ["string", "boolean", "null"], maxLength: 300 },
    maxProperties: 40,
  },
  channel: CHANNEL,
  ...Object.fromEntries(
    [
      "serviceId",
      "serviceType",
      "ventureId",
      "customerId",
      "shopperId",
      "organizationId",
      "agentId",
      "medium",
      "source",
      "campaignName",
      "masterMid",
      "parentApplication",
      "token",
    ].map((name) => [name, REFERENCE]),
  ),
  ...Object.fromEntries(
    [
      "storeSwitcher",
      "addProductIntent",
      "createBusiness",
      "isPowerSeller",
      "taxIdSubmitted",
      "taxIdPostUWSubmitted",
    ].map((name) => [name, FLAG]),
  ),
};

const APPLICANT = {
  id: REFERENCE,
  name: objectOrNull({ firstName: TEXT, lastName: TEXT }),
  firstName: TEXT,
  lastName: TEXT,
  email: EMAIL,
  phone: PHONE,
  dob: TEXT,
  type: choice("APPLICANT", "APPLICANT_OWNER", "OWNER"),
  governmentIdentification: IDENTIFICATION,
  address: ADDRESS,
  terms: objectOrNull({ signed: FLAG, signedAt: TEXT, version: TEXT, id: REFERENCE }),
  communicationLanguage: TEXT,
  leadId: REFERENCE,
  userId: REFERENCE,
};

const COMPANY = {
  id: REFERENCE,
  type: choice("individual", "business"),
  legalName: TEXT,
  dba: TEXT,
  name: TEXT,
  phone: PHONE,
  site: TEXT,
  segment: TEXT,
  mccDetails: objectOrNull({
    label: TEXT,
    type: choice("REGULAR", "PROHIBITED", "SUPER_PROHIBITED"),
  }),
  location: TEXT,
  address: ADDRESS,
  currency: choice(...CURRENCIES),
  keywords: { type: ["array", "null"], items: { type: "string", maxLength: 100 }, maxItems: 100 },
  gpv: TEXT,
  hasPartners: choice("yes", "no"),
  governmentIdentification: IDENTIFICATION,
};

/** The body that creates or changes an application. */
export const APPLICATION = object(
  { application: object(ABOUT), applicant: object(APPLICANT), company: object(COMPANY) },
  ["application", "applicant", "company"],
);

/** All members of an application: the result of patches must fit. */
export const DOCUMENT = object(
  {
    application: object(ABOUT),
    applicant: object(APPLICANT),
    company: object(COMPANY),
    store: object({ name: TEXT }),
    attach: FLAG,
  },
  ["application", "applicant", "company"],
);

const TOLD_ID = { type: "string" } as const;
/** A submitted value's id, in place of the value. */
const KNOWN_BY = object({ id: TOLD_ID }, ["id"]);

/** An application in the platform's answers. */
export const APPLICATION_FACTS = object(
  {
    id: { type: "string" },
    applicationId: { type: "string" },
    businessId: { type: "string" },
    storeId: { type: "string" },
    channelId: { type: "string" },
    intent: { type: "string" },
    apiVersion: { enum: ["V1", "V2"] },
    decision: { enum: DECISIONS },
    status: { type: "string" },
    applicationLevel: { enum: ["BASIC", "FULL"] },
    originalApplicationLevel: { enum: ["BASIC", "FULL"] },
    boStatus: { enum: ["NONE", "WAITING_FOR_INFO", "INFO_PROVIDED"] },
    enableDeposits: { type: "boolean" },
    accountInOtherCurrency: { type: "boolean" },
    cashAdvance: { type: "boolean" },
    firstTxnDate: {
      type: "string",
      description: "Day of the first payment that was taken (YYYY-MM-DD)",
    },
    stepUpDetails: STEP_UPS,
    shopperId: { type: "string", description: "Whose customer the applicant is" },
    customerId: {
      type: "string",
      description: "Who asks (x-customer), where the application is theirs",
    },
    organizationId: { type: "string", description: "The organization it was handed in to" },
    createdAt: { type: "string" },
    applicant: object(
      {
        id: TOLD_ID,
        name: object({ firstName: TEXT, lastName: TEXT }, ["firstName", "lastName"]),
        firstName: TEXT,
        lastName: TEXT,
        email: object({ id: TOLD_ID, emailAddress: TEXT }),
        phone: object({ id: TOLD_ID, localPhoneNumber: TEXT }, ["id"]),
        dob: TEXT,
        address: ADDRESS,
        governmentIdentification: KNOWN_BY,
        terms: object({ id: TOLD_ID, signed: FLAG, signedAt: TEXT, version: TEXT }, ["id"]),
      },
      ["id", "name", "email"],
    ),
    company: object(
      {
        id: TOLD_ID,
        governmentIdentification: KNOWN_BY,
        type: TEXT,
        legalName: TEXT,
        dba: TEXT,
        name: TEXT,
        phone: PHONE,
        site: TEXT,
        location: TEXT,
        segment: TEXT,
        mccDetails: objectOrNull({ label: TEXT, type: TEXT }),
        keywords: { type: ["array", "null"], items: TEXT },
        gpv: TEXT,
        hasPartners: TEXT,
        address: ADDRESS,
        currency: { enum: CURRENCIES },
      },
      ["name", "dba", "currency"],
    ),
    channel: CHANNEL,
    order: {
      ...object({ id: { type: "string" } }, ["id"]),
      description: "The order that was placed last",
    },
    owner: { ...object(OWNER_FACTS, OWNER_TOLD), description: "The owner that was asked for" },
  },
  [
    "id",
    "applicationId",
    "businessId",
    "intent",
    "decision",
    "status",
    "applicationLevel",
    "boStatus",
    "enableDeposits",
    "stepUpDetails",
    "applicant",
    "company",
  ],
);
