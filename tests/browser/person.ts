import { chromium, type Browser, type Page } from "playwright";

/**
 * Starts Debian's Chromium, quiet about the network it may not have.
 *
 * @param more arguments of the command line
 */
export async function startBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...more,
    ],
  });
}

/** What an applicant in the United States types, screen by screen. */
export const US_PERSON = {
  applicant: {
    firstName: "Kim",
    lastName: "Lund",
    email: "kim+sbx.approved.otp@example.com",
    emailConfirm: "kim+sbx.approved.otp@example.com",
  },
  business: { legalName: "Cedar & Pine LLC", dba: "Cedar & Pine", businessPhone: "(312) 555-0142" },
  address: { line1: "731 Tamarack Road", city: "Chicago", zip: "60614" },
  identity: {
    dob: "08191991",
    phone: "312 555 0143",
    line1: "12 Birch Street",
    city: "Chicago",
    zip: "60614",
  },
} as const;

/** Fills text controls by field name, as typed; what stood there is typed over. */
export async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [field, value] of Object.entries(values)) {
    const control = page.locator(`[name="${field}"]`);
    await control.click();
    await control.press("ControlOrMeta+a");
    await control.pressSequentially(value);
  }
}

/** Presses Continue, or whatever the main button is called. */
export async function goOn(page: Page): Promise<void> {
  await page.locator("button[value=submit]").click();
}
