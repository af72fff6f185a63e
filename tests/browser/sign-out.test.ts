import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { membersSources } from "../members-flow.ts";
import { expectAccessible } from "./accessible.ts";
import { BuiltService } from "./built-service.ts";
import { pressMainButton, startBrowser, STILL } from "./person.ts";

/** A site that opens our addresses in every way a page can. */
async function evil(): Promise<{ readonly server: Server; readonly origin: string }> {
  const server = createServer((request, response) => {
    const at = new URL(request.url ?? "/", "http://x").searchParams.get("at") ?? "";
    response.setHeader("content-type", "text/html");
    response.end(
      `<!doctype html><img src="${at}"><form method="post" action="${at}"><button>Win</button></form><a href="${at}">Go</a>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe("signing out", () => {
  let browser: Browser;
  let service: BuiltService;
  let flows: string;
  let other: Awaited<ReturnType<typeof evil>>;
  beforeAll(async () => {
    flows = await mkdtemp(join(tmpdir(), "foyer-members-"));
    for (const [path, text] of await membersSources()) {
      await mkdir(dirname(join(flows, path)), { recursive: true });
      await writeFile(join(flows, path), text);
    }
    [browser, service, other] = await Promise.all([
      startBrowser(),
      BuiltService.startOutside({ FOYER_FLOWS: flows }),
      evil(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    other?.server.close();
    await rm(flows, { recursive: true, force: true });
  });

  const signedIn = async (options: { javaScriptEnabled?: boolean } = {}): Promise<Page> => {
    const page = await (await browser.newContext({ ...STILL, ...options })).newPage();
    await page.goto(`${service.url}/members`);
    await pressMainButton(page);
    await page.waitForURL("**/idp/people/**");
    await page.getByRole("button", { name: /Kim Lund/ }).click();
    await page.waitForURL("**/reader");
    return page;
  };

  it("stands in a menu that Escape closes, with the focus on its button", async () => {
    const page = await signedIn();
    const menu = page.locator("header details");
    await menu.locator("summary").click();
    await menu.getByRole("button", { name: "Sign out" }).focus();
    await page.keyboard.press("Escape");
    expect(await menu.getAttribute("open")).toBeNull();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("SUMMARY");
  });

  it("asks for confirmation, accessibly, and removes typed text from the browser", async () => {
    const page = await signedIn();
    const reader = page.url();
    await page.locator("[name=name]").pressSequentially("Ada Noor");
    await page.keyboard.press("Tab");
    const kept = () => page.evaluate(() => Object.values({ ...sessionStorage }).join("\n"));
    await expect.poll(kept).toContain("Ada Noor");
    await page.goto(`${service.url}/sign-out`);
    await expectAccessible(page);
    expect(await kept()).toContain("Ada Noor");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${service.url}/`);
    expect(await kept()).toBe("");
    await page.goto(reader);
    await page.waitForURL("**/idp/people/**");
  });

  it("works without scripts", async () => {
    const page = await signedIn({ javaScriptEnabled: false });
    const reader = page.url();
    await page.goto(`${service.url}/sign-out`);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${service.url}/`);
    await page.goto(reader);
    await page.waitForURL("**/idp/people/**");
  });

  it("cannot be triggered by another site", async () => {
    const page = await signedIn();
    const reader = page.url();
    const at = `${other.origin}/?at=${encodeURIComponent(`${service.url}/sign-out`)}`;
    await page.goto(at);
    await page.getByRole("link", { name: "Go" }).click();
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    await page.goto(at);
    await page.getByRole("button", { name: "Win" }).click();
    await page.waitForURL(`${service.url}/sign-out`);
    await page.goto(reader);
    expect(page.url()).toBe(reader);
    await page.locator("[name=name]").waitFor();
  });
});
