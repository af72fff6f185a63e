import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Service } from "../../server/service.ts";
import { Browser } from "./browser.ts";
import { ANSWERS } from "./service.ts";

/** An applicant who is asked about owners. */
export const KIM = "kim+sbx.approved.owners@example.com";
/** What an applicant may know of an owner. */
export const SAM = {
  firstName: "Sam",
  lastName: "Ortiz",
  email: "sam@ortiz.example",
  phone: "3125550177",
  dobUnknown: true,
  ssn4Unknown: true,
  addressUnknown: true,
};

/** An applicant who has come to the list of owners. */
export async function applicantOf(
  service: Service | string,
  start = "/get-started",
): Promise<Browser> {
  const browser = new Browser(service);
  await browser.openAs(`${randomUUID()}@kim.example`, start);
  await browser.act("submit");
  await browser.act("submit", { ...ANSWERS.applicant, email: KIM, emailConfirm: KIM });
  await browser.act("submit", { ...ANSWERS.business, hasPartners: "yes" });
  for (const screen of ["category", "address", "identity", "check"] as const)
    await browser.act("submit", ANSWERS[screen]);
  await browser.act("check");
  expect(browser.path).toMatch(/\/owners$/);
  return browser;
}

/** Adds an owner, and comes back to the list. @returns the owner's id */
export async function addOwner(browser: Browser, owner: object = {}): Promise<string> {
  await browser.act("add");
  const id = decodeURIComponent(browser.path.split("/").at(-1) ?? "");
  const saved = await browser.act("submit", {
    ...SAM,
    email: `${randomUUID()}@ortiz.example`,
    ...owner,
  });
  expect(saved.seen.screen).toBe("owners");
  return id;
}
