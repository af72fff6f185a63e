import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { membersSources } from "../members-flow.ts";
import { IssuerDouble } from "../server/issuer-double.ts";
import { expectAccessible } from "./accessible.ts";
import { BuiltService } from "./built-service.ts";
import { pressMainButton, startBrowser, STILL } from "./person.ts";

let browser: Browser;
let flows: string;
beforeAll(async () => {
  flows = await mkdtemp(join(tmpdir(), "foyer-members-"));
  for (const [path, text] of await membersSources()) {
    await mkdir(dirname(join(flows, path)), { recursive: true });
    await writeFile(join(flows, path), text);
  }
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await rm(flows, { recursive: true, force: true });
});

async function startReader(page: Page, service: BuiltService): Promise<void> {
  await page.goto(`${service.url}/members`);
  await pressMainButton(page);
  await page.waitForURL("**/idp/people/**");
}

describe("signing in at the embedded provider", () => {
  let service: BuiltService;
  beforeAll(async () => {
    service = await BuiltService.startOutside({ FOYER_FLOWS: flows });
  });
  afterAll(() => service?.stop());

  it.each([
    [
      "a phone in daylight",
      {
        viewport: { width: 320, height: 640 },
        colorScheme: "light" as const,
        javaScriptEnabled: true,
      },
    ],
    [
      "a desktop at night",
      {
        viewport: { width: 1280, height: 900 },
        colorScheme: "dark" as const,
        javaScriptEnabled: true,
      },
    ],
    [
      "a phone without scripts",
      { viewport: { width: 390, height: 844 }, javaScriptEnabled: false },
    ],
  ])("works on %s, by keyboard too, with nothing for axe to find", async (_, options) => {
    const page = await (await browser.newContext({ ...STILL, ...options })).newPage();
    await startReader(page, service);
    if (options.javaScriptEnabled) await expectAccessible(page);
    await page.getByLabel("Email").fill("kim at cedar");
    await page.keyboard.press("Enter");
    await page.getByText("Enter an email address").waitFor();
    if (options.javaScriptEnabled) await expectAccessible(page);
    expect(await page.getByLabel("Email").inputValue()).toBe("kim at cedar");
    await page.getByRole("button", { name: /Sam Ortiz/ }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/reader");
    await page.goto(`${service.url}/sign-out`);
    if (options.javaScriptEnabled) await expectAccessible(page);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${service.url}/`);
    await page.goto(`${service.url}/sign-in/callback?state=old`);
    if (options.javaScriptEnabled) await expectAccessible(page);
  });

  it("keeps the typed text through a session that ends and a new sign-in", async () => {
    const context = await browser.newContext(STILL);
    const page = await context.newPage();
    await startReader(page, service);
    await page.getByRole("button", { name: /Kim Lund/ }).click();
    await page.waitForURL("**/reader");
    await page.locator("[name=name]").pressSequentially("Ada Noor");
    await page.locator("[name=born]").pressSequentially("19900228");
    const tab = await context.newPage();
    await tab.goto(`${service.url}/sign-out`);
    await tab.getByRole("button", { name: "Sign out" }).click();
    await tab.waitForURL(`${service.url}/`);
    await page.locator("[name=lives]").first().check();
    await pressMainButton(page);
    const told = page.getByRole("alertdialog");
    await told.getByText("Sign in again to continue. What you typed is kept.").waitFor();
    await expectAccessible(page);
    await told.getByRole("button", { name: "Sign in again" }).click();
    await page.getByRole("button", { name: /Kim Lund/ }).click();
    await page.waitForURL("**/reader");
    // The service knows the name and draws it; the scripts restore the date, which this tab has
    // kept.
    const valueOf = async (field: string) => page.locator(`[name=${field}]`).inputValue();
    await expect.poll(async () => valueOf("born")).toBe("1990/02/28");
    expect(await valueOf("name")).toBe("Ada Noor");
    await pressMainButton(page);
    await page.waitForURL("**/confirm");
  });
});

it("forms may lead to an outside issuer, under the content security policy", async () => {
  let issuer: IssuerDouble | undefined;
  const service = await BuiltService.startOutside({ FOYER_FLOWS: flows }, async (site) => {
    issuer = await IssuerDouble.start({ id: "foyer", secret: "hush", site });
    issuer.next = { sub: "1", name: "Kim Lund" };
    return { OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: "foyer", OIDC_CLIENT_SECRET: "hush" };
  });
  try {
    const page = await (await browser.newContext({ ...STILL, javaScriptEnabled: false })).newPage();
    await page.goto(`${service.url}/members`);
    await pressMainButton(page);
    await page.waitForURL("**/reader", { timeout: 20_000 });
  } finally {
    await service.stop();
    await issuer?.stop();
  }
});
