import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, FrameLocator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BuiltService } from "./built-service.ts";
import { startBrowser, STILL } from "./person.ts";

/** A page of another site (127.0.0.1 is another than localhost) with the flow in a frame. */
async function partner(): Promise<{ readonly server: Server; readonly origin: string }> {
  const server = createServer((request, response) => {
    const shown = new URL(request.url ?? "/", "http://x").searchParams.get("shows") ?? "";
    response.setHeader("content-type", "text/html");
    response.end(
      `<!doctype html><title>A partner</title><iframe width="800" height="900" src="${shown}"></iframe>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe("an application in a frame of a partner's site", () => {
  let browser: Browser;
  let service: BuiltService;
  let around: Awaited<ReturnType<typeof partner>>;
  beforeAll(async () => {
    around = await partner();
    [browser, service] = await Promise.all([
      // Cookies of third parties that are not partitioned are refused, as browsers have come to do.
      startBrowser(["--test-third-party-cookie-phaseout"]),
      BuiltService.startOutside({ FRAME_ANCESTORS: around.origin }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    around?.server.close();
  });

  const open = async (
    options: { javaScriptEnabled?: boolean } = {},
  ): Promise<{ page: Page; frame: FrameLocator; address: () => string }> => {
    const page = await (await browser.newContext({ ...STILL, ...options })).newPage();
    const shows = encodeURIComponent(`${service.url}/library-card`);
    await page.goto(`${around.origin}/?shows=${shows}`);
    return {
      page,
      frame: page.frameLocator("iframe"),
      address: () => page.frames()[1]?.url() ?? "",
    };
  };

  it.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
    "keeps its session from page to page and over a reload, with %j",
    async (options) => {
      const { page, frame, address } = await open(options);
      await frame.locator("button[value=submit]").click();
      await expect.poll(address).toContain("/reader");
      await frame.locator("[name=name]").fill("Ada Noor");
      await frame.locator("[name=born]").fill("1990/02/28");
      await frame.locator("[name=lives]").first().check();
      await frame.locator("button[value=submit]").click();
      await expect.poll(address).toContain("/confirm");
      const confirm = address();
      await page.frames()[1]?.goto(confirm);
      expect(address()).toBe(confirm);
      await frame.getByText("Ada Noor").first().waitFor();
      await page.context().close();
    },
  );

  it("is another visit than the same site's opened by itself", async () => {
    const { page, frame, address } = await open();
    await frame.locator("button[value=submit]").click();
    await expect.poll(address).toContain("/reader");
    const alone = await page.context().newPage();
    await alone.goto(address());
    expect(alone.url()).not.toContain("/reader");
    await page.context().close();
  });
});
