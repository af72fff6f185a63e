import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildPage } from "../../server/cli/development/page-build.ts";
import { EDITABLE, PROJECT } from "../definitions.ts";
import { expectAccessible } from "./accessible.ts";
import { BuiltService } from "./built-service.ts";
import { startBrowser, STILL } from "./person.ts";
import { mustReplace } from "../must-replace.ts";

/** An author's afternoon: a page is open, files are saved. */
let folder: string;
let service: BuiltService;
let browser: Browser;
let page: Page;
const refusals: string[] = [];
beforeAll(async () => {
  await buildPage(PROJECT);
  folder = await mkdtemp(join(tmpdir(), "foyer-flows-"));
  for (const part of ["flows", "schemas", "content"]) {
    const from = part === "content" ? PROJECT : EDITABLE;
    await cp(join(from, part, "library-card"), join(folder, part, "library-card"), {
      recursive: true,
    });
  }
  [browser, service] = await Promise.all([
    startBrowser(),
    BuiltService.startOutside({ FOYER_FLOWS: folder, FOYER_ENV: "LOCAL", FOYER_DEV: "1" }),
  ]);
  page = await (
    await browser.newContext({ ...STILL, locale: "en-US", viewport: { width: 390, height: 844 } })
  ).newPage();
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) refusals.push(message.text());
  });
  await page.goto(`${service.url}/library-card`);
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByLabel("Full name").fill("Ada Noor");
  await page.getByText("Somewhere else").click();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

const FORM = "schemas/library-card/forms/reader.yaml";
const WORDS = "content/library-card/en-US/screens/reader.yaml";
const TABLE = "flows/library-card/transitions/resume.yaml";

async function save(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(folder, path), "utf8");
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
  await writeFile(
    join(folder, path),
    mustReplace(text, from, () => to),
  );
}

const panel = () => page.getByRole("region", { name: "in the definitions" });

it("a saved text is drawn in the open page, which keeps its input, focus and scroll position", async () => {
  await page.evaluate(() => document.body.setAttribute("data-same-page", ""));
  await page.getByLabel("Full name").focus();
  await save(WORDS, '"Full name"', '"Name on the card"');
  await page.getByLabel("Name on the card").waitFor();
  expect(await page.getByLabel("Name on the card").inputValue()).toBe("Ada Noor");
  expect(await page.getByLabel("Somewhere else").isChecked()).toBe(true);
  expect(
    await page.evaluate(() => [
      document.body.hasAttribute("data-same-page"),
      document.activeElement?.getAttribute("name"),
    ]),
  ).toEqual([true, "name"]);
});

it("a new question is drawn and asked", async () => {
  await save(
    "schemas/library-card/state.yaml",
    "lives: {",
    "shelf: { type: string }\n      lives: {",
  );
  await save(
    "content/library-card/en-US/screens/reader.yaml",
    "  lives:\n",
    "  shelf: { label: Shelf }\n  lives:\n",
  );
  await save(
    "content/library-card/fr-CA/screens/reader.yaml",
    "  lives:\n",
    "  shelf: { label: Rayon }\n  lives:\n",
  );
  await save(
    FORM,
    "required: [name, born, lives]\nx-order: [name, born, lives, proof]\nproperties:\n",
    "required: [name, born, lives, shelf]\nx-order: [name, born, lives, shelf, proof]\nproperties:\n  shelf: { type: string, format: full-name, x-autocomplete: 'off', errorMessage: { '*': validation.name.invalid } }\n",
  );
  await page.getByLabel("Shelf").fill("12");
  await page.getByLabel("Name on the card").focus();
  await page.locator("[aria-invalid=true]").waitFor();
  expect(await page.getByLabel("Name on the card").inputValue()).toBe("Ada Noor");
});

it("a broken definition is shown on top of the page, with file, line and suggestion, until it is mended", async () => {
  await save(TABLE, "guard: readerKnown", "guard: readerKnow");
  await panel().waitFor();
  expect(await panel().innerText()).toMatch(
    /Did you mean readerKnown\?[\s\S]*flows\/library-card\/transitions\/resume\.yaml:8:\d+[\s\S]*> *8 \| .*readerKnow /,
  );
  // Who is typing goes on.
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("name");
  expect(await page.getByLabel("Name on the card").inputValue()).toBe("Ada Noor");
  await expectAccessible(page);
  await panel().getByRole("button", { name: "Hide" }).focus();
  await page.keyboard.press("Escape");
  await panel().waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "One mistake" }).click();
  await panel().waitFor();

  await save(TABLE, "guard: readerKnow }", "guard: readerKnown }");
  await panel().waitFor({ state: "hidden" });
  await page.getByText("The definitions are in order again.").waitFor({ state: "attached" });
  expect(await page.getByLabel("Name on the card").inputValue()).toBe("Ada Noor");
});

it("a broken definition is shown on a page opened meanwhile, and invalid YAML too", async () => {
  await save(TABLE, "rows:\n", "rows: [\n");
  await panel().waitFor();
  const other = await page.context().newPage();
  await other.goto(`${service.url}/library-card`);
  await other
    .getByRole("region", { name: "in the definitions" })
    .getByText("resume.yaml")
    .first()
    .waitFor();
  await other.close();
  await save(TABLE, "rows: [\n", "rows:\n");
  await panel().waitFor({ state: "hidden" });
});

it("a page whose path changed is shown at the new one, with its input, and goes on from there", async () => {
  const screen = "flows/library-card/screens/reader.yaml";
  await page.getByLabel("Name on the card").fill("Ada Noor");
  await save(screen, "/{applicationId}/reader", "/{applicationId}/person");
  await page.waitForURL("**/person");
  expect(await page.getByLabel("Name on the card").inputValue()).toBe("Ada Noor");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").waitFor();
  await save(screen, "/{applicationId}/person", "/{applicationId}/reader");
  await page.waitForURL("**/reader");
});

it("a new theme reloads the page, which keeps its input", async () => {
  const accent = () =>
    page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--brand-accent"),
    );
  await page.getByLabel("Name on the card").fill("Eli Noor");
  await save("flows/library-card/theme.yaml", "colour: '#7a3b12'", "colour: '#123f7a'");
  await page.waitForFunction(
    () =>
      getComputedStyle(document.documentElement).getPropertyValue("--brand-accent") === "#123f7a",
  );
  expect(await accent()).toBe("#123f7a");
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>("input[name=name]")?.value === "Eli Noor",
  );
});

it("an open page requests nothing that its policies refuse", () => {
  expect(refusals).toEqual([]);
});
