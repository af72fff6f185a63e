import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outsideIsUp } from "../../service.ts";
import { TestPlatform } from "./test-platform.ts";

const outside = await outsideIsUp();
const MINUTE = 60_000;

describe("step-ups", { skip: !outside }, () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await TestPlatform.start();
  });
  afterAll(() => platform?.stop());

  it("codes live ten minutes, five attempts, and are sent five times an hour", async () => {
    const path = await platform.onboarded("otp");
    const enter = (code: string) => platform.post(`${path}/step-ups/otp?skip=false`, { code });
    expect((await enter("246810")).body).toMatchObject({ code: "expired" });
    expect((await platform.post(`${path}/otp-code`)).body).toEqual({ attempts: 5 });
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await enter("111222")).body).toMatchObject({ code: "wrong" });
    expect((await enter("246810")).body).toMatchObject({ code: "expired" });
    await platform.post(`${path}/otp-code`);
    platform.pass(10 * MINUTE + 1);
    expect((await enter("246810")).body).toMatchObject({ code: "expired" });
    for (let sent = 2; sent < 5; sent++)
      expect((await platform.post(`${path}/otp-code`)).status).toBe(200);
    const refused = await platform.post(`${path}/otp-code`);
    expect(refused).toMatchObject({ status: 429, headers: { "retry-after": "3600" } });
    platform.pass(50 * MINUTE);
    expect((await platform.post(`${path}/otp-code`)).status).toBe(200);
    platform.pass(10 * MINUTE);
    expect((await enter("246810")).body).toMatchObject({ stepUpDetails: [] });
  });

  it("a code that was used is no code any more", async () => {
    const path = await platform.onboarded("otp.phone.ssn");
    await platform.post(`${path}/otp-code`);
    expect((await platform.post(`${path}/step-ups/otp`, { code: "246810" })).body).toMatchObject({
      stepUpDetails: ["FULL_SSN"],
    });
    expect(
      await platform.database.query("select code from platform_applications where id = $1", [
        path.split("/").at(-1),
      ]),
    ).toEqual([{ code: null }]);
  });

  it("are answered in any order", async () => {
    const path = await platform.onboarded("approved.otp.ssn.biz.owners");
    await platform.post(`${path}/step-ups/business-info`, { confirmed: true });
    await platform.post(`${path}/step-ups/beneficial-owners`, { boStatus: "NONE" });
    await platform.post(`${path}/step-ups/full-ssn`, {
      value: "731-88-9901",
      sourceType: "SSN9",
      firstName: "Kim",
      lastName: "Lund",
    });
    expect((await platform.get(path)).body).toMatchObject({
      decision: "PENDING",
      stepUpDetails: ["OTP_SMS"],
    });
  });

  it.each([
    ["step-ups/otp?skip=false", { code: "135791" }],
    ["step-ups/otp?skip=true", undefined],
    ["step-ups/full-ssn", { value: "731-88-9901" }],
    ["step-ups/identification", { inquiryId: "inq_unheard-of" }],
    ["step-ups/verification", undefined],
    ["step-ups/business-info", { legalName: "Other" }],
    ["phone-auth/sms-verifications?skip=true", { finalTargetUrl: "" }],
  ])("%s that nothing asks for is answered as done, and changes nothing", async (call, body) => {
    const path = await platform.onboarded("declined.owners");
    const before = (await platform.get(path)).body;
    const answer = await platform.post(`${path}/${call}`, body);
    expect(answer).toMatchObject({
      status: 200,
      body: { applicationId: before["id"], stepUpDetails: ["BO_INFO"] },
    });
    if (/identification|verification$/.test(call))
      expect(answer.body).toMatchObject({ inquirySessionStatus: "RECEIVED" });
    expect((await platform.get(path)).body).toEqual(before);
    expect((await platform.post(`${path}/onboard`)).body).toEqual(before);
  });

  it("passing over the phone asks for photo ID first, once", async () => {
    for (const skip of [
      "step-ups/otp?skip=true",
      "phone-auth/sms-verifications?skip=true&retry=false",
    ]) {
      const path = await platform.onboarded("approved.otp.ssn");
      const once = await platform.post(
        `${path}/${skip}`,
        skip.startsWith("phone") ? { finalTargetUrl: "" } : undefined,
      );
      expect(once.body).toMatchObject({ stepUpDetails: ["GOV_ID_SELFIE", "FULL_SSN"] });
      expect((await platform.post(`${path}/step-ups/otp?skip=true`)).body).toMatchObject({
        stepUpDetails: ["GOV_ID_SELFIE", "FULL_SSN"],
      });
    }
  });

  it("keep a correction of the business", async () => {
    const path = await platform.onboarded("biz");
    expect(
      (
        await platform.post(`${path}/step-ups/business-info`, {
          legalName: "Pine LLC",
          dba: "Pine",
          address: { line1: "1 Oak Street" },
          value: "83-4500001",
          sourceType: "FEIN",
        })
      ).body,
    ).toMatchObject({ stepUpDetails: [], inquirySessionStatus: "RECEIVED" });
    expect((await platform.get(path)).body).toMatchObject({
      company: { legalName: "Pine LLC", dba: "Pine" },
    });
  });

  it.each(["NONE", "WAITING_FOR_INFO", "INFO_PROVIDED"])(
    "report beneficial owners as %s",
    async (boStatus) => {
      const path = await platform.onboarded("owners.bo-ver.bo-wait");
      expect(
        (await platform.post(`${path}/step-ups/beneficial-owners`, { boStatus })).body,
      ).toMatchObject({
        boStatus,
        stepUpDetails: boStatus === "NONE" ? [] : ["BO_VERIFICATION"],
      });
      expect((await platform.get(path)).body).toMatchObject({ boStatus, decision: "APPROVED" });
    },
  );

  it("owners that are being verified keep no approval back", async () => {
    expect((await platform.get(await platform.onboarded("bo-ver"))).body).toMatchObject({
      decision: "APPROVED",
      stepUpDetails: ["BO_VERIFICATION"],
    });
  });

  it("an inquiry belongs to one application, one person and one kind", async () => {
    const [mine, other] = [
      await platform.onboarded("gov-id.ein"),
      await platform.onboarded("gov-id"),
    ];
    const inquiryId = `inq_${randomUUID()}`;
    expect(
      (await platform.post(`${mine}/step-ups/identification/sessions`, { inquiryId })).body,
    ).toMatchObject({
      inquiryId,
      sessionToken: expect.stringMatching(/^session_/) as string,
    });
    for (const foreign of [
      `${other}/step-ups/identification`,
      `${other}/step-ups/identification/sessions`,
      `${mine}/step-ups/verification`,
      `${mine}/step-ups/verification/sessions`,
    ])
      expect(await platform.post(foreign, { inquiryId }), foreign).toMatchObject({
        status: 404,
        body: { message: "Inquiry not found" },
      });
    const made = (await platform.post(`${mine}/step-ups/verification/sessions`)).body["inquiryId"];
    expect(made).toMatch(/^inq_/);
    // A session that is opened again goes on with the same inquiry.
    expect(
      (await platform.post(`${mine}/step-ups/verification/sessions`, { inquiryId: made })).body,
    ).toMatchObject({ inquiryId: made });
  });

  it("an inquiry that was never opened here has not come in", async () => {
    const path = await platform.onboarded("gov-id");
    for (let poll = 0; poll < 3; poll++)
      expect(
        (await platform.post(`${path}/step-ups/identification`, { inquiryId: null })).body,
      ).toMatchObject({ inquirySessionStatus: "IN_PROGRESS" });
  });
});

describe("phone links", { skip: !outside }, () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await TestPlatform.start();
  });
  afterAll(() => platform?.stop());

  /** A phone whose link is never opened by itself. */
  const waiting = () => platform.onboarded("phone", { applicant: { phone: "+1 312-555-0102" } });
  const send = async (path: string, target = "/urn:app:1/phone-auth/confirmation") =>
    platform.post(`${path}/phone-auth/sms-verifications?skip=false&retry=false`, {
      finalTargetUrl: target,
    });
  const poll = (path: string, vfp: unknown) =>
    platform.post(`${path}/phone-auth/sms-verifications/${String(vfp)}`);
  const open = (path: string, vfp: unknown) =>
    platform.post(`${path}/phone-auth/mobile-verifications`, { finalTargetUrl: "/x", vfp });

  it("are opened on the phone: then the poll succeeds, and the step-up is gone", async () => {
    const path = await waiting();
    const { vfp } = (await send(path)).body;
    expect((await poll(path, vfp)).body).toMatchObject({ status: "IN_PROGRESS" });
    const { url } = (await platform.get(`${path}/phone-auth/verification-url`)).body;
    expect(url).toBe(`/urn:app:1/phone-auth/confirmation?vfp=${String(vfp)}`);
    for (let twice = 0; twice < 2; twice++)
      expect(await open(path, vfp)).toMatchObject({
        status: 200,
        body: { vfp, status: "SUCCESS" },
      });
    expect((await poll(path, vfp)).body).toMatchObject({ status: "SUCCESS", stepUpDetails: [] });
    expect((await platform.get(path)).body).toMatchObject({ decision: "APPROVED" });
  });

  it("live five minutes", async () => {
    const path = await waiting();
    const { vfp } = (await send(path)).body;
    platform.pass(5 * MINUTE);
    expect((await poll(path, vfp)).body).toMatchObject({ status: "IN_PROGRESS" });
    platform.pass(1);
    expect(await open(path, vfp)).toMatchObject({
      status: 410,
      body: { error: "Gone", message: expect.any(String) as string },
    });
    expect((await platform.get(`${path}/phone-auth/verification-url`)).status).toBe(404);
    expect((await poll(path, vfp)).body).toMatchObject({
      status: "FAILED",
      stepUpDetails: ["PHONE_AUTH"],
    });
  });

  it("count only when they were the last that was sent, five an hour", async () => {
    const path = await waiting();
    const first = (await send(path)).body["vfp"];
    const second = (
      await platform.post(`${path}/phone-auth/sms-verifications?skip=false&retry=true`, {
        finalTargetUrl: "/x?y=1",
      })
    ).body["vfp"];
    expect((await platform.get(`${path}/phone-auth/verification-url`)).body["url"]).toBe(
      `/x?y=1&vfp=${String(second)}`,
    );
    expect((await open(path, first)).status).toBe(410);
    expect((await poll(path, first)).body).toMatchObject({ status: "FAILED" });
    for (let sent = 2; sent < 5; sent++) expect((await send(path)).status).toBe(200);
    expect(await send(path)).toMatchObject({ status: 429, headers: { "retry-after": "3600" } });
    platform.pass(60 * MINUTE + 1);
    expect((await send(path)).status).toBe(200);
  });

  it("are nothing to another application, and lead nowhere else", async () => {
    const [mine, other] = [await waiting(), await waiting()];
    const { vfp } = (await send(mine)).body;
    expect((await poll(other, vfp)).status).toBe(404);
    expect((await open(other, vfp)).status).toBe(410);
    expect((await open(mine, "never-sent")).status).toBe(410);
    for (const target of [
      "//evil.example",
      "/\\evil.example",
      "https://evil.example/",
      "javascript:alert(1)",
      "",
      "/a b",
      "/\u0000",
      "/\ud800",
      "\\\\evil",
    ]) {
      expect(await send(other, target), target).toMatchObject({
        status: 400,
        body: { message: "finalTargetUrl leads off the site" },
      });
    }
    expect((await send(other, "https://partner.example/after")).status).toBe(200);
  });
});
