import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outsideIsUp } from "../../service.ts";
import { applicationWith, TestPlatform } from "./test-platform.ts";

const outside = await outsideIsUp();

describe("effects happen once for an Idempotency-Key", { skip: !outside }, () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await TestPlatform.start();
  });
  afterAll(() => platform?.stop());

  const CARD = { primary: true, token: "tok_sbx_visa_4242" };
  const ledger = (key: string) =>
    platform.database.query<{ application: string; call: string; status: number }>(
      "select application, call, status from platform_effects where key = $1",
      [key],
    );

  it("also when it is asked ten times at once", async () => {
    const path = await platform.create();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        platform.post(`${path}/financial-instruments/credit-cards`, CARD, {
          "idempotency-key": key,
        }),
      ),
    );
    expect(
      new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size,
    ).toBe(1);
    expect(
      await platform.database.query(
        "select count(*)::int as count from platform_records where application = $1",
        [path.split("/").at(-1)],
      ),
    ).toEqual([{ count: 1 }]);
    expect(await ledger(key)).toEqual([
      {
        application: path.split("/").at(-1),
        call: "financial-instruments/credit-cards",
        status: 200,
      },
    ]);
  });

  it("creations too, and their answers are repeated after later changes", async () => {
    const key = { "idempotency-key": randomUUID() };
    const body = applicationWith({});
    const first = await platform.post("/api/v2/applications", body, key);
    const path = `/api/v2/applications/${String(first.body["id"])}`;
    await platform.post(`${path}/onboard`);
    expect(await platform.post("/api/v2/applications", body, key)).toMatchObject({
      status: 200,
      body: first.body,
    });
    expect((await platform.get(path)).body).toMatchObject({ decision: "APPROVED" });
  });

  it("polls count once", async () => {
    const path = await platform.onboarded("gov-id");
    const inquiryId = `inq_${randomUUID()}`;
    const key = { "idempotency-key": randomUUID() };
    for (let again = 0; again < 5; again++)
      expect(
        (await platform.post(`${path}/step-ups/identification`, { inquiryId }, key)).body,
      ).toMatchObject({ inquirySessionStatus: "IN_PROGRESS" });
    expect(
      (await platform.post(`${path}/step-ups/identification`, { inquiryId })).body,
    ).toMatchObject({ inquirySessionStatus: "RECEIVED" });
  });

  it("attempts at a code count once, and one-time failures are repeated", async () => {
    const path = await platform.onboarded("otp");
    await platform.post(`${path}/otp-code`);
    const key = { "idempotency-key": randomUUID() };
    for (let again = 0; again < 8; again++)
      expect(
        (await platform.post(`${path}/step-ups/otp?skip=false`, { code: "135791" }, key)).body,
      ).toMatchObject({ code: "wrong" });
    expect(
      (await platform.post(`${path}/step-ups/otp?skip=false`, { code: "246810" })).status,
    ).toBe(200);

    const once = await platform.create({ applicant: { email: "kim+sbx.r417@example.com" } });
    const again = { "idempotency-key": randomUUID() };
    for (let repeated = 0; repeated < 2; repeated++)
      expect(await platform.post(`${once}/onboard`, undefined, again)).toMatchObject({
        status: 417,
        headers: { location: "https://partner.example/welcome" },
      });
    expect((await platform.post(`${once}/onboard`)).status).toBe(200);
  });

  it("a key that was used for something else is refused", async () => {
    const [path, other] = [await platform.create(), await platform.create()];
    const key = { "idempotency-key": randomUUID() };
    expect(
      (await platform.post(`${path}/financial-instruments/credit-cards`, CARD, key)).status,
    ).toBe(200);
    for (const [url, body] of [
      [`${path}/financial-instruments/credit-cards`, { ...CARD, token: "tok_sbx_visa_0002" }],
      [`${other}/financial-instruments/credit-cards`, CARD],
      [`${path}/onboard`, undefined],
    ] as const)
      expect(await platform.post(url, body, key)).toMatchObject({
        status: 422,
        body: { errors: [{ message: "This Idempotency-Key was used for another request" }] },
      });
    expect((await platform.get(path)).body).toMatchObject({ decision: "PENDING" });
  });

  it("refusals and failures may be retried with the same key", async () => {
    const path = await platform.create();
    const key = { "idempotency-key": randomUUID() };
    const pay = { amount: 100, financialInstrumentId: "urn:fi:none" };
    for (let again = 0; again < 2; again++)
      expect((await platform.post(`${path}/payments`, pay, key)).status).toBe(400);
    const failing = await platform.create({ applicant: { email: "kim+sbx.http503@example.com" } });
    const other = randomUUID();
    for (let again = 0; again < 2; again++)
      expect(
        (await platform.post(`${failing}/onboard`, undefined, { "idempotency-key": other })).status,
      ).toBe(503);
    expect(await ledger(other)).toEqual([]);
  });

  it("without a key each call is another, and is in the ledger all the same", async () => {
    const path = await platform.create();
    const id = path.split("/").at(-1);
    await platform.post(`${path}/step-ups/otp?skip=true`);
    await platform.post(`${path}/step-ups/otp?skip=true`);
    expect(
      await platform.database.query(
        "select call, count(*)::int as count from platform_effects where application = $1 group by 1 order by 1",
        [id],
      ),
    ).toEqual([
      { call: "create", count: 1 },
      { call: "step-ups/otp", count: 2 },
    ]);
  });

  it.each(["", "k".repeat(201)])("a key of the wrong length is refused: %j", async (key) => {
    const answer = await platform.post(`${await platform.create()}/onboard`, undefined, {
      "idempotency-key": key,
    });
    expect(answer.status).toBe(400);
  });

  it("changes to one application at the same time do not lose one another", async () => {
    const path = await platform.onboarded("otp.ssn.biz.owners");
    await platform.post(`${path}/otp-code`);
    await Promise.all([
      platform.post(`${path}/step-ups/full-ssn`, { value: "731889901" }),
      platform.post(`${path}/step-ups/business-info`, { confirmed: true }),
      platform.post(`${path}/step-ups/otp`, { code: "246810" }),
      platform.post(`${path}/step-ups/beneficial-owners`, { boStatus: "NONE" }),
    ]);
    expect((await platform.get(path)).body).toMatchObject({
      decision: "APPROVED",
      stepUpDetails: [],
    });
  });
});
