import { beforeAll, describe, expect, it } from "vitest";
import { FixtureServices } from "../../engine/fixtures/fixture-services.ts";
import { Journey } from "../../engine/fixtures/journey.ts";
import { variantOf } from "../../engine/fixtures/run-fixture.ts";
import { isObject } from "../../engine/language/json.ts";
import type { CallRequest } from "../../engine/transition/input.ts";
import { shippedLibrary } from "../definitions.ts";

/**
 * The requests of spec 1 §7, R-697 to R-746: method, path with its query parameters, and members of
 * the body. The fixtures together have to send each of them.
 */
const REQUESTS = `
POST /api/v2/applications/{id}/otp-code
POST /api/v2/applications/{id}/step-ups/otp?skip code
POST /api/v2/applications/{id}/step-ups/full-ssn
POST /api/v2/applications/{id}/step-ups/identification
POST /api/v2/applications/{id}/step-ups/verification
POST /api/v2/applications/{id}/step-ups/beneficial-owners
POST /api/v2/applications/{id}/step-ups/business-info
POST /api/v2/applications/{id}/owners/{ownerId}/step-ups/identification
POST /api/v2/applications/{id}/step-ups/identification/sessions inquiryId
POST /api/v2/applications/{id}/step-ups/verification/sessions inquiryId
POST /api/v2/applications/{id}/owners/{ownerId}/step-ups/identification/sessions inquiryId
POST /api/v2/applications/{id}/financial-instruments/plaid primary,requestMetadata,source,status,value
POST /api/v2/applications/{id}/financial-instruments/manual accountNumber,accountType,fullName,bankName,primary,routingNumber
POST /api/v2/applications/{id}/financial-instruments/credit-cards primary,token
GET /api/v2/applications/{id}/financial-instruments/plaid/token
GET /api/v2/applications/{id}?applicationId
GET /api/v2/applications/{id}?ownerId
POST /api/v2/applications?override-referral-url&use-shopper-data&force-intent&find applicant,application,company
PUT /api/v2/applications/{id}?override-referral-url applicant,application,company
GET /api/v2/applications/{id}/basic-information
POST /api/v2/applications/{id}/onboard
GET /api/v2/applications/{id}/auth-code?context&channelId
POST /api/v2/applications/{id}/permissions type
POST /api/v2/applications/{id}/government-identifications value,sourceType
POST /api/v2/applications/{id}/government-identifications/manual-entry value,sourceType,legalBusinessName
GET /api/v2/accounts
GET /api/v2/accounts/{id}/more-info
GET /api/v2/accounts/{id}/stores
POST /api/v1/commerce/onboarding-applications?onboard&mock
POST /api/v1/commerce/onboarding-applications/{id}/individuals
GET /api/v1/commerce/onboarding-applications/{id}/individuals
PATCH /api/v1/commerce/onboarding-applications/{id}/individuals/{ownerId}
DELETE /api/v1/commerce/onboarding-applications/{id}/individuals/{ownerId}
POST /api/v1/commerce/onboarding-applications/{id}/individuals/{ownerId}/onboard
GET /api/v2/configs?referralUrlId&currency
GET /api/v2/configs/plans?businessId
POST /api/v2/applications/{id}/payments amount,financialInstrumentId
POST /api/v2/applications/{id}/orders address,feeProfiles,profiles
GET /api/v2/applications/{id}/orders/{orderId}
POST /v1/gql
GET /api/v2/categories
GET /api/v2/categories/predict?inputs
GET /api/v2/cash-advance-offers?businessId
POST /api/v2/applications/{id}/phone-auth/mobile-verifications finalTargetUrl,vfp
POST /api/v2/applications/{id}/phone-auth/sms-verifications?skip&retry finalTargetUrl
POST /api/v2/applications/{id}/phone-auth/sms-verifications/{vfp}`
  .trim()
  .split("\n");

/** Decided otherwise in flows/merchant-signup/README.md. */
const NEVER_SENT = `
PATCH /api/v1/commerce/onboarding-applications/{id}
POST /api/v1/commerce/onboarding-applications/{id}/onboard
GET /api/v2/configs/websites/{id}
GET /api/v2/applications/{id}/phone-auth/verification-url`
  .trim()
  .split("\n");

/** Spec 1 §7: "Long application calls add a proxy timeout header of 300000 ms and the referrer." */
const LONG_MS = 300_000;
const LONG = `
POST /api/v2/applications
PUT /api/v2/applications/{id}
POST /api/v2/applications/{id}/onboard
POST /api/v1/commerce/onboarding-applications
POST /api/v1/commerce/onboarding-applications/{id}/individuals/{ownerId}/onboard`
  .trim()
  .split("\n");

interface Sent {
  readonly request: CallRequest;
  readonly path: string;
  readonly query: URLSearchParams;
}

let sent: readonly Sent[];

/** Plays every fixture of the merchant flow and keeps the requests of its calls. */
beforeAll(async () => {
  const flow = (await shippedLibrary()).flows.get("merchant-signup");
  if (flow === undefined) throw new Error("the merchant flow is missing");
  const found: Sent[] = [];
  for (const fixture of flow.fixtures) {
    const { variant, compiled } = variantOf(flow, fixture);
    const services = FixtureServices.of(compiled, fixture.given.calls);
    const journey = new Journey(compiled, fixture, variant, {
      answer: (request, now) => {
        const { pathname, searchParams } = new URL(request.path, "http://platform.test");
        found.push({ request, path: pathname, query: searchParams });
        return services.answer(request, now);
      },
    });
    for (const [index, step] of fixture.steps.entries()) journey.play(step, index + 1);
  }
  sent = found;
}, 60_000);

/** The requests to an address: its parameters stand for one segment each. */
function sentTo(address: string): readonly Sent[] {
  const [method = "", path = ""] = address.split(" ");
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  return sent.filter(
    (one) => one.request.method === method && pattern.test(one.path.replaceAll("%3A", ":")),
  );
}

describe("the documented requests of the merchant flow", () => {
  it.each(REQUESTS)("%s", (line) => {
    const [method = "", address = "", members = ""] = line.split(" ");
    const [path = "", parameters] = address.split("?");
    const found = sentTo(`${method} ${path}`);
    expect(found.length, "requests").toBeGreaterThan(0);
    for (const name of parameters?.split("&") ?? [])
      expect(
        found.some(({ query }) => query.has(name)),
        `query parameter ${name}`,
      ).toBe(true);
    for (const name of members.split(",").filter((each) => each !== ""))
      expect(
        found.some(
          ({ request: { body } }) => isObject(body ?? null) && Object.hasOwn(Object(body), name),
        ),
        `member ${name}`,
      ).toBe(true);
  });

  it.each(NEVER_SENT)("%s is never sent", (line) => {
    expect(sentTo(line)).toEqual([]);
  });

  it.each(LONG)("%s waits for 300 seconds and announces it to proxies", (line) => {
    const requests = sentTo(line).map(({ request }) => request);
    expect(requests.length).toBeGreaterThan(0);
    for (const { timeoutMs, headers, call } of requests) {
      expect(timeoutMs, call).toBe(LONG_MS);
      expect(headers["x-proxy-timeout"], call).toBe(String(LONG_MS));
      expect(headers["referer"], call).toMatch(/^https?:\/\/|^\//);
    }
  });

  it("name the proxy's timeout exactly where they wait for it", () => {
    for (const { request } of sent)
      expect([request.call, request.headers["x-proxy-timeout"]]).toEqual([
        request.call,
        request.timeoutMs === LONG_MS ? String(LONG_MS) : undefined,
      ]);
  });
});
