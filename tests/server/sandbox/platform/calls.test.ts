import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../../../server/service.ts";
import { PROJECT } from "../../../definitions.ts";
import {
  ANSWERS,
  fillInButCheck,
  outsideIsUp,
  PRODUCTION,
  testService,
  Visitor,
} from "../../service.ts";
import { setAt } from "../../../edit-yaml.ts";

const outside = await outsideIsUp();

describe("the sandbox platform", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside"));
  });
  afterAll(() => stop?.());

  const call = async (method: "GET" | "POST" | "PUT", url: string, body?: object, key?: string) => {
    const response = await service.app.inject({
      method,
      url,
      headers: {
        accept: "application/json",
        host: "localhost",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return {
      status: response.statusCode,
      body: response.body === "" ? undefined : (response.json() as Record<string, unknown>),
    };
  };
  const create = async (email: string, applicant: object = {}) => {
    const id = `urn:app:${randomUUID()}`;
    await call("POST", "/api/v2/applications", {
      application: { id },
      applicant: { email, ...applicant },
      company: { legalName: "Cedar", currency: "USD" },
    });
    return `/api/v2/applications/${id}`;
  };

  it.each([
    ["kim@cedar.dev", "APPROVED", []],
    ["kim+sbx.pending@example.com", "PENDING", []],
    ["kim+sbx.declined@example.com", "DECLINED", []],
    ["kim+sbx.approved-pending@example.com", "APPROVED_PENDING", []],
    ["kim+sbx.declined-pending@example.com", "DECLINED_PENDING", []],
    ["kim+sbx.error@example.com", "ERROR", []],
    ["kim+sbx.approved.otp@example.com", "PENDING", ["OTP_SMS"]],
    [
      "kim+sbx.approved-pending.bo-ver.ssn@example.com",
      "APPROVED_PENDING",
      ["BO_VERIFICATION", "FULL_SSN"],
    ],
    ["kim+sbx.odd@example.com", "PENDING", ["RETINA_SCAN"]],
  ])("decides %s as %s with step-ups %j", async (email, decision, stepUpDetails) => {
    expect(await call("POST", `${await create(email)}/onboard`)).toMatchObject({
      status: 200,
      body: { decision, stepUpDetails },
    });
  });

  it("decides by the last four digits too, and fails as asked", async () => {
    expect(
      (
        await call(
          "POST",
          `${await create("kim@cedar.dev", { governmentIdentification: { type: "INDIVIDUAL", sourceType: "SSN4", value: "9902" } })}/onboard`,
        )
      ).body,
    ).toMatchObject({ stepUpDetails: ["FULL_SSN"] });
    expect(
      (
        await call(
          "POST",
          `${await create("kim@cedar.dev", { governmentIdentification: { type: "INDIVIDUAL", sourceType: "SSN4", value: "9903" } })}/onboard`,
        )
      ).body,
    ).toMatchObject({ decision: "DECLINED" });
    expect(
      (await call("POST", `${await create("kim+sbx.http503@example.com")}/onboard`)).status,
    ).toBe(503);
  });

  it("lets a decision be pending for five seconds first", async () => {
    expect(
      (await call("POST", `${await create("kim+sbx.again-pending@example.com")}/onboard`)).body,
    ).toMatchObject({ decision: "PENDING" });
  });

  it("sends codes, counts attempts and five codes an hour", async () => {
    const path = await create("kim+sbx.otp@example.com");
    await call("POST", `${path}/onboard`);
    expect(
      (await call("POST", `${path}/step-ups/otp?skip=false`, { code: "246810" })).body,
    ).toMatchObject({ code: "expired" });
    expect((await call("POST", `${path}/otp-code`)).body).toEqual({ attempts: 5 });
    expect(
      (await call("POST", `${path}/step-ups/otp?skip=false`, { code: "135791" })).body,
    ).toMatchObject({ code: "wrong" });
    expect((await call("POST", `${path}/step-ups/otp?skip=false`, { code: "975310" })).status).toBe(
      500,
    );
    for (let attempt = 0; attempt < 3; attempt++)
      await call("POST", `${path}/step-ups/otp?skip=false`, { code: "111222" });
    expect(
      (await call("POST", `${path}/step-ups/otp?skip=false`, { code: "246810" })).body,
    ).toMatchObject({ code: "expired" });
    for (let sent = 0; sent < 4; sent++)
      expect((await call("POST", `${path}/otp-code`)).status).toBe(200);
    expect((await call("POST", `${path}/otp-code`)).status).toBe(429);
  });

  it("takes step-ups off the list as they are answered; then the decision stands", async () => {
    const path = await create("kim+sbx.approved.ssn@example.com");
    await call("POST", `${path}/onboard`);
    expect(await call("POST", `${path}/step-ups/full-ssn`, { value: "731-88-9902" })).toMatchObject(
      {
        status: 400,
        body: { errors: [{ message: "Incorrect SSN number provided" }] },
      },
    );
    expect(
      (await call("POST", `${path}/step-ups/full-ssn`, { value: "731-88-9901" })).body,
    ).toMatchObject({ stepUpDetails: [], inquirySessionStatus: "RECEIVED" });
    expect((await call("GET", path)).body).toMatchObject({ decision: "APPROVED" });
  });

  it("applies an effect once for a key, for any body", async () => {
    const path = await create("kim+sbx.otp@example.com");
    const key = randomUUID();
    const manual = {
      accountNumber: "000100200",
      accountType: "CHECKING",
      fullName: "Kim Lund",
      bankName: "Bank",
      primary: true,
      routingNumber: "110000000",
    };
    const first = await call("POST", `${path}/financial-instruments/manual`, manual, key);
    expect(first.body).toMatchObject({ last4: "0200" });
    expect(await call("POST", `${path}/financial-instruments/manual`, manual, key)).toEqual(first);
    expect(
      (
        await call("POST", `${path}/financial-instruments/manual`, {
          ...manual,
          accountNumber: "000100201",
        })
      ).status,
    ).toBe(400);
    expect(
      (await call("POST", `${path}/financial-instruments/manual`, { ...manual, extra: 1 })).status,
    ).toBe(400);
  });

  it("answers the other calls of the journey", async () => {
    const path = await create("kim@cedar.dev");
    expect(
      (
        await call("PUT", path, {
          application: {},
          applicant: { email: "lu@cedar.dev" },
          company: { legalName: "Pine" },
        })
      ).status,
    ).toBe(200);
    expect((await call("GET", `${path}/basic-information`)).body).toMatchObject({
      legalName: "Pine",
    });
    expect((await call("GET", "/api/v2/accounts")).body).toEqual({ accounts: [] });
    expect((await call("GET", "/api/v2/configs?currency=CAD")).body).toMatchObject({
      currency: "CAD",
    });
    expect((await call("GET", "/api/v2/configs?currency=EUR")).status).toBe(404);
    expect((await call("GET", "/api/v2/configs/plans")).status).toBe(200);
    expect((await call("POST", "/api/v2/analytics", { type: "reminder", params: {} })).status).toBe(
      204,
    );
    expect((await call("GET", "/api/v2/applications/urn:app:nobody")).status).toBe(404);
    expect((await call("GET", "/api/v2/categories?locale=fr-CA")).body).toHaveProperty("groups");
    const predicted = (
      await call("GET", "/api/v2/categories/predict?inputs=we%20fix%20cars%20and%20brakes")
    ).body as { top10LabelMlType: readonly string[] };
    expect(predicted.top10LabelMlType[0]).toBe("auto repair");
    expect((await call("GET", "/api/docs")).body).toHaveProperty("paths");
  });

  it("is not there in production: its addresses are unknown pages, and its calls get no answer", async () => {
    // Definitions that ask nobody to sign in: in production there is no embedded provider either.
    const folder = await mkdtemp(join(tmpdir(), "foyer-production-"));
    for (const part of ["flows", "schemas", "content"])
      await cp(join(PROJECT, part), join(folder, part), { recursive: true });
    const limits = join(folder, "flows/merchant-signup/config/limits.yaml");
    await writeFile(limits, setAt(await readFile(limits, "utf8"), "signIn/required", false));
    const production = await testService("outside", {
      ...PRODUCTION,
      FOYER_FLOWS: folder,
    });
    const visitor = new Visitor(production.service);
    const answer = await production.service.app.inject({
      method: "POST",
      url: "/api/v2/applications",
      headers: {
        host: "localhost",
        "content-type": "application/json",
        accept: "application/json",
      },
      payload: { action: "submit", data: {}, revision: 0 },
    });
    expect(answer.statusCode).toBe(404);
    await fillInButCheck(visitor, "kim+sbx.approved@example.com");
    expect((await visitor.act("submit", ANSWERS.check)).json()).toMatchObject({
      screen: "check",
      because: "refused/check",
    });
    await production.stop();
    await rm(folder, { recursive: true });
  });
});
