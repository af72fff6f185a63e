import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outsideIsUp } from "../../service.ts";
import { TestPlatform } from "./test-platform.ts";

const outside = await outsideIsUp();

describe("POST /api/sandbox/simulate", { skip: !outside }, () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await TestPlatform.start();
  });
  afterAll(() => platform?.stop());

  const idOf = (path: string) => path.split("/").at(-1) ?? "";
  const simulate = (event: string, path: string, more: object = {}) =>
    platform.post(
      "/api/sandbox/simulate",
      { event, applicationId: idOf(path), ...more },
      { "x-customer": "robin@staff.example" },
    );

  it.each([
    ["inquiry.received", "RECEIVED", "APPROVED"],
    ["inquiry.timeout", "TIMEOUT", "PENDING"],
  ])("%s ends an open inquiry", async (event, status, decision) => {
    const path = await platform.onboarded("gov-id.inq-open");
    expect((await simulate(event, path)).status).toBe(409);
    await platform.post(`${path}/step-ups/identification/sessions`);
    for (let poll = 0; poll < 12; poll++)
      expect((await platform.post(`${path}/step-ups/identification`)).body).toMatchObject({
        inquirySessionStatus: "IN_PROGRESS",
      });
    expect(await simulate(event, path)).toMatchObject({
      status: 200,
      body: { event, applicationId: idOf(path), at: expect.any(String) as string },
    });
    expect((await platform.post(`${path}/step-ups/identification`)).body).toMatchObject({
      inquirySessionStatus: status,
      stepUpDetails: [],
    });
    expect((await platform.get(path)).body).toMatchObject({ decision });
  });

  it("ends an owner's inquiry, or verifies the owner outright", async () => {
    const path = await platform.onboarded("approved.bo-ver.bo-info");
    const owner = await platform.owner(path, "lu+sbx.gov-id.inq-slow@example.com");
    const ownerId = idOf(owner);
    await platform.post(`${owner}/onboard`);
    await platform.post(`${path}/owners/${ownerId}/step-ups/identification/sessions`);
    await simulate("inquiry.received", path, { ownerId });
    expect(
      (await platform.post(`${path}/owners/${ownerId}/step-ups/identification`)).body,
    ).toMatchObject({ inquirySessionStatus: "RECEIVED", stepUpDetails: [] });
    const second = await platform.owner(path, "sam+sbx.declined.full@example.com");
    expect((await simulate("owner.verified", path)).status).toBe(400);
    expect(
      (await simulate("owner.verified", path, { ownerId: `urn:apl:${randomUUID()}` })).status,
    ).toBe(404);
    await simulate("owner.verified", path, { ownerId: idOf(second) });
    expect((await platform.get(`${path}?ownerId=${idOf(second)}`)).body["owner"]).toMatchObject({
      verified: true,
      decision: "APPROVED",
      stepUpDetails: [],
    });
    expect((await platform.get(path)).body).toMatchObject({ boStatus: "NONE", stepUpDetails: [] });
  });

  it.each(["PENDING", "APPROVED", "DECLINED", "APPROVED_PENDING", "DECLINED_PENDING", "ERROR"])(
    "reports decision.changed to %s at once",
    async (decision) => {
      for (const path of [
        await platform.onboarded("pending.again-pending"),
        await platform.create(),
      ]) {
        await simulate("decision.changed", path, { decision });
        expect((await platform.get(path)).body).toMatchObject({ decision });
        expect((await platform.post(`${path}/onboard`)).body).toMatchObject({ decision });
      }
    },
  );

  it("phone.opened opens the last link", async () => {
    const path = await platform.onboarded("phone", { applicant: { phone: "3125550102" } });
    expect((await simulate("phone.opened", path)).status).toBe(409);
    const { vfp } = (
      await platform.post(`${path}/phone-auth/sms-verifications`, { finalTargetUrl: "/x" })
    ).body;
    await simulate("phone.opened", path);
    expect(
      (await platform.post(`${path}/phone-auth/sms-verifications/${String(vfp)}`)).body,
    ).toMatchObject({ status: "SUCCESS", stepUpDetails: [] });
  });

  it("records its caller's hash in the journal; a refused simulation is not recorded", async () => {
    const path = await platform.onboarded("approved");
    await simulate("phone.opened", path);
    await simulate("decision.changed", path);
    await simulate("decision.changed", path, { decision: "DECLINED" });
    const rows = await platform.database.query<{ by: string }>(
      "select event, decision, by from platform_simulations where application = $1",
      [idOf(path)],
    );
    expect(rows).toEqual([
      {
        event: "decision.changed",
        decision: "DECLINED",
        by: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    ]);
  });

  it("refuses an unknown event, and is absent in production", async () => {
    const path = await platform.create();
    for (const more of [
      { event: "decision.made" },
      { decision: "MAYBE" },
      { applicationId: "1" },
      { ownerId: "x" },
      { extra: true },
    ])
      expect(
        (
          await platform.post("/api/sandbox/simulate", {
            event: "decision.changed",
            applicationId: idOf(path),
            decision: "DECLINED",
            ...more,
          })
        ).status,
      ).toBe(400);
    expect(
      (
        await platform.post("/api/sandbox/simulate", {
          event: "phone.opened",
          applicationId: `urn:app:${randomUUID()}`,
        })
      ).status,
    ).toBe(404);
    const production = await TestPlatform.start("production");
    expect(
      (
        await production.post("/api/sandbox/simulate", {
          event: "phone.opened",
          applicationId: "urn:app:1",
        })
      ).status,
    ).toBe(404);
    await production.stop();
  });
});
