import { join } from "node:path";
import type { Browser, Page } from "playwright";
import type { ScreenView } from "../../../engine/render/view.ts";
import {
  findInShape,
  findInWords,
  findOverflow,
  findWithAxe,
  settled,
  type Finding,
} from "./examine.ts";
import type { ViewServer } from "./view-server.ts";

/** A finding, with its place. */
export interface PlacedFinding extends Finding {
  readonly screen: string;
  readonly appearance: string;
  readonly look: string;
}

export interface Picture {
  readonly sheet: string;
  readonly file: string;
  readonly label: string;
}

/** A page of a browser with its view server, and its findings. */
export class PageInspector {
  readonly findings: PlacedFinding[] = [];
  readonly pictures: Picture[] = [];
  private place = { screen: "", appearance: "", look: "" };

  private constructor(
    private readonly page: Page,
    private readonly viewServer: ViewServer,
    /** Where pictures go; undefined for none. */
    private readonly folder: string | undefined,
  ) {
    page.on("pageerror", ({ message }) => this.note([{ rule: "script-error", detail: message }]));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning")
        this.note([{ rule: "console", detail: message.text().slice(0, 200) }]);
    });
  }

  static async at(
    browser: Browser,
    viewServer: ViewServer,
    folder?: string,
  ): Promise<PageInspector> {
    const page = await (
      await browser.newContext({ locale: "en-US", reducedMotion: "reduce" })
    ).newPage();
    // tsx gives functions their names by a call that a page knows nothing of.
    await page.addInitScript("globalThis.__name = (named) => named");
    return new PageInspector(page, viewServer, folder);
  }

  /**
   * Checks one view under all conditions: day and night, narrow and wide, with errors, enlarged.
   */
  async inspect(
    view: ScreenView,
    screen: string,
    appearance: string,
    moment: string,
  ): Promise<void> {
    const name = (of: string) => `${screen}-${appearance}-${moment}-${of}`.replaceAll("/", "_");
    this.place = { screen, appearance, look: "" };
    try {
      await this.inspectByDay(view, name);
      await this.inspectByNight(name);
      await this.inspectErrors(view, name);
      await this.inspectEnlarged();
    } catch (reason) {
      this.note([{ rule: "not-inspected", detail: `${moment}: ${String(reason).slice(0, 200)}` }]);
    }
  }

  private async inspectByDay(view: ScreenView, name: (of: string) => string): Promise<void> {
    const { page } = this;
    this.from("desktop, light");
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(this.viewServer.show(view));
    await settled(page);
    this.note([
      ...(await findWithAxe(page)),
      ...(await findInWords(page)),
      ...(await findInShape(page)),
    ]);
    await this.picture(name("desktop-light"));
  }

  private async inspectByNight(name: (of: string) => string): Promise<void> {
    const { page } = this;
    this.from("desktop, dark");
    await page.emulateMedia({ colorScheme: "dark" });
    this.note(await findWithAxe(page, true));
    await this.picture(name("desktop-dark"));
    this.from("640 px, as at 200 %");
    await page.setViewportSize({ width: 640, height: 450 });
    this.note(await findOverflow(page));
    this.from("phone, 320 px");
    await page.setViewportSize({ width: 320, height: 640 });
    this.note([
      ...(await findOverflow(page)),
      ...(await findInShape(page)),
      ...(await findWithAxe(page, true)),
    ]);
    await page.setViewportSize({ width: 390, height: 844 });
    await this.picture(name("phone-dark"));
    await page.emulateMedia({ colorScheme: "light" });
    await this.picture(name("phone-light"));
  }

  private async inspectErrors(view: ScreenView, name: (of: string) => string): Promise<void> {
    const { page } = this;
    const main = page.locator("main button[value=submit]");
    // What lies under a dialog cannot be pressed.
    if (
      view.form === undefined ||
      (await main.count()) !== 1 ||
      (await page.locator("[role=dialog], [role=alertdialog]").count()) > 0
    )
      return;
    this.from("errors, light");
    await main.click();
    await page.waitForFunction(() => document.querySelector("main button[aria-busy]") === null);
    if ((await page.locator("main [role=alert]").count()) === 0) return;
    this.note([
      ...(await findWithAxe(page)),
      ...(await findInWords(page)),
      ...(await findInShape(page)),
    ]);
    await this.picture(name("phone-errors"));
    this.from("errors, dark, 320 px");
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: "dark" });
    this.note([...(await findWithAxe(page, true)), ...(await findOverflow(page))]);
  }

  /**
   * Last of all: what was drawn with large letters is not drawn with small ones again before the
   * next page.
   */
  private async inspectEnlarged(): Promise<void> {
    this.from("text at 200 %");
    await this.page.setViewportSize({ width: 640, height: 900 });
    await this.page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    this.note(await findOverflow(this.page));
  }

  private from(look: string): void {
    this.place = { ...this.place, look };
  }

  private note(findings: readonly Finding[]): void {
    this.findings.push(...findings.map((finding) => ({ ...this.place, ...finding })));
  }

  private async picture(name: string): Promise<void> {
    if (this.folder === undefined) return;
    const file = `${name}.jpg`;
    // Written in half the time of a PNG.
    await this.page.screenshot({
      path: join(this.folder, file),
      type: "jpeg",
      quality: 85,
      fullPage: true,
    });
    const look = name.split("-").slice(-2).join(" ");
    this.pictures.push({
      sheet: `${this.place.appearance} ${look}`,
      file,
      label: `${this.place.screen} ${look}`,
    });
  }
}
