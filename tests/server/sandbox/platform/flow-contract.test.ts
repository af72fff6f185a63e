import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callRequest } from "../../../../engine/transition/call-request.ts";
import { buildFacts } from "../../../../engine/transition/facts.ts";
import type { JsonObject } from "../../../../engine/language/json.ts";
import { shippedLibrary } from "../../../definitions.ts";
import { outsideIsUp } from "../../service.ts";
import { TestPlatform } from "./test-platform.ts";

const outside = await outsideIsUp();
const flow = (await shippedLibrary()).flows.get("merchant-signup");
if (flow === undefined) throw new Error("there is no merchant sign-up");

/** Calls in the order of a life, so that each finds what it is about. */
const ORDER = [
  "createApplication",
  "onboardApplication",
  "createOwner",
  "sendPhoneLink",
  "openInquiry",
  "openOwnerInquiry",
  "saveCard",
  "createOrder",
];
const calls = [
  ...flow.variant(flow.variants[0] ?? { portal: "", market: "", environment: "" }).calls.values(),
]
  .filter(({ definition }) => definition.service === "platform")
  .map(({ id }) => id)
  .toSorted(
    (a, b) =>
      (ORDER.includes(a) ? ORDER.indexOf(a) : ORDER.length) -
      (ORDER.includes(b) ? ORDER.indexOf(b) : ORDER.length),
  );
/** What takes things away comes last. */
const asked = [...calls.filter((id) => !["deleteOwner"].includes(id)), "deleteOwner"];

describe("the flow's requests match the platform's schemas", { skip: !outside }, () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await TestPlatform.start();
  });
  afterAll(() => platform?.stop());

  it.each(
    flow.variants.flatMap((variant) => [
      { ...variant, variant, when: "everything is known", all: true },
      { ...variant, variant, when: "only what a call is about is known", all: false },
    ]),
  )("$portal $market $reseller, when $when", async ({ variant, all }) => {
    const compiled = flow.variant(variant);
    const state = stateWith(all, variant["market"] ?? "");
    const form = all ? FORM : {};
    const refusals: string[] = [];
    for (const id of asked) {
      const facts = buildFacts(compiled, state as JsonObject, {
        now: "2026-03-02T09:00:00Z",
        variant,
        locale: "en-US",
        signedIn: true,
        visitor: { id: `${state.application.id.slice(8)}@cedar.dev` },
        uuids: [randomUUID(), randomUUID(), randomUUID(), randomUUID()],
      });
      const params = {
        applicationId: state.application.id,
        ownerId: state.owners[0]?.id ?? "",
        businessId: state.application.id.slice(8),
      };
      const known = {
        stepUp: "BO_INFO",
        boStatus: "INFO_PROVIDED",
        kind: "identification",
        ...params,
      };
      Object.assign(facts, {
        form,
        params,
        query: { vfp: state.phoneAuth.vfp, q: "bakery" },
        requested: "https://apply.example/x",
        item: {},
        event: { type: "resume-event", properties: {} },
      });
      const request = callRequest(compiled, id, facts, {
        path: "/",
        screen: "x",
        action: "x",
        remaining: [],
        with: known,
        form,
        query: {},
      });
      if (request === undefined) throw new Error(`${id} cannot be asked for`);
      const answer = await platform.call(request.method, request.path, request.body, {
        ...request.headers,
        "idempotency-key": randomUUID(),
      });
      if (id === "createOrder") state.order.id = String(answer.body["id"] ?? state.order.id);
      if (id === "saveCard")
        state.card.id = String(answer.body["financial_instrument_id"] ?? state.card.id);
      if (id === "sendPhoneLink") state.phoneAuth.vfp = String(answer.body["vfp"] ?? "none");
      const misshapen = (
        answer.body["errors"] as { message: string; pointer?: string }[] | undefined
      )?.filter(({ pointer }) => pointer !== undefined);
      // Without a form its fields are missing; that anything else is wrong is not said of any call.
      const wrong = misshapen?.filter(
        ({ message }) =>
          all ||
          !/must have required|must match pattern|must be string|must be equal to|must be integer|must NOT have fewer/.test(
            message,
          ),
      );
      if (
        (wrong?.length ?? 0) > 0 ||
        answer.status === 500 ||
        answer.body["message"] === "There is no such call" ||
        (all && answer.status >= 400)
      )
        refusals.push(`${id}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    expect(refusals).toEqual([]);
  });
});

const FORM = {
  firstName: "Lu",
  lastName: "Tremblay",
  email: "lu@cedar.dev",
  phone: "3125550143",
  dob: "1990-01-01",
  line1: "12 Birch Street",
  line2: "Unit 4",
  city: "Chicago",
  territory: "IL",
  zip: "60614",
  ssn4: "9901",
  ssn9: "731889901",
  ein: "83-4500001",
  legalName: "Cedar & Pine LLC",
  dba: "Cedar & Pine",
  bankAccount: "000100200",
  accountType: "CHECKING",
  accountHolderFullName: "Kim Lund",
  routingNumber: "110000000",
  institutionNumber: "999",
  transitNumber: "00010",
  accountId: "account-1",
  publicToken: "public-sandbox-user_good",
  token: "tok_sbx_visa_4242",
  brand: "visa",
  last4: "4242",
  code: "246810",
  name: "Cedar online",
  type: "ONLINE",
};

/** The state of somebody who has answered everything, or of somebody of whom little is known. */
function stateWith(all: boolean, market: string) {
  const id = `urn:app:${randomUUID()}`;
  const address = {
    line1: "12 Birch Street",
    line2: "Unit 4",
    city: "Chicago",
    territory: "IL",
    zip: "60614",
  };
  const known = all
    ? {
        applicant: {
          firstName: "Kim",
          lastName: "Lund",
          email: "kim@cedar.dev",
          phone: "3125550143",
          dob: "1991-08-19",
          ssn4: "9901",
          sin: "740000112",
          termsSigned: true,
          address,
          type: "APPLICANT",
        },
        company: {
          registered: market === "CA" ? "yes" : "EIN",
          ein: "83-4500001",
          corporationNumber: "9900017",
          legalName: "Cedar & Pine LLC",
          dba: "Cedar & Pine",
          businessPhone: "3125550142",
          territory: "IL",
          communicationLanguage: "en-CA",
          gpv: "under-25000",
          hasPartners: "no",
          category: "5462",
          categoryLabel: "Bakery",
          mcc: "5462",
          categoryType: "REGULAR",
          website: "https://cedar.example",
          address,
        },
        context: {
          agentId: "a-1",
          campaignName: "spring",
          shopperId: "s-1",
          createBusiness: true,
          isPowerSeller: false,
          serviceId: "service-1",
          serviceType: "domain",
          context: "c",
          ventureId: "v",
        },
        channel: {
          name: "Online",
          type: "ONLINE",
          externalId: "e-1",
          externalType: "shop",
          requested: true,
        },
      }
    : {};
  return {
    ...known,
    application: {
      id,
      businessId: id.slice(8),
      ...(all ? { kycKybRequired: true, apiVersion: "V2", mock: "approved" } : {}),
    },
    owners: [{ id: `urn:apl:${randomUUID()}` }],
    order: {
      id: "urn:order:none",
      type: "RENT",
      quantity: { n910: 1, poyntC: 2 },
      address: all ? { ...address, countryCode: "US" } : null,
    },
    card: { id: "urn:fi:none" },
    phoneAuth: { vfp: "none" },
    inquiry: {},
  };
}
