import { chromium, type Browser, type Page } from "playwright";
import { candidates } from "./chromium/candidates.ts";
import { LAUNCH_FLAGS } from "./chromium/launch-flags.ts";

/**
 * Starts the Chromium that the test run found, or the first one of this machine outside a test run.
 *
 * @param more arguments of the command line
 */
export async function startBrowser(more: readonly string[] = []): Promise<Browser> {
  const [first] = await candidates();
  if (first === undefined)
    throw new Error("There is no Chromium. Install one, or set CHROMIUM to the path of one.");
  return chromium.launch({ executablePath: first.path, args: [...LAUNCH_FLAGS, ...more] });
}

/**
 * A context whose pages do not move: drawing movement takes a fifth of the time. The journey on a
 * phone, `promises`, `steady` and `way` are walked with it.
 */
export const STILL = { reducedMotion: "reduce" } as const;

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

/** An address that is offered, and chosen, hides the fields of another one: unticks it for them. */
export async function leaveOfferedAddress(
  page: Page,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const offered = page.locator('[name="sameAsBusiness"]:checked');
  if (values["line1"] !== undefined && (await offered.count()) > 0)
    await offered.uncheck({ force: true });
}

/** Fills text controls by field name, each at once, as pasted. */
export async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await leaveOfferedAddress(page, values);
  for (const [field, value] of Object.entries(values))
    await page.locator(`[name="${field}"]`).fill(value);
}

/** Types into text controls by field name, key by key; what stood there is typed over. */
export async function type(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await leaveOfferedAddress(page, values);
  for (const [field, value] of Object.entries(values)) {
    const control = page.locator(`[name="${field}"]`);
    await control.click();
    await control.press("ControlOrMeta+a");
    await control.pressSequentially(value);
  }
}

/** Presses the main button, by default Continue. */
export async function pressMainButton(page: Page): Promise<void> {
  await page.locator("button[value=submit]").click();
}
