import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outsideIsUp } from "../../service.ts";
import { TestPlatform } from "./test-platform.ts";

const outside = await outsideIsUp();

describe("PATCH /api/v1/commerce/onboarding-applications/:id", { skip: !outside }, () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await TestPlatform.start();
  });
  afterAll(() => platform?.stop());

  const NUMBER = {
    governmentIdentification: { type: "INDIVIDUAL", sourceType: "SSN4", value: "4417" },
  };
  const begun = async () => {
    const path = await platform.onboarded("declined", { applicant: NUMBER });
    return {
      path,
      patch: (patches: unknown) =>
        platform.call(
          "PATCH",
          path.replace("/api/v2/applications", "/api/v1/commerce/onboarding-applications"),
          patches,
        ),
    };
  };

  it("changes the submitted data; the decision is made anew", async () => {
    const { path, patch } = await begun();
    const changed = await patch([
      { op: "test", path: "/company/dba", value: "Cedar & Pine" },
      { op: "replace", path: "/company/legalName", value: "Pine LLC" },
      { op: "copy", from: "/company/legalName", path: "/company/name" },
      { op: "add", path: "/applicant/email", value: "kim@cedar.dev" },
      { op: "remove", path: "/applicant/governmentIdentification" },
    ]);
    expect(changed).toMatchObject({
      status: 200,
      body: { decision: "PENDING", company: { legalName: "Pine LLC" } },
    });
    expect((await platform.post(`${path}/onboard`)).body).toMatchObject({ decision: "APPROVED" });
  });

  it("makes all changes or none", async () => {
    const { path, patch } = await begun();
    const before = (await platform.get(path)).body;
    expect(
      (
        await patch([
          { op: "replace", path: "/company/dba", value: "Other" },
          { op: "test", path: "/company/dba", value: "Cedar" },
        ])
      ).status,
    ).toBe(409);
    expect(
      (
        await patch([
          { op: "replace", path: "/company/dba", value: "Other" },
          { op: "remove", path: "/company/nothing" },
        ])
      ).status,
    ).toBe(400);
    expect((await platform.get(path)).body).toEqual(before);
  });

  it.each([
    [
      "comparing a number",
      [{ op: "test", path: "/applicant/governmentIdentification/value", value: "4417" }],
    ],
    ["comparing everything", [{ op: "test", path: "/applicant", value: {} }]],
    [
      "copying a number to where it is told",
      [{ op: "copy", from: "/applicant/governmentIdentification/value", path: "/company/dba" }],
    ],
    [
      "moving a birthday to where it is told",
      [{ op: "move", from: "/applicant/dob", path: "/company/dba" }],
    ],
    ["copying from nowhere", [{ op: "copy", path: "/company/dba" }]],
    ["a prototype", [{ op: "add", path: "/company/__proto__/polluted", value: true }]],
    ["a constructor", [{ op: "add", path: "/constructor/prototype/polluted", value: true }]],
    ["another decision", [{ op: "add", path: "/decision", value: "APPROVED" }]],
    ["an unknown member", [{ op: "add", path: "/company/owner", value: "Eve" }]],
    ["a member of another kind", [{ op: "replace", path: "/company/dba", value: { $ne: 1 } }]],
    ["everything at once", [{ op: "replace", path: "", value: {} }]],
    ["an operation that is none", [{ op: "merge", path: "/company/dba", value: "x" }]],
    ["no list", { op: "remove", path: "/company/dba" }],
    ["an empty list", []],
    [
      "too long a list",
      Array.from({ length: 51 }, () => ({
        op: "test",
        path: "/company/dba",
        value: "Cedar & Pine",
      })),
    ],
    ["a member that patches do not have", [{ op: "remove", path: "/company/dba", force: true }]],
    [
      "the number of a business that is refused",
      [
        {
          op: "add",
          path: "/company/governmentIdentification",
          value: { sourceType: "FEIN", value: "83-4500002" },
        },
      ],
    ],
  ])("refuses %s", async (_, patches) => {
    const { path, patch } = await begun();
    const before = (await platform.get(path)).body;
    expect((await patch(patches)).status).toBe(400);
    expect((await platform.get(path)).body).toEqual(before);
    expect(Object.prototype).not.toHaveProperty("polluted");
  });

  it("leaves the id where it is", async () => {
    const { path, patch } = await begun();
    const id = path.split("/").at(-1);
    expect(
      (await patch([{ op: "replace", path: "/application/id", value: "urn:app:other" }])).body,
    ).toMatchObject({ id });
    expect((await platform.get("/api/v2/applications/urn:app:other")).status).toBe(404);
  });
});
