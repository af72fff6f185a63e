import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Inquiry } from "../../../../server/sandbox/platform/generated/values.ts";
import type { Effect } from "../../../../server/sandbox/platform/tables.ts";
import { PROJECT } from "../../../definitions.ts";
import { outsideIsUp } from "../../service.ts";
import { TestPlatform } from "./test-platform.ts";

const outside = await outsideIsUp();
const table = (name: string) =>
  parse(
    readFileSync(join(PROJECT, `flows/merchant-signup/sandbox/platform/${name}.yaml`), "utf8"),
  ) as Record<string, never>;
const tokens: Readonly<Record<string, Effect>> = table("decisions")["tokens"] ?? {};
const inquiries: Readonly<Record<string, Inquiry>> = table("values")["inquiries"] ?? {};
const ownerStepUps: readonly string[] = table("answers")["ownerStepUps"] ?? [];

describe("owners", { skip: !outside }, () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await TestPlatform.start();
  });
  afterAll(() => platform?.stop());

  const individuals = (application: string) =>
    `${application.replace("/api/v2/applications", "/api/v1/commerce/onboarding-applications")}/individuals`;
  const pathOf = (application: string, owner: string) =>
    `${application}/owners/${owner.split("/").at(-1) ?? ""}`;
  const tagged = (token: string) => `lu+sbx.${token}@example.com`;

  it("are handed in, listed, changed and removed; numbers and birthdays never come back", async () => {
    const path = await platform.onboarded("bo-wait");
    const owner = await platform.owner(path, "lu@cedar.dev", {
      dob: "1980-02-03",
      governmentIdentification: { type: "INDIVIDUAL", sourceType: "SSN4", value: "4417" },
    });
    await platform.owner(path, "sam@cedar.dev");
    const listed = await platform.get(individuals(path));
    expect(listed.body["owners"]).toHaveLength(2);
    expect(listed.body["owners"]).toMatchObject([
      {
        firstName: "Lu",
        email: { emailAddress: "lu@cedar.dev" },
        decision: "PENDING",
        verified: false,
        stepUpDetails: [],
      },
      { email: { emailAddress: "sam@cedar.dev" } },
    ]);
    expect(JSON.stringify(listed.body)).not.toMatch(/1980-02-03|4417/);
    expect(
      (await platform.call("PATCH", owner, { firstName: "Lucie", phone: null })).body,
    ).toMatchObject({ firstName: "Lucie", lastName: "Tremblay" });
    expect((await platform.call("DELETE", owner)).status).toBe(204);
    expect((await platform.call("DELETE", owner)).status).toBe(404);
    expect((await platform.get(individuals(path))).body["owners"]).toHaveLength(1);
  });

  it("are at most four: each has a quarter", async () => {
    const path = await platform.create();
    const first = await platform.owner(path, "one@cedar.dev");
    for (const name of ["two", "three", "four"]) await platform.owner(path, `${name}@cedar.dev`);
    await expect(platform.owner(path, "five@cedar.dev")).rejects.toThrow("4 owners already");
    // Handing one in again is no fifth.
    expect(
      (await platform.post(individuals(path), { id: first.split("/").at(-1), firstName: "One" }))
        .status,
    ).toBe(200);
  });

  it("are invisible outside their application", async () => {
    const [mine, other] = [
      await platform.onboarded("approved"),
      await platform.onboarded("approved"),
    ];
    const owner = await platform.owner(mine);
    const id = owner.split("/").at(-1) ?? "";
    const foreign = `${individuals(other)}/${id}`;
    expect((await platform.get(individuals(other))).body).toEqual({ owners: [] });
    expect((await platform.call("PATCH", foreign, { firstName: "Eve" })).status).toBe(404);
    expect((await platform.call("DELETE", foreign)).status).toBe(404);
    expect((await platform.post(`${foreign}/onboard`)).status).toBe(404);
    expect(
      (await platform.post(`${other}/owners/${id}/step-ups/identification/sessions`)).status,
    ).toBe(404);
    expect((await platform.post(`${other}/owners/${id}/step-ups/identification`)).status).toBe(404);
    expect(await platform.get(`${other}?ownerId=${id}`)).toMatchObject({
      status: 403,
      body: { error: "Forbidden" },
    });
    expect((await platform.get(`${mine}?ownerId=${id}`)).body["owner"]).toMatchObject({
      id,
      firstName: "Lu",
    });
    // The same id in another application is another person.
    expect((await platform.post(individuals(other), { id, firstName: "Eve" })).status).toBe(200);
    expect((await platform.get(individuals(mine))).body["owners"]).toMatchObject([
      { id, firstName: "Lu" },
    ]);
    expect(
      (await platform.call("PATCH", owner, { id: `urn:apl:${randomUUID()}`, firstName: "Eve" }))
        .status,
    ).toBe(400);
  });

  it.each(
    Object.entries(tokens).filter(([, { once, inquiry, pendingForMs, drop, status }]) =>
      [once, inquiry, pendingForMs, drop, status].every((each) => each === undefined),
    ),
  )(
    "are decided by the token %s in their own e-mail; only some step-ups are asked of owners",
    async (token, { decision, stepUp }) => {
      const owner = await platform.owner(await platform.onboarded("approved"), tagged(token));
      const stepUpDetails = stepUp !== undefined && ownerStepUps.includes(stepUp) ? [stepUp] : [];
      expect((await platform.post(`${owner}/onboard`)).body).toEqual({
        id: owner.split("/").at(-1),
        decision: decision ?? (stepUpDetails.length > 0 ? "PENDING" : "APPROVED"),
        stepUpDetails,
      });
    },
  );

  it.each(
    Object.entries(tokens).filter(([, { status, drop }]) => status !== undefined || drop === true),
  )("fail by their token %s", async (token, { status }) => {
    const owner = await platform.owner(await platform.onboarded("approved"), tagged(token));
    const answer = await platform.post(`${owner}/onboard`);
    if (status === undefined) expect(answer.headers).toHaveProperty("x-connection-dropped");
    else expect(answer.status).toBe(status);
  });

  it("are refused once, by their own token", async () => {
    const path = await platform.onboarded("approved");
    const fetched = await platform.owner(path, tagged("fetch403"));
    const query = `${path}?ownerId=${fetched.split("/").at(-1) ?? ""}`;
    expect([(await platform.get(query)).status, (await platform.get(query)).status]).toEqual([
      403, 200,
    ]);
    const called = await platform.owner(path, tagged("r417"));
    const sent = await platform.post(`${called}/onboard`);
    expect(sent).toMatchObject({
      status: 417,
      headers: { location: "https://partner.example/welcome" },
    });
    expect((await platform.post(`${called}/onboard`)).status).toBe(200);
  });

  it.each([
    ["9901", "APPROVED"],
    ["9902", "APPROVED"],
    ["9903", "DECLINED"],
    ["9904", "PENDING"],
  ])("are decided by their number %s too: %s", async (value, decision) => {
    const owner = await platform.owner(await platform.onboarded("approved"), "lu@cedar.dev", {
      governmentIdentification: { type: "INDIVIDUAL", sourceType: "SSN4", value },
    });
    expect((await platform.post(`${owner}/onboard`)).body).toMatchObject({
      decision,
      stepUpDetails: value === "9904" ? ["GOV_ID_SELFIE"] : [],
    });
  });

  it.each([
    ...Object.entries(tokens).flatMap(([token, { inquiry }]) =>
      inquiry === undefined || (inquiries[inquiry]?.polls ?? 0) < 0
        ? []
        : [[token, inquiry] as const],
    ),
    ["approved", "default"] as const,
  ])(
    "show photo ID at the provider: with %s the inquiry goes the way of %s",
    async (token, name) => {
      const { polls, ends, decision } = inquiries[name] ?? { polls: 0, ends: "" };
      const path = await platform.onboarded("approved.bo-ver.bo-info");
      const owner = await platform.owner(path, tagged(`gov-id.${token}`));
      expect((await platform.post(`${owner}/onboard`)).body).toMatchObject({
        decision: "PENDING",
        stepUpDetails: ["GOV_ID_SELFIE"],
      });
      const inquiryId = `inq_${randomUUID()}`;
      const steps = `${pathOf(path, owner)}/step-ups`;
      expect(
        (await platform.post(`${steps}/identification/sessions`, { inquiryId })).body,
      ).toMatchObject({ inquiryId, isInquiryCompleted: false });
      expect((await platform.post(`${steps}/verification/sessions`)).body).toMatchObject({
        isInquiryCompleted: false,
      });
      // The applicant's own inquiries are others.
      expect((await platform.post(`${path}/step-ups/identification`, { inquiryId })).status).toBe(
        404,
      );
      for (let poll = 0; poll < polls; poll++)
        expect((await platform.post(`${steps}/identification`, { inquiryId })).body).toMatchObject({
          inquirySessionStatus: "IN_PROGRESS",
        });
      expect((await platform.post(`${steps}/identification`, { inquiryId })).body).toMatchObject({
        inquirySessionStatus: ends,
        stepUpDetails: [],
      });
      expect((await platform.post(`${owner}/onboard`)).body).toMatchObject({
        decision: decision ?? "APPROVED",
        stepUpDetails: [],
      });
      const verified = decision === undefined;
      expect((await platform.get(path)).body).toMatchObject({
        boStatus: verified ? "NONE" : "INFO_PROVIDED",
        stepUpDetails: verified ? [] : ["BO_VERIFICATION"],
      });
    },
  );

  it("fill in the whole form when that is asked for; a change is the answer", async () => {
    const owner = await platform.owner(await platform.onboarded("approved"), tagged("full"));
    expect((await platform.post(`${owner}/onboard`)).body).toMatchObject({
      stepUpDetails: ["FULL_ONBOARDING"],
    });
    await platform.call("PATCH", owner, { dob: "1980-01-01" });
    expect((await platform.post(`${owner}/onboard`)).body).toMatchObject({
      decision: "APPROVED",
      stepUpDetails: [],
    });
  });

  it("end the wait when the last of them is verified, in every way", async () => {
    const path = await platform.onboarded("approved.bo-ver.bo-wait");
    const [first, second] = [
      await platform.owner(path, "one@cedar.dev"),
      await platform.owner(path, "two@cedar.dev"),
    ];
    await platform.post(`${first}/onboard`);
    expect((await platform.get(path)).body).toMatchObject({
      boStatus: "WAITING_FOR_INFO",
      stepUpDetails: ["BO_VERIFICATION"],
    });
    await platform.post(`${path}/step-ups/beneficial-owners`, { boStatus: "INFO_PROVIDED" });
    expect((await platform.get(path)).body).toMatchObject({ boStatus: "INFO_PROVIDED" });
    await platform.post(`${second}/onboard`);
    expect((await platform.get(path)).body).toMatchObject({
      boStatus: "NONE",
      decision: "APPROVED",
      stepUpDetails: [],
    });

    const other = await platform.onboarded("approved.bo-ver.bo-info");
    const [verified, never] = [
      await platform.owner(other, "one@cedar.dev"),
      await platform.owner(other, tagged("gov-id")),
    ];
    await platform.post(`${verified}/onboard`);
    await platform.post(`${never}/onboard`);
    expect((await platform.get(other)).body).toMatchObject({ boStatus: "INFO_PROVIDED" });
    await platform.call("DELETE", never);
    expect((await platform.get(other)).body).toMatchObject({ boStatus: "NONE", stepUpDetails: [] });

    const early = await platform.onboarded("approved.owners.bo-wait");
    await platform.post(`${await platform.owner(early)}/onboard`);
    expect(
      (await platform.post(`${early}/step-ups/beneficial-owners`, { boStatus: "INFO_PROVIDED" }))
        .body,
    ).toMatchObject({ boStatus: "NONE", stepUpDetails: [] });
  });
});
