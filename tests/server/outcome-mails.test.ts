import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../server/service.ts";
import type { KeptMail } from "../../server/storage/repositories/mails.ts";
import { Browser } from "./browser.ts";
import { ANSWERS, fillIn, outsideIsUp, testService, Visitor } from "./service.ts";

const outside = await outsideIsUp();

describe("mails about the outcome", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside"));
  });
  afterAll(() => stop?.());

  const mailsTo = async (to: string): Promise<readonly KeptMail[]> => {
    const { mails } = (await new Browser(service).ask("/inbox.json")).seen as unknown as {
      mails: KeptMail[];
    };
    return mails.filter((mail) => mail.to === to);
  };
  const arrived = async (to: string): Promise<readonly KeptMail[]> => {
    for (let tries = 0; tries < 400; tries++) {
      const mails = await mailsTo(to);
      if (mails.length > 0) return mails;
      await sleep(50);
    }
    throw new Error(`no mail to ${to}`);
  };

  it.each([
    ["approved", "application-approved", "Cedar & Pine LLC is approved", "complete"],
    ["declined", "application-declined", "About your application for Cedar & Pine LLC", "success"],
    [
      "pending",
      "application-received",
      "We received your application for Cedar & Pine LLC",
      "success",
    ],
  ])(
    "come to the inbox once where the application is %s",
    async (outcome, template, subject, page) => {
      const to = `kim+sbx.${outcome}@example.com`;
      const visitor = new Visitor(service);
      await fillIn(visitor, to);
      await visitor.act("check");
      const mails = await arrived(to);
      const id = decodeURIComponent(visitor.path.split("/")[1] ?? "");
      expect(mails).toMatchObject([{ template, subject, locale: "en-US", name: "Kim" }]);
      const [mail] = mails;
      expect(new URL(mail?.links[0] ?? "").pathname).toBe(`/${id}/${page}`);
      expect(mail?.text).toMatch(/Your reference is [0-9A-Z]{4}-[0-9A-Z]{4}\./);
      const inbox = await new Browser(service).ask("/inbox");
      expect(inbox.body).toContain(`href="${mail?.links[0] ?? ""}"`);
      await sleep(2500);
      expect(await mailsTo(to)).toHaveLength(1);
    },
    30_000,
  );

  it("leave the page that is open answerable", async () => {
    const to = "kim+sbx.approved.page@example.com";
    const visitor = new Visitor(service);
    await fillIn(visitor, to);
    await visitor.act("check");
    await arrived(to);
    const next = await visitor.act("bank");
    expect(next.statusCode).toBe(200);
    const linked = await visitor.act("submit", ANSWERS.bank);
    expect(linked.statusCode).toBe(200);
  }, 30_000);
});
