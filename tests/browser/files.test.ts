import type { Browser, Page } from "playwright";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { BuiltService } from "./built-service.ts";
import { fill, pressMainButton, startBrowser, STILL } from "./person.ts";

let service: BuiltService;
let browser: Browser;
let photo: Buffer;
beforeAll(async () => {
  photo = await sharp({ create: { width: 3600, height: 2700, channels: 3, background: "#7a3b12" } })
    .jpeg()
    .toBuffer();
  [browser, service] = await Promise.all([startBrowser(), BuiltService.startOutside()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

/** Script errors and breaches of the security policy, on any page of a test. */
const troubles: string[] = [];
afterEach(() => expect(troubles.splice(0)).toEqual([]));

const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

const chooser = 'input[data-choose="proof"]';

/** A page that asks for the proof. */
async function readerPage(options: Parameters<Browser["newContext"]>[0] = PHONE): Promise<Page> {
  const context = await browser.newContext({ ...STILL, locale: "en-US", ...options });
  const page = await context.newPage();
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy|hydrat/i.test(message.text())) troubles.push(message.text());
  });
  await page.goto(`${service.url}/library-card`);
  await pressMainButton(page);
  await page.waitForURL(/\/reader$/);
  if (options?.javaScriptEnabled !== false)
    await page.locator(chooser).waitFor({ state: "attached" });
  return page;
}

describe("a field that asks for a file", () => {
  it("takes a photo on a phone, shows it, keeps it over a reload, and sends it with the form", async () => {
    const page = await readerPage();
    expect(await page.getByRole("button", { name: "Take a photo" }).isVisible()).toBe(true);
    await expectAccessible(page);
    const sent = page.waitForRequest((request) => request.url().includes("?upload=proof"));
    await page.setInputFiles(chooser, { name: "bill.jpg", mimeType: "image/jpeg", buffer: photo });
    expect((await sent).method()).toBe("POST");
    const preview = page.getByRole("img", { name: "Preview of bill.jpg" });
    await preview.waitFor();
    // Made smaller in the browser already, upright and whole.
    await page.waitForFunction(
      (name) =>
        [...document.images].some(
          (image) => image.alt.includes(name) && image.naturalWidth === 320,
        ),
      "bill.jpg",
    );
    await expectAccessible(page);
    await page.reload();
    await preview.waitFor();
    await fill(page, { name: "Ada Noor", born: "19900228" });
    await page.getByLabel("In the town").check();
    await pressMainButton(page);
    await page.waitForURL(/\/confirm$/);
    expect(await page.getByText("bill.jpg").isVisible()).toBe(true);
    await page.goBack();
    await preview.waitFor();
    await page.getByRole("button", { name: /^Remove/ }).click();
    await expect
      .poll(async () => page.evaluate(() => document.activeElement?.id))
      .toBe("root_proof");
    expect(await preview.count()).toBe(0);
    await page.context().close();
  });

  it("shows an error in words, and accepts the next file", async () => {
    const page = await readerPage();
    await page.setInputFiles(chooser, {
      name: "bill.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from("<html>"),
    });
    const error = page.locator("#root_proof-error");
    await error.waitFor();
    expect(await error.textContent()).toContain("This kind of file cannot be taken");
    await expectAccessible(page);
    await page.setInputFiles(chooser, {
      name: "bill.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(10_000_000, 32)]),
    });
    await expect.poll(async () => error.textContent()).toContain("too large");
    await page.setInputFiles(chooser, { name: "bill.jpg", mimeType: "image/jpeg", buffer: photo });
    await page.getByRole("img", { name: "Preview of bill.jpg" }).waitFor();
    await expect.poll(async () => error.count()).toBe(0);
    await page.context().close();
  });

  it("advises on a HEIC that the browser cannot read, and sends nothing", async () => {
    const page = await readerPage();
    const posts: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("?upload=")) posts.push(request.url());
    });
    await page.setInputFiles(chooser, {
      name: "IMG_0042.HEIC",
      mimeType: "",
      buffer: Buffer.from("\0\0\0\u0018ftypheic\0\0\0\0heic"),
    });
    const error = page.locator("#root_proof-error");
    await error.waitFor();
    expect(await error.textContent()).toContain("HEIC pictures cannot be read here");
    expect(posts).toEqual([]);
    await expectAccessible(page);
    await page.context().close();
  });

  it("sends a HEIC as JPEG where the browser can read it", async () => {
    const page = await readerPage();
    // Stands for a browser that decodes HEIC, as Safari does.
    await page.evaluate(() => {
      const canvas = document.createElement("canvas");
      canvas.width = 1600;
      canvas.height = 1200;
      canvas.getContext("2d")?.fillRect(0, 0, 800, 600);
      const decode = window.createImageBitmap.bind(window);
      window.createImageBitmap = async () => decode(canvas);
    });
    await page.setInputFiles(chooser, {
      name: "IMG_0042.HEIC",
      mimeType: "image/heic",
      buffer: Buffer.from("\0\0\0\u0018ftypheic\0\0\0\0heic"),
    });
    await page.getByRole("img", { name: "Preview of IMG_0042.jpg" }).waitFor();
    expect(await page.locator("#root_proof-error").count()).toBe(0);
    await page.context().close();
  });

  it("sends it once there is a connection again", async () => {
    const page = await readerPage();
    await page.context().setOffline(true);
    await page.setInputFiles(chooser, { name: "bill.jpg", mimeType: "image/jpeg", buffer: photo });
    await page.getByRole("alert").getByText("bill.jpg").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("img", { name: "Preview of bill.jpg" }).waitFor();
    await page.context().close();
  });

  it("works without scripts", async () => {
    const page = await readerPage({ ...PHONE, javaScriptEnabled: false });
    await page.setInputFiles('input[name="proof~file"]', {
      name: "bill.jpg",
      mimeType: "image/jpeg",
      buffer: photo,
    });
    await page.locator('[name="name"]').fill("Ada Noor");
    await page.locator('[name="born"]').fill("1990/02/31");
    await page.getByLabel("In the town").check();
    await page.getByLabel("In the town").press("Enter");
    await page.locator("#root_born-error").waitFor();
    expect(await page.getByText("bill.jpg").isVisible()).toBe(true);
    await page.locator('[name="born"]').fill("1990/02/28");
    await pressMainButton(page);
    await page.waitForURL(/\/confirm$/);
    expect(await page.getByText("bill.jpg").isVisible()).toBe(true);
    await page.context().close();
  });
});

describe("another language without scripts", () => {
  it("comes with what was typed, and is no answer to Enter", async () => {
    const page = await readerPage({ ...PHONE, javaScriptEnabled: false });
    await page.locator('[name="name"]').fill("Ada Noor");
    await page.getByLabel("In the town").check();
    await page.getByRole("button", { name: "Français" }).click();
    await page.locator("html[lang=fr-CA]").waitFor();
    expect(await page.locator('[name="name"]').inputValue()).toBe("Ada Noor");
    expect(await page.locator('[name="lives"]:checked').count()).toBe(1);
    await page.locator('[name="name"]').press("Enter");
    await page.locator("#root_born-error").waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("fr-CA");
    await page.context().close();
  });
});
