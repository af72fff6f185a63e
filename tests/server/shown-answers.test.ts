import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../server/service.ts";
import { Browser } from "./browser.ts";
import { ANSWERS, outsideIsUp, testService } from "./service.ts";

const outside = await outsideIsUp();

describe("answers with no more than the documents show", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside"));
  });
  afterAll(() => stop?.());

  /** An applicant who has handed in. */
  async function handedIn(tag: string): Promise<Browser> {
    const browser = new Browser(service);
    await browser.open("/get-started");
    await browser.act("submit");
    const email = `kim+sbx.shown.${tag}@example.com`;
    await browser.act("submit", { ...ANSWERS.applicant, email, emailConfirm: email });
    for (const screen of ["business", "category", "address", "identity", "check"] as const)
      await browser.act("submit", ANSWERS[screen]);
    await browser.act("check");
    return browser;
  }
  /** Answers a step-up, and waits for what follows. */
  async function answered(browser: Browser, action: string, data?: object): Promise<unknown> {
    expect((await browser.act(action, data)).seen.screen).toBe("verifying");
    return (await browser.act("check")).seen.screen;
  }

  it("lead through all step-ups to the approval", async () => {
    const browser = await handedIn("approved.ssn.otp.ein");
    expect(browser.path).toMatch(/\/ssn$/);
    const number = { firstName: "Kim", lastName: "Lund", ssn9: "731-88-9901" };
    expect(await answered(browser, "submit", number)).toBe("otp");
    await browser.act("send");
    expect(await answered(browser, "submit", { code: "246810" })).toBe("verification");
    await browser.act("start");
    for (let polls = 0; polls < 5 && browser.path.endsWith("/verification"); polls++)
      await browser.act("check");
    expect((await browser.act("check")).seen.screen).toBe("complete");
  });

  it("keep what is asked for beside a code that is passed over", async () => {
    const browser = await handedIn("approved.otp.ein");
    expect(browser.path).toMatch(/\/otp$/);
    expect(await answered(browser, "photo-id")).toBe("identification");
  });
});
