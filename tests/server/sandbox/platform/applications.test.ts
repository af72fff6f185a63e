import { canariesIn } from "../../canaries.ts";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outsideIsUp } from "../../service.ts";
import { applicationWith, tagged, TestPlatform } from "./test-platform.ts";

const outside = await outsideIsUp();

describe("applications", { skip: !outside }, () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await TestPlatform.start();
  });
  afterAll(() => platform?.stop());

  it("are submitted, and returned with names, level and decision, never with numbers", async () => {
    const id = `urn:app:${randomUUID()}`;
    const secrets = {
      dob: "1991-08-19",
      governmentIdentification: { type: "INDIVIDUAL", sourceType: "SSN4", value: "4417" },
      address: { line1: "12 Birch Street", zip: "60614" },
    };
    const created = await platform.post(
      "/api/v2/applications?override-referral-url=true&use-shopper-data=true",
      applicationWith({
        application: { id },
        applicant: {
          ...secrets,
          phone: { localPhoneNumber: "3125550143" },
          email: { emailAddress: "kim@cedar.dev" },
        },
      }),
    );
    expect(created.body).toMatchObject({
      id,
      applicationId: id,
      businessId: id.slice(8),
      intent: "CREATE_BUSINESS",
      apiVersion: "V2",
      decision: "PENDING",
      status: "IN_PROGRESS",
      enableDeposits: false,
      stepUpDetails: [],
      applicant: {
        id: expect.stringMatching(/^apl-/),
        firstName: "Kim",
        lastName: "Lund",
        email: { id: expect.stringMatching(/^eml-/), emailAddress: "kim@cedar.dev" },
        phone: { id: expect.stringMatching(/^phn-/) },
        governmentIdentification: { id: expect.stringMatching(/^gid-/) },
        terms: { id: expect.stringMatching(/^trm-/) },
      },
      company: { legalName: "Cedar & Pine LLC", dba: "Cedar & Pine", currency: "USD" },
    });
    const fetched = await platform.get(`/api/v2/applications/${id}?applicationId=${id}`);
    expect(
      canariesIn(JSON.stringify(fetched.body), [
        "1991-08-19",
        "4417",
        "Birch",
        "60614",
        "3125550143",
      ]),
    ).toEqual([]);
    expect((await platform.get(`/api/v2/applications/${id}/basic-information`)).body).toEqual({
      id,
      legalName: "Cedar & Pine LLC",
      dba: "Cedar & Pine",
      name: "Cedar & Pine",
      currency: "USD",
      intent: "CREATE_BUSINESS",
    });
  });

  it("get an id when they bring none, and the intent that is forced, in upper case", async () => {
    const created = await platform.post(
      "/api/v2/applications?force-intent=add-product",
      applicationWith({}),
    );
    expect(created.body).toMatchObject({
      id: expect.stringMatching(/^urn:app:/) as string,
      intent: "ADD_PRODUCT",
    });
    expect(
      (
        await platform.post(
          "/api/v2/applications",
          applicationWith({ application: { intent: "add-product" } }),
        )
      ).body,
    ).toMatchObject({ intent: "ADD_PRODUCT" });
  });

  it("are found when that is asked for: nothing is changed, and the ledger has no effect", async () => {
    const path = await platform.onboarded("declined");
    const id = path.split("/").at(-1) ?? "";
    const key = randomUUID();
    const found = await platform.post(
      "/api/v2/applications?find=true",
      applicationWith({ application: { id }, company: { legalName: "Other" } }),
      { "idempotency-key": key },
    );
    expect(
      await platform.database.query("select call from platform_effects where key = $1", [key]),
    ).toEqual([]);
    expect(found.body).toMatchObject({
      decision: "DECLINED",
      company: { legalName: "Cedar & Pine LLC" },
    });
    expect(
      (
        await platform.post(
          "/api/v2/applications?find=true",
          applicationWith({ application: { id: `urn:app:${randomUUID()}` } }),
        )
      ).body,
    ).toMatchObject({
      decision: "PENDING",
    });
  });

  it("are kept sealed: nothing that was sent lies in the database in plain text", async () => {
    const path = await platform.create({
      applicant: { firstName: "Zebulon", dob: "1971-07-17" },
      headers: { "x-customer": "zebulon@cedar.dev", "idempotency-key": randomUUID() },
    });
    await platform.owner(path, "zora@cedar.dev");
    await platform.post(`${path}/financial-instruments/manual`, {
      accountNumber: "918273645",
      accountType: "SAVINGS",
      fullName: "Zebulon",
      routingNumber: "110000000",
    });
    for (const table of ["applications", "owners", "checks", "records", "effects", "simulations"]) {
      const rows = await platform.database.query<{ row: string }>(
        `select to_jsonb(t)::text as row from platform_${table} t`,
      );
      for (const secret of [
        "Zebulon",
        "1971-07-17",
        "zebulon@",
        "zora@",
        "918273645",
        "Cedar & Pine",
      ]) {
        expect(
          rows.some(
            ({ row }) => row.includes(secret) || row.includes(Buffer.from(secret).toString("hex")),
          ),
        ).toBe(false);
      }
    }
  });

  it("that declare partners await owners, unless a test value decides otherwise", async () => {
    const path = await platform.create({ company: { hasPartners: "yes" } });
    expect((await platform.post(`${path}/onboard`)).body).toMatchObject({
      boStatus: "WAITING_FOR_INFO",
    });
    expect(
      (await platform.get(await platform.onboarded("bo-none", { company: { hasPartners: "yes" } })))
        .body,
    ).toMatchObject({ boStatus: "NONE" });
  });

  it("are decided once; a change clears the decision, and onboarding decides anew", async () => {
    const path = await platform.onboarded("declined");
    expect((await platform.post(`${path}/onboard`)).body).toMatchObject({ decision: "DECLINED" });
    const changed = await platform.call(
      "PUT",
      `${path}?override-referral-url=true`,
      applicationWith({ applicant: { email: tagged("approved.basic"), firstName: "Lu" } }),
    );
    expect(changed.body).toMatchObject({
      decision: "PENDING",
      stepUpDetails: [],
      applicant: { firstName: "Lu" },
    });
    expect((await platform.post(`${path}/onboard`)).body).toMatchObject({
      decision: "APPROVED",
      applicationLevel: "BASIC",
      enableDeposits: true,
    });
  });

  it("accept a change of the whole form; earlier answers are not requested again", async () => {
    const path = await platform.onboarded("approved.ssn.full.gov-id");
    await platform.post(`${path}/step-ups/full-ssn`, { value: "731889901" });
    const body = applicationWith({ applicant: { email: tagged("approved.ssn.full.gov-id") } });
    await platform.call("PUT", path, body);
    expect((await platform.post(`${path}/onboard`)).body).toMatchObject({
      decision: "PENDING",
      stepUpDetails: ["GOV_ID_SELFIE"],
    });
    // A change that nothing asked for answers nothing.
    await platform.call("PUT", path, body);
    expect((await platform.post(`${path}/onboard`)).body).toMatchObject({
      stepUpDetails: ["GOV_ID_SELFIE"],
    });
  });

  it("ask for photo ID in place of a phone that was passed over, also after a change", async () => {
    const path = await platform.onboarded("otp");
    expect((await platform.post(`${path}/step-ups/otp?skip=true`)).body).toMatchObject({
      stepUpDetails: ["GOV_ID_SELFIE"],
    });
    await platform.call("PUT", path, applicationWith({ applicant: { email: tagged("otp") } }));
    expect((await platform.post(`${path}/onboard`)).body).toMatchObject({
      decision: "PENDING",
      stepUpDetails: ["GOV_ID_SELFIE"],
    });
  });

  it("belong to their submitter: another customer changes nothing", async () => {
    const path = await platform.create({ headers: { "x-customer": "kim@cedar.dev" } });
    const id = path.split("/").at(-1) ?? "";
    const body = applicationWith({ application: { id }, company: { legalName: "Stolen" } });
    expect((await platform.call("PUT", path, body, { "x-customer": "lu@cedar.dev" })).status).toBe(
      403,
    );
    expect(
      (await platform.post("/api/v2/applications", body, { "x-customer": "lu@cedar.dev" })).status,
    ).toBe(403);
    expect((await platform.call("PUT", path, body, { "x-customer": "KIM@cedar.dev" })).status).toBe(
      200,
    );
  });

  it("give a code to a channel, take the one permission that is configured, and count beacons", async () => {
    const path = await platform.onboarded("approved");
    const first = await platform.get(`${path}/auth-code?context=shop&channelId=channel-1`);
    expect(first.body["code"]).toMatch(/^ac_[0-9a-f]{32}$/);
    expect((await platform.get(`${path}/auth-code`)).body["code"]).not.toBe(first.body["code"]);
    expect(
      (await platform.post(`${path}/permissions`, { type: "ALTERNATE_PARTNER" })).body,
    ).toMatchObject({ type: "ALTERNATE_PARTNER" });
    expect((await platform.post(`${path}/permissions`, { type: "ADMINISTRATOR" })).status).toBe(
      403,
    );
    for (let beacon = 0; beacon < 3; beacon++)
      expect((await platform.post(`${path}/notification`)).status).toBe(204);
    const id = path.split("/").at(-1);
    expect(
      await platform.database.query(
        "select beacons, progress->>'permission' as permission from platform_applications where id = $1",
        [id],
      ),
    ).toEqual([{ beacons: 3, permission: "ALTERNATE_PARTNER" }]);
    expect(
      (
        await platform.post("/api/v2/analytics", {
          type: "reminder",
          params: { anything: { at: ["all"] } },
        })
      ).status,
    ).toBe(204);
  });

  it("accept numbers that are submitted later, and return their last four digits", async () => {
    const path = await platform.create();
    expect(
      (
        await platform.post(`${path}/government-identifications`, {
          value: "83-4500003",
          sourceType: "FEIN",
        })
      ).body,
    ).toMatchObject({ sourceType: "FEIN", last4: "0003" });
    // The number is now the business's: it belongs to another name.
    expect((await platform.post(`${path}/onboard`)).body).toMatchObject({
      stepUpDetails: ["EIN_DOC"],
    });
    expect(
      (
        await platform.post(`${path}/government-identifications/manual-entry`, {
          value: "731-88-9901",
          sourceType: "SSN9",
          legalBusinessName: "Pine LLC",
        })
      ).status,
    ).toBe(200);
    expect((await platform.get(path)).body).toMatchObject({ company: { legalName: "Pine LLC" } });
  });
});
