import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TOOL_SHARE } from "../definitions.ts";
import { BuiltService } from "./built-service.ts";
import { pressMainButton, startBrowser, STILL } from "./person.ts";

/** A tag manager: notes what it was handed, what it hears, and what lies in the session storage. */
const TAGS = `const me = document.currentScript; window.heard = [];
  window.handed = me.dataset.restartMs;
  window.addEventListener("foyer:screen", ({ detail }) => window.heard.push([detail.screen, sessionStorage.getItem("toolsOrdered")]));`;

let folder: string;
let tags: Server;
let origin: string;
let service: BuiltService;
let browser: Browser;
beforeAll(async () => {
  tags = createServer((request, response) => {
    response
      .setHeader(
        "content-type",
        request.url?.endsWith(".js") === true ? "text/javascript" : "application/json",
      )
      .end(request.url?.endsWith(".js") === true ? TAGS : "{}");
  });
  await new Promise<void>((ready) => tags.listen(0, "localhost", ready));
  origin = `http://localhost:${(tags.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), "foyer-scripts-"));
  await cp(TOOL_SHARE, folder, { recursive: true });
  const front = join(folder, "flows/tool-share/flow.yaml");
  const page = `page:
  scripts: [{ id: tags, src: { var: config.tags }, data: { restart-ms: { var: config.restartMs } } }]
  marks: { toolsOrdered: { '!!': { var: order.plan } } }
  dataLayer: true
`;
  await writeFile(front, `${await readFile(front, "utf8")}${page}`);
  await writeFile(
    join(folder, "flows/tool-share/config/scripts.yaml"),
    `tags: ${origin}/tags.js\nrestartMs: 1500\nscriptOrigins: ['${origin}']\n`,
  );
  [browser, service] = await Promise.all([
    startBrowser(),
    BuiltService.startOutside({ FOYER_FLOWS: folder, OFFICE_URL: origin }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  tags?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

it("a third-party script loads from its listed origin, receives screen events, and no application data", async () => {
  const context = await browser.newContext({ ...STILL, locale: "en-US" });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|TrustedScript/.test(message.text()))
      violations.push(message.text());
  });
  const first = await page.goto(`${service.url}/tools`);
  expect(first?.headers()["content-security-policy"]).toContain(`script-src 'self' 'nonce-`);
  expect(first?.headers()["content-security-policy"]).toContain(` ${origin};`);
  await page.waitForFunction(() => "heard" in window);
  expect(await page.evaluate(() => (window as unknown as { handed: string }).handed)).toBe("1500");
  const layer = () =>
    page.evaluate(
      () =>
        (window as unknown as { dataLayer?: { event: string; screen: string }[] }).dataLayer ?? [],
    );
  const screens = async () => (await layer()).map(({ screen }) => screen);
  // A press before the page's own scripts run posts the form, and a new page begins a new layer.
  await expect.poll(screens).toEqual(["start"]);
  await pressMainButton(page);
  await page.waitForURL("**/plan");
  await expect.poll(screens).toEqual(["start", "plan"]);
  expect((await layer())[1]).toEqual({
    event: "screen",
    flow: "tool-share",
    screen: "plan",
    kind: "form",
    locale: "en-US",
  });
  expect(
    await page.evaluate(() =>
      (window as unknown as { heard: [string, string | null][] }).heard.at(-1),
    ),
  ).toEqual(["plan", null]);
  await page.locator("[name=plan][value=maker]").check({ force: true });
  await page.locator("[name=drills]").fill("2");
  await pressMainButton(page);
  await page.waitForURL("**/order");
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("toolsOrdered"))).toBe("1");
  expect(violations).toEqual([]);
  await context.close();
});
