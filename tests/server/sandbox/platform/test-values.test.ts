import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SandboxAccount } from "../../../../server/sandbox/platform/generated/accounts.ts";
import type {
  Inquiry,
  PhoneLink,
  SandboxValues,
} from "../../../../server/sandbox/platform/generated/values.ts";
import type { Effect } from "../../../../server/sandbox/platform/tables.ts";
import { PROJECT } from "../../../definitions.ts";
import { outsideIsUp } from "../../service.ts";
import { tagged, TestPlatform } from "./test-platform.ts";

const table = (name: string) =>
  parse(
    readFileSync(join(PROJECT, `flows/merchant-signup/sandbox/platform/${name}.yaml`), "utf8"),
  ) as unknown;
const { tokens, rules } = table("decisions") as {
  tokens: Record<string, Effect>;
  rules: readonly ({ id: string; when: object } & Effect)[];
};
const values = table("values") as SandboxValues & { inquiries: Record<string, Inquiry> };
const { answers } = table("answers") as { answers: Record<string, readonly string[]> };
const { customers } = table("accounts") as {
  customers: Record<string, { accounts: readonly SandboxAccount[] }>;
};

/** What has to be sent so that a rule holds: every rule of the table stands here. */
const GIVEN: Readonly<Record<string, { readonly applicant?: object; readonly company?: object }>> =
  {
    "ssn4-match": person("SSN4", "9901"),
    "ssn4-mismatch": person("SSN4", "9902"),
    "ssn4-deceased": person("SSN4", "9903"),
    "ssn4-watch-list": person("SSN4", "9904"),
    "ein-verified": business("FEIN", "83-4500001"),
    "ein-incorrect": business("FEIN", "83-4500002"),
    "ein-other-name": business("FEIN", "83-4500003"),
    "sin-match": person("SIN", "740 000 112"),
    "sin-mismatch": person("SIN", "740000120"),
    "sin-declined": person("SIN", "740000138"),
    "corporation-found": business("CN", "990001-7"),
    "corporation-not-found": business("CN", "9900025"),
    "corporation-dissolved": business("BN", "9900033"),
    "name-overlap": { company: { legalName: "Overlap LLC" } },
    "name-not-compliant": { company: { dba: "Not compliant" } },
    "name-offers": { company: { legalName: "Offers Inc" } },
    "website-not-compliant": { company: { site: "https://sandbox-prohibited.example" } },
  };

function person(sourceType: string, value: string) {
  return { applicant: { governmentIdentification: { type: "INDIVIDUAL", sourceType, value } } };
}

function business(sourceType: string, value: string) {
  return { company: { governmentIdentification: { type: "BUSINESS", sourceType, value } } };
}

const outside = await outsideIsUp();
/** Step-ups an application is asked for by each token. */
const stepUpTokens = Object.entries(tokens).filter(([, { stepUp }]) => stepUp !== undefined);
const tokenOf = (stepUp: string) =>
  stepUpTokens.find(([, effect]) => effect.stepUp === stepUp)?.[0] ?? "";

describe("a test value has its effect", { skip: !outside }, () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await TestPlatform.start("CI");
  });
  afterAll(() => platform?.stop());

  /**
   * Hands an application in and has it decided; the decision as it stands once nothing keeps it
   * back.
   */
  const outcomeOf = async (given: Parameters<TestPlatform["create"]>[0]) => {
    const path = await platform.create(given);
    const onboarded = await platform.post(`${path}/onboard`);
    return { path, onboarded };
  };

  const told = Object.entries(tokens).filter(
    ([, { once, inquiry, pendingForMs, ownIds, set }]) =>
      ownIds === undefined &&
      once === undefined &&
      inquiry === undefined &&
      pendingForMs === undefined &&
      set?.["apiVersion"] === undefined,
  );
  it.each(told)("token %s, in the e-mail and as mock", async (token, effect) => {
    for (const given of [
      { applicant: { email: tagged(token) } },
      { application: { mock: token } },
      { applicant: { email: tagged(token) }, application: { mock: "error.http500" } },
    ]) {
      const { onboarded } = await outcomeOf(given);
      if (effect.drop === true) expect(onboarded.headers).toHaveProperty("x-connection-dropped");
      else if (effect.status !== undefined)
        expect(onboarded).toMatchObject({
          status: effect.status,
          body: { errors: [{ message: expect.any(String) as string }] },
        });
      else {
        const keepsBack = effect.stepUp !== undefined && effect.stepUp !== "BO_VERIFICATION";
        expect(onboarded).toMatchObject({
          status: 200,
          body: {
            ...effect.set,
            decision: effect.decision ?? (keepsBack ? "PENDING" : "APPROVED"),
            stepUpDetails: effect.stepUp === undefined ? [] : [effect.stepUp],
          },
        });
      }
    }
  });

  it.each(rules.map((rule) => [rule.id, rule] as const))("rule %s", async (id, rule) => {
    const given = GIVEN[id];
    if (given === undefined) throw new Error(`No example is written for the rule ${id}`);
    if (rule.refuse !== undefined) {
      await expect(platform.create(given)).rejects.toThrow(rule.refuse);
      const path = await platform.create();
      const refusedChange = await platform.call("PUT", path, {
        application: {},
        applicant: {},
        company: {},
        ...given,
      });
      return expect(refusedChange).toMatchObject({
        status: 400,
        body: { errors: [{ message: rule.refuse }] },
      });
    }
    const { onboarded } = await outcomeOf(given);
    return expect(onboarded.body).toMatchObject({
      ...rule.set,
      decision: rule.decision ?? (rule.stepUp === undefined ? "APPROVED" : "PENDING"),
      stepUpDetails: rule.stepUp === undefined ? [] : [rule.stepUp],
    });
  });

  it.each(
    stepUpTokens.filter(
      ([, { stepUp }]) => !["RETINA_SCAN", "BO_VERIFICATION"].includes(stepUp ?? ""),
    ),
  )("the step-up of %s goes away when its update is answered", async (token, { stepUp = "" }) => {
    for (const decision of [
      "approved",
      "approved-pending",
      "declined-pending",
      "pending",
      "declined",
    ]) {
      const path = await platform.onboarded(`${decision}.${token}.bo-ver`);
      const update =
        Object.entries(answers).find(([, stepUps]) => stepUps.includes(stepUp))?.[0] ?? "";
      await answerStepUp(path, update);
      const now = await platform.get(path);
      expect(now.body).toMatchObject({
        decision: decision.replaceAll("-", "_").toUpperCase(),
        stepUpDetails: ["BO_VERIFICATION"],
      });
    }
  });

  /** Does what an update needs until its step-up is answered. */
  const answerStepUp = async (path: string, update: string) => {
    switch (update) {
      case "step-ups/otp":
        await platform.post(`${path}/otp-code`);
        return platform.post(`${path}/step-ups/otp?skip=false`, { code: "246810" });
      case "update":
        await platform.call("PUT", path, {
          application: { mock: "" },
          applicant: {
            email: ((await platform.get(path)).body as { applicant: { email: string } }).applicant
              .email,
          },
          company: {},
        });
        return platform.post(`${path}/onboard`);
      case "step-ups/identification":
      case "step-ups/verification":
        await platform.post(`${path}/${update}`, { inquiryId: `inq_${crypto.randomUUID()}` });
        return platform.post(`${path}/${update}`);
      case "step-ups/beneficial-owners":
        return platform.post(`${path}/${update}`, { boStatus: "INFO_PROVIDED" });
      case "step-ups/full-ssn":
        return platform.post(`${path}/${update}`, {
          value: "731-88-9901",
          sourceType: "SSN9",
          firstName: "Kim",
          lastName: "Lund",
        });
      default:
        return platform.post(`${path}/${update}`, { confirmed: true });
    }
  };

  it.each(Object.entries(tokens).filter(([, { pendingForMs }]) => pendingForMs !== undefined))(
    "token %s keeps the decision back for a while",
    async (token, { pendingForMs = 0 }) => {
      const path = await platform.onboarded(`declined.${token}`);
      expect((await platform.get(path)).body).toMatchObject({
        decision: "PENDING",
        status: "IN_PROGRESS",
      });
      platform.pass(pendingForMs - 1);
      expect((await platform.post(`${path}/onboard`)).body).toMatchObject({ decision: "PENDING" });
      platform.pass(1);
      expect((await platform.get(path)).body).toMatchObject({
        decision: "DECLINED",
        status: "COMPLETED",
      });
    },
  );

  it.each(Object.entries(tokens).filter(([, { later }]) => later !== undefined))(
    "token %s changes the standing later",
    async (token, { later = { afterMs: 0 } }) => {
      const path = await platform.onboarded(`approved-pending.${token}`);
      platform.pass(later.afterMs - 1);
      expect((await platform.get(path)).body).toMatchObject({ decision: "APPROVED_PENDING" });
      platform.pass(1);
      expect((await platform.get(path)).body).toMatchObject({
        decision: later.decision ?? "APPROVED_PENDING",
        ...later.set,
      });
    },
  );

  it("token own-ids gives the application and its owners ids of the platform's own, each once", async () => {
    const id = `urn:app:${crypto.randomUUID()}`;
    const sent = {
      application: { id },
      applicant: { email: { emailAddress: tagged("own-ids") } },
      company: {},
    };
    const made = await platform.post("/api/v2/applications", sent);
    const own = String(made.body["id"]);
    expect(own).toMatch(/^urn:app:[0-9a-f-]{36}$/);
    expect(own).not.toBe(id);
    expect((await platform.post("/api/v2/applications", sent)).body["id"]).toBe(own);
    expect((await platform.get(`/api/v2/applications/${id}`)).status).toBe(404);
    expect((await platform.get(`/api/v2/applications/${own}`)).status).toBe(200);
    const owner = await platform.post(
      `/api/v1/commerce/onboarding-applications/${own}/individuals`,
      { id: "urn:apl:ada", type: "OWNER", firstName: "Ada", lastName: "Noor" },
    );
    expect(String(owner.body["id"])).toMatch(/^urn:apl:[0-9a-f-]{36}$/);
  });

  it("takes the documented names of a person and a business", async () => {
    const path = await platform.create({
      applicant: { email: tagged("approved"), name: { firstName: "Ada", lastName: "Noor" } },
      company: { name: "Overlap LLC", dba: "Pine" },
    });
    expect((await platform.post(`${path}/onboard`)).body).toMatchObject({
      accountInOtherCurrency: true,
      applicant: { name: { firstName: "Ada", lastName: "Noor" } },
      company: { dba: "Pine" },
    });
  });

  it("token shown leaves out of answers what the documents do not show", async () => {
    const path = await platform.onboarded("shown.ssn.otp");
    const { applicant, company } = (await platform.get(path)).body as Record<string, object>;
    expect(applicant).toMatchObject({ name: { firstName: "Kim" } });
    expect(company).toMatchObject({ name: "Cedar & Pine LLC" });
    for (const member of ["firstName", "lastName"]) expect(applicant).not.toHaveProperty(member);
    expect(company).not.toHaveProperty("legalName");
    const code = await platform.post(`${path}/otp-code`);
    expect(Object.keys(code.body)).toEqual(["attempts"]);
    const number = { value: "731-88-9901", sourceType: "SSN9" };
    const update = await platform.post(`${path}/step-ups/full-ssn`, number);
    expect(Object.keys(update.body).toSorted()).toEqual(["applicationId", "inquirySessionStatus"]);
    const passedOver = await platform.post(`${path}/step-ups/otp?skip=true`, {});
    expect(passedOver.status).toBe(204);
    // What was answered is gone, whether the answer says so or not.
    expect((await platform.post(`${path}/onboard`)).body).toMatchObject({
      stepUpDetails: ["GOV_ID_SELFIE"],
    });
    const refused = await platform.post(`${path}/step-ups/full-ssn`, { value: "1" });
    expect(refused).toMatchObject({ status: 400, body: { errors: expect.any(Array) as unknown } });
  });

  it.each(Object.entries(tokens).filter(([, { once }]) => once !== undefined))(
    "token %s fails once",
    async (token, { once = { at: "call", status: 0 } }) => {
      const path = await platform.create({ applicant: { email: tagged(`${token}.ssn`) } });
      if (once.at === "update") {
        await platform.post(`${path}/onboard`);
        const without = await platform.post(`${path}/step-ups/full-ssn`, { value: "731-88-9901" });
        expect(without).toMatchObject({ status: once.status, body: { stepUpDetails: [] } });
        expect(without.body).not.toHaveProperty("applicationId");
        expect(without.body).not.toHaveProperty("id");
        return expect(
          (await platform.post(`${path}/step-ups/full-ssn`, { value: "731-88-9901" })).body,
        ).toHaveProperty("applicationId");
      }
      if (once.at === "fetch") expect((await platform.post(`${path}/onboard`)).status).toBe(200);
      const first =
        once.at === "fetch" ? await platform.get(path) : await platform.post(`${path}/onboard`);
      expect(first.status).toBe(once.status);
      expect(first.headers["location"]).toBe(once.location);
      expect((await platform.post(`${path}/onboard`)).status).toBe(200);
      expect((await platform.get(path)).status).toBe(200);
      // Handed in again with the same tag, it does not fail again.
      await platform.call("PUT", path, {
        application: {},
        applicant: { email: tagged(`${token}.ssn`) },
        company: {},
      });
      return expect((await platform.get(path)).status).toBe(200);
    },
  );

  it("several failures happen one after the other", async () => {
    const path = await platform.create({
      applicant: { email: tagged("fetch403.fetch404.r417.sess401") },
    });
    const statuses: number[] = [];
    for (let fetched = 0; fetched < 5; fetched++) statuses.push((await platform.get(path)).status);
    expect(statuses).toEqual([403, 404, 417, 401, 200]);
  });

  it.each([
    ...Object.entries(tokens).flatMap(([token, { inquiry }]) =>
      inquiry === undefined || (values.inquiries[inquiry]?.polls ?? 0) < 0
        ? []
        : [[token, inquiry] as const],
    ),
    ["", "default"] as const,
  ])("token %j: the inquiry goes the way of %s", async (token, name) => {
    const { polls, ends, decision } = values.inquiries[name] ?? { polls: 0, ends: "" };
    for (const [stepUp, kind] of [
      ["GOV_ID_SELFIE", "identification"] as const,
      ["EIN_DOC", "verification"] as const,
    ]) {
      const path = await platform.onboarded(
        [tokenOf(stepUp), token].filter((each) => each !== "").join("."),
      );
      const inquiryId = `inq_${crypto.randomUUID()}`;
      expect(
        (await platform.post(`${path}/step-ups/${kind}/sessions`, { inquiryId })).body,
      ).toMatchObject({ inquiryId, isInquiryCompleted: false });
      for (let poll = 0; poll < polls; poll++) {
        expect((await platform.post(`${path}/step-ups/${kind}`, { inquiryId })).body).toMatchObject(
          { inquirySessionStatus: "IN_PROGRESS", stepUpDetails: [stepUp] },
        );
      }
      for (let again = 0; again < 2; again++)
        expect((await platform.post(`${path}/step-ups/${kind}`, { inquiryId })).body).toMatchObject(
          { inquirySessionStatus: ends, stepUpDetails: [] },
        );
      expect(
        (await platform.post(`${path}/step-ups/${kind}/sessions`, { inquiryId })).body,
      ).toMatchObject({ isInquiryCompleted: true });
      expect((await platform.get(path)).body).toMatchObject({ decision: decision ?? "APPROVED" });
    }
  });

  it("token v1: refusals carry details, and http400 refuses the creation with two", async () => {
    const refusal = await platform.post("/api/v2/applications", {
      application: {},
      applicant: { email: tagged("v1.http400") },
      company: {},
    });
    expect(refusal.status).toBe(400);
    expect(refusal.body["details"]).toHaveLength(2);
    expect(refusal.body).not.toHaveProperty("errors");
    const wrongEin = {
      application: { apiVersion: "V1" },
      applicant: {},
      ...GIVEN["ein-incorrect"],
    };
    expect((await platform.post("/api/v2/applications", wrongEin)).body["details"]).toEqual([
      { description: "Incorrect EIN number provided" },
    ]);
    const { onboarded } = await outcomeOf({ applicant: { email: tagged("v1") } });
    expect(onboarded.body).toMatchObject({ apiVersion: "V1", decision: "APPROVED" });
  });

  it.each(Object.entries(values.codes))("code %s is %s", async (code, verdict) => {
    const path = await platform.onboarded("otp");
    await platform.post(`${path}/otp-code`);
    const answer = await platform.post(`${path}/step-ups/otp?skip=false`, { code });
    if (verdict === "right")
      expect(answer).toMatchObject({ status: 200, body: { stepUpDetails: [] } });
    else if (verdict === "error") expect(answer.status).toBe(500);
    else expect(answer).toMatchObject({ status: 400, body: { code: verdict } });
  });

  it.each(Object.entries(values.refusedNumbers))(
    "number %s is refused: %s",
    async (digits, message) => {
      const path = await platform.onboarded("ssn.biz");
      const told = { status: 400, body: { errors: [{ message }] } };
      const sourceType = message.includes("SSN") ? "SSN9" : "FEIN";
      expect(
        await platform.post(`${path}/government-identifications`, { value: digits, sourceType }),
      ).toMatchObject(told);
      expect(
        await platform.post(`${path}/government-identifications/manual-entry`, {
          value: digits,
          sourceType,
          legalBusinessName: "Cedar",
        }),
      ).toMatchObject(told);
      if (sourceType === "SSN9")
        expect(await platform.post(`${path}/step-ups/full-ssn`, { value: digits })).toMatchObject(
          told,
        );
      else
        expect(
          await platform.post(`${path}/step-ups/business-info`, { value: digits, sourceType }),
        ).toMatchObject(told);
    },
  );

  it.each(values.banks.map((bank) => [(bank as unknown as { id: string }).id, bank] as const))(
    "bank account %s",
    async (_, bank) => {
      const path = await platform.onboarded("approved");
      const answer = await platform.post(`${path}/financial-instruments/manual`, manual(bank));
      if (bank.status === undefined)
        expect(answer).toMatchObject({
          status: 200,
          body: {
            last4: (bank.account ?? "00077").slice(-4),
            verification: bank.verification ?? "VERIFIED",
          },
        });
      else
        expect(answer).toMatchObject({
          status: bank.status,
          body: { errors: [{ message: bank.message }] },
        });
    },
  );

  it.each(Object.entries({ ...values.instantLink.users, somebody: values.instantLink.default }))(
    "instant link user %s",
    async (user, link) => {
      const path = await platform.onboarded("approved");
      const answer = await platform.post(`${path}/financial-instruments/plaid`, plaid(user));
      if (link.status !== undefined)
        return expect(answer).toMatchObject({
          status: link.status,
          body: { errors: [{ message: link.message }] },
        });
      expect(answer).toMatchObject({ status: 200, body: { instantAuth: link.instantAuth } });
      return expect(answer.body["availableBalance"]).toBe(link.availableBalance);
    },
  );

  it.each(values.cards.map((card) => [card.last4, card] as const))(
    "card %s",
    async (last4, { payment, save, lost }) => {
      const path = await platform.onboarded("approved");
      const saved = await platform.post(`${path}/financial-instruments/credit-cards`, {
        primary: true,
        token: `tok_sbx_visa_${last4}`,
      });
      if (save !== undefined)
        return expect(saved).toMatchObject({
          status: save.status,
          body: { errors: [{ message: save.message }] },
        });
      expect(saved).toMatchObject({ status: 200, body: { last4, brand: "visa" } });
      const key = { "idempotency-key": `card-${last4}-${path}` };
      const pay = () =>
        platform.post(
          `${path}/payments`,
          { amount: 4900, financialInstrumentId: saved.body["financial_instrument_id"] },
          key,
        );
      for (let attempt = 0; attempt < (lost?.times ?? 0); attempt++)
        expect((await pay()).body).not.toMatchObject({ status: "AUTHORIZED" });
      const paid = await pay();
      const made = await platform.database.query<{ number: number }>(
        "select count(*)::int as number from platform_effects where key = $1",
        [key["idempotency-key"]],
      );
      expect(made).toEqual([{ number: payment === undefined ? 1 : 0 }]);
      return expect(paid).toMatchObject(
        payment === undefined
          ? { status: 200, body: { amount: 4900, status: "AUTHORIZED" } }
          : { status: payment.status, body: { errors: [{ message: payment.message }] } },
      );
    },
  );

  it.each(
    Object.entries({ ...values.phoneLinks.byLast4, "0143": values.phoneLinks.default }) as [
      string,
      PhoneLink,
    ][],
  )("a mobile phone that ends in %s", async (last4, link) => {
    const path = await platform.onboarded("phone", { applicant: { phone: `(312) 555-${last4}` } });
    const sent = await platform.post(
      `${path}/phone-auth/sms-verifications?skip=false&retry=false`,
      { finalTargetUrl: "/x/phone-auth/confirmation" },
    );
    if (link.undeliverable === true) {
      expect((await platform.post(`${path}/otp-code`)).status).toBe(400);
      return expect(sent).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("cannot be delivered") as string },
      });
    }
    expect(sent).toMatchObject({ status: 200, body: { status: "REQUESTED" } });
    const poll = () =>
      platform.post(`${path}/phone-auth/sms-verifications/${String(sent.body["vfp"])}`);
    for (let polls = 0; polls < (link.polls < 0 ? 20 : link.polls); polls++)
      expect((await poll()).body).toMatchObject({
        status: "IN_PROGRESS",
        stepUpDetails: ["PHONE_AUTH"],
      });
    if (link.expired === true)
      expect(
        (
          await platform.post(`${path}/phone-auth/mobile-verifications`, {
            finalTargetUrl: "",
            vfp: sent.body["vfp"],
          })
        ).status,
      ).toBe(410);
    return expect((await poll()).body).toMatchObject({
      status: link.ends,
      stepUpDetails: link.ends === "SUCCESS" ? [] : ["PHONE_AUTH"],
    });
  });

  it.each(Object.entries(values.websites))("website %s", async (id, website) => {
    expect((await platform.get(`/api/v2/configs/websites/${id}`)).body).toEqual({ id, ...website });
  });

  it("a business named Offers has all offers, in minor units", async () => {
    const path = await platform.onboarded("approved", GIVEN["name-offers"]);
    const businessId = String((await platform.get(path)).body["businessId"]);
    expect(
      (await platform.get(`/api/v2/cash-advance-offers?businessId=${businessId}`)).body["offers"],
    ).toEqual(values.cashAdvanceOffers.map((offer) => ({ ...offer, businessId })));
  });

  it.each(Object.entries(customers))("customer %s has accounts", async (customer, { accounts }) => {
    const listed = (
      await platform.get("/api/v2/accounts", { "x-customer": customer.toUpperCase() })
    ).body["accounts"] as { applicationId: string }[];
    expect(listed).toHaveLength(accounts.length);
    for (const account of accounts) {
      const {
        applicationId,
        applicationLevel,
        riskDecision,
        createdAt,
        currency,
        stepUpDetails = [],
      } = account;
      expect(listed.find((each) => each.applicationId === applicationId)).toMatchObject({
        businessId: applicationId.slice(8),
        applicationLevel,
        riskDecision,
        createdAt: new Date(createdAt).toISOString(),
        company: { name: account.name, currency },
        stepUpDetails,
      });
      const stores = await platform.get(`/api/v2/accounts/${applicationId.slice(8)}/stores`, {
        "x-customer": customer,
      });
      expect(stores.body["stores"]).toHaveLength(account.stores?.length ?? 1);
    }
  });
});

function manual({
  account = "000100077",
  routing = "110000000",
}: {
  account?: string;
  routing?: string;
}) {
  return {
    accountNumber: account,
    accountType: "CHECKING",
    fullName: "Kim Lund",
    bankName: "Bank",
    primary: true,
    routingNumber: routing,
  };
}

function plaid(user: string) {
  return {
    primary: true,
    requestMetadata: { accountId: "account-1" },
    source: "PLAID",
    status: "ACTIVE",
    value: `public-sandbox-${user}`,
  };
}

describe.each(["OTE", "production"])(
  "in %s a test value has no effect",
  { skip: !outside },
  (environment) => {
    let platform: TestPlatform;
    beforeAll(async () => {
      platform = await TestPlatform.start(environment);
    });
    afterAll(() => platform?.stop());

    const PLAIN = {
      status: 200,
      body: { decision: "APPROVED", applicationLevel: "FULL", boStatus: "NONE", stepUpDetails: [] },
    };

    it.each(Object.keys(tokens))("token %s", async (token) => {
      const inMail = await platform.create({ applicant: { email: tagged(token) } });
      expect((await platform.get(inMail)).status).toBe(200);
      expect(await platform.post(`${inMail}/onboard`)).toMatchObject(PLAIN);
      const asMock = await platform.create({ application: { mock: token } });
      expect(await platform.post(`${asMock}/onboard`)).toMatchObject(PLAIN);
      const owner = await platform.owner(inMail, `lu+sbx.${token}@example.com`);
      expect(await platform.post(`${owner}/onboard`)).toMatchObject({
        status: 200,
        body: { decision: "APPROVED", stepUpDetails: [] },
      });
    });

    it.each(rules.map(({ id }) => id))("rule %s", async (id) => {
      const path = await platform.create(GIVEN[id]);
      const onboarded = await platform.post(`${path}/onboard`);
      expect(onboarded).toMatchObject(PLAIN);
      expect(onboarded.body).not.toHaveProperty("accountInOtherCurrency");
      expect(onboarded.body).not.toHaveProperty("cashAdvance");
    });

    it("codes, numbers, banks, users, cards, phones, websites, offers and customers", async () => {
      const path = await platform.onboarded("otp.phone.ssn", {
        applicant: { phone: "3125550104" },
        company: { legalName: "Offers Inc" },
      });
      expect((await platform.post(`${path}/otp-code`)).status).toBe(200);
      for (const digits of Object.keys(values.refusedNumbers))
        expect(
          (
            await platform.post(`${path}/government-identifications`, {
              value: digits,
              sourceType: "SSN9",
            })
          ).status,
        ).toBe(200);
      for (const bank of values.banks)
        expect(
          (await platform.post(`${path}/financial-instruments/manual`, manual(bank))).body,
        ).toMatchObject({ verification: "VERIFIED" });
      for (const user of Object.keys(values.instantLink.users)) {
        const linked = await platform.post(`${path}/financial-instruments/plaid`, plaid(user));
        expect(linked).toMatchObject({ status: 200, body: { instantAuth: false } });
        expect(linked.body).not.toHaveProperty("availableBalance");
      }
      for (const { last4 } of values.cards) {
        const saved = await platform.post(`${path}/financial-instruments/credit-cards`, {
          token: `tok_sbx_visa_${last4}`,
        });
        expect(
          (
            await platform.post(`${path}/payments`, {
              amount: 1,
              financialInstrumentId: saved.body["financial_instrument_id"],
            })
          ).status,
        ).toBe(200);
      }
      for (const last4 of Object.keys(values.phoneLinks.byLast4)) {
        const other = await platform.onboarded("phone", { applicant: { phone: `312555${last4}` } });
        const sent = await platform.post(`${other}/phone-auth/sms-verifications`, {
          finalTargetUrl: "/x",
        });
        expect(sent.status).toBe(200);
        for (let polls = 0; polls < 4; polls++)
          expect(
            (
              await platform.post(
                `${other}/phone-auth/sms-verifications/${String(sent.body["vfp"])}`,
              )
            ).body,
          ).toMatchObject({ status: "IN_PROGRESS" });
        expect(
          (
            await platform.post(`${other}/phone-auth/mobile-verifications`, {
              finalTargetUrl: "/x",
              vfp: sent.body["vfp"],
            })
          ).status,
        ).toBe(200);
      }
      for (const id of Object.keys(values.websites))
        expect((await platform.get(`/api/v2/configs/websites/${id}`)).status).toBe(404);
      const businessId = String((await platform.get(path)).body["businessId"]);
      expect(
        (await platform.get(`/api/v2/cash-advance-offers?businessId=${businessId}`)).body,
      ).toEqual({ offers: [] });
      for (const [customer, { accounts }] of Object.entries(customers)) {
        expect((await platform.get("/api/v2/accounts", { "x-customer": customer })).body).toEqual({
          accounts: [],
        });
        for (const { applicationId } of accounts)
          expect((await platform.get(`/api/v2/applications/${applicationId}`)).status).toBe(404);
      }
    });

    it("a documented code is as wrong as any other", async () => {
      const path = await platform.create();
      // Nothing asks for a code here: it is asked for by hand.
      await platform.database.query(
        "update platform_applications set step_ups = $1, outcome = $2, onboarded_at = now()",
        ['["OTP_SMS"]', '{"decision":"APPROVED","stepUps":[],"set":{},"once":[],"because":[]}'],
      );
      await platform.post(`${path}/otp-code`);
      for (const code of Object.keys(values.codes))
        expect(
          (await platform.post(`${path}/step-ups/otp?skip=false`, { code })).body,
        ).toMatchObject({ code: "wrong" });
    });
  },
);
