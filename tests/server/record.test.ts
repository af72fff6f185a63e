import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPath } from "../../engine/rules/state-path.ts";
import type { Service } from "../../server/service.ts";
import { signedIn } from "./browsing.ts";
import { canariesIn } from "./canaries.ts";
import { multipart, MULTIPART, pdf } from "./given-files.ts";
import { recordedOf } from "./recorded.ts";
import { ANSWERS, fillIn, outsideIsUp, testService, Visitor } from "./service.ts";

const outside = await outsideIsUp();
const KEY = Buffer.alloc(32, 7).toString("base64");

/** Everything typed that tells who somebody is, as typed and as stored. */
const CANARIES = [
  ...[
    "Kim",
    "Lund",
    "cedar",
    "kim+sbx",
    "83-4500001",
    "834500001",
    "Cedar",
    "Pine",
    "312) 555-0142",
    "3125550142",
    "Tamarack",
    "731 T",
    "60614",
  ],
  ...["08/19/1991", "1991-08-19", "9901", "3125550143", "Birch", "000100200", "110000000"],
];

describe("foyer record", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside", { FOYER_KEY: KEY }));
  });
  afterAll(() => stop?.());

  const recorded = (visitor: Visitor, flowId: string) =>
    recordedOf(service, KEY, visitor.path, flowId);

  it("replays green, leads where the journey led, and contains no personal data", async () => {
    const visitor = new Visitor(service);
    await fillIn(visitor, "kim+sbx.approved.otp@example.com");
    await visitor.act("check");
    await visitor.act("send");
    await visitor.act("submit", { code: "246810" });
    await visitor.act("check");
    await visitor.act("bank");
    expect((await visitor.act("submit", ANSWERS.bank)).json()).toMatchObject({
      screen: "complete-bank-success",
    });
    const { fixture, id, result } = await recorded(visitor, "merchant-signup");
    expect(result.deviations).toEqual([]);
    expect(result.steps.at(-1)?.screen).toBe("complete-bank-success");
    expect(canariesIn(JSON.stringify(fixture), CANARIES)).toEqual([]);
    expect(JSON.stringify(fixture)).not.toContain(id.slice(-36));
    // The same person throughout.
    const typed = fixture.steps.flatMap(({ data }) => (data === undefined ? [] : [data]));
    const { email, emailConfirm } = typed.find((data) => "emailConfirm" in data) ?? {};
    expect(email).toBe(emailConfirm);
    expect(email).toMatch(/@example\.com$/);
  });

  it("has a timer fire after the step that overtook it in the service", async () => {
    const visitor = new Visitor(service);
    await fillIn(visitor, "kim+sbx.approved@example.com");
    await visitor.act("check");
    // The nodes are busy: the mail of the approval is due after a second, and written later.
    const [held] = await service.database.query<{ key: string }>(
      "update applications set due_at = now() + interval '3 seconds' where due_at is not null returning key",
    );
    await sleep(1500);
    await visitor.act("bank");
    const timers = async () =>
      service.database.query(
        "select 1 from journal where application = $1 and because = 'timer:mail-approved'",
        [held?.key],
      );
    expect(await timers()).toEqual([]);
    await expect.poll(timers).toHaveLength(1);
    const { result } = await recorded(visitor, "merchant-signup");
    expect(result.deviations).toEqual([]);
    const order = result.steps.flatMap(({ events }) => events.map(({ because }) => because));
    expect(order.slice(-2)).toEqual(["timer:mail-approved", "call:mailApproved/success"]);
  });

  it("includes the visit's parameters, synthetic ones too", async () => {
    const visitor = new Visitor(service);
    await visitor.get("/get-started?name=Kim+Lund&email=kim@cedar.dev&companyAddressZip=60614");
    await visitor.get("/get-started");
    await visitor.act("submit");
    await visitor.act("submit", ANSWERS.applicant);
    const { fixture, result } = await recorded(visitor, "merchant-signup");
    expect(result.deviations).toEqual([]);
    expect(fixture.given.state).toHaveProperty("applicant.firstName");
    expect(canariesIn(JSON.stringify(fixture), CANARIES)).toEqual([]);
  });

  it("includes the signed-in person under a synthetic name", async () => {
    const visitor = new Visitor(service);
    await signedIn(visitor, "quillon.vray@cedar.dev");
    await visitor.get("/get-started");
    await visitor.act("submit");
    const { fixture, id, result } = await recorded(visitor, "merchant-signup");
    expect(id).not.toBe("");
    expect(result.deviations).toEqual([]);
    expect(fixture.given.visitor?.email).toMatch(/@example\.com$/);
    expect(readPath(result.steps.at(-1)?.state ?? {}, "applicant.email")).toBe(
      fixture.given.visitor?.email,
    );
    expect(
      canariesIn(JSON.stringify(fixture), ["quillon", "Quillon", "vray", "cedar.dev"]),
    ).toEqual([]);
  });

  it("knows no flow by name", async () => {
    const visitor = new Visitor(service);
    await visitor.get("/library-card");
    await visitor.act("submit");
    const given = await service.app.inject({
      method: "POST",
      url: `${visitor.path}?upload=proof`,
      headers: {
        host: "localhost",
        accept: "application/json",
        cookie: visitor.cookie ?? "",
        ...MULTIPART,
      },
      payload: multipart({}, [{ field: "file", name: "Bill of the Quillons.pdf", bytes: pdf() }]),
    });
    const { id: proof } = given.json<{ id: string }>();
    await visitor.act("submit", { name: "Eli Noor", born: "2020/06/01", lives: "here", proof });
    await visitor.act("submit", { parent: "Ada Noor" });
    await visitor.act("submit");
    const { fixture, result } = await recorded(visitor, "library-card");
    expect(result.deviations).toEqual([]);
    expect(result.steps.map(({ screen }) => screen)).toEqual([
      "start",
      "reader",
      "consent",
      "confirm",
      "done",
    ]);
    expect(
      canariesIn(JSON.stringify(fixture), [
        "Noor",
        "Eli",
        "Ada",
        "2020/06/01",
        "2020-06-01",
        "Quillon",
        proof,
      ]),
    ).toEqual([]);
    expect(fixture.steps[2]?.data).toMatchObject({ lives: "here" });
  });
});
