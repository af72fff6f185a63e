import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright";
import type { ScreenView } from "../../../engine/render/view.ts";
import { shippedLibrary } from "../../definitions.ts";
import { startBrowser } from "../person.ts";
import { findInShape, findInWords, findOverflow, findWithAxe, settled, type Finding } from "./examine.ts";
import { drawScene, facesOf, scenesOf, shapeOf, type Face } from "./scenes.ts";
import { Stage } from "./stage.ts";

/*
 * Every screen of every shipped flow, as every face and in every language shows it, looked at by day and by night, on
 * a phone and on a desktop: `npx tsx tests/browser/sweep/sweep.ts [--screens a,b] [--flow F] [--locales l,m] [--portals p]
 * [--resellers r,-] [--out FOLDER]`. Writes pictures, contact sheets of them, and a table of what was found; exits
 * with 1 when that is anything. Needs `npm run build`.
 */

const { values } = parseArgs({
  options: {
    screens: { type: "string" },
    flow: { type: "string" },
    locales: { type: "string" },
    portals: { type: "string" },
    /** `-` stands for none. */
    resellers: { type: "string" },
    out: { type: "string", default: ".sweep" },
    /** Pictures and contact sheets; the findings alone take half the time. */
    pictures: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const wanted = (list: string | undefined, name: string) => list === undefined || list.split(",").includes(name);
const out = resolve(values.out);

interface Picture {
  readonly file: string;
  readonly label: string;
}
interface Row extends Finding {
  readonly screen: string;
  readonly face: string;
  readonly look: string;
}

const library = await shippedLibrary();
const stage = await Stage.open(library);
const browser = await startBrowser();
const page = await (await browser.newContext({ locale: "en-US", reducedMotion: "reduce" })).newPage();
// tsx gives functions their names by a call that a page knows nothing of.
await page.addInitScript("globalThis.__name = (named) => named");
const rows: Row[] = [];
const pictures = new Map<string, Picture[]>();
let place = { screen: "", face: "", look: "" };
const note = (findings: readonly Finding[]) => rows.push(...findings.map((finding) => ({ ...place, ...finding })));
page.on("pageerror", ({ message }) => note([{ rule: "script-error", detail: message }]));
page.on("console", (message) => {
  if (/Content Security Policy|hydrat|Warning:/i.test(message.text())) note([{ rule: "console", detail: message.text().slice(0, 200) }]);
});

let drawn = 0;
const seen = new Set<string>();
await mkdir(out, { recursive: true });
for (const flow of library.flows.values()) {
  if (!wanted(values.flow, flow.definition.flow)) continue;
  for (const scene of scenesOf(flow)) {
    if (!wanted(values.screens, scene.screen)) continue;
    for (const face of facesOf(scene)) {
      if (!wanted(values.locales, face.locale) || !wanted(values.portals, face.portal) || !wanted(values.resellers, face.reseller ?? "-")) continue;
      const view = drawScene(scene, face, library.words(face.locale), stage.validators);
      if (view === undefined) continue;
      const name = faceName(face);
      const shape = `${flow.definition.flow}/${name}/${shapeOf(view)}`;
      if (seen.has(shape)) continue;
      seen.add(shape);
      drawn++;
      await look(view, `${flow.definition.flow}/${scene.screen}`, name, `${scene.fixture.fixture}-${scene.step}`).catch((reason: unknown) =>
        note([{ rule: "not-looked-at", detail: `${scene.fixture.fixture}, step ${scene.step}: ${String(reason).slice(0, 200)}` }]),
      );
    }
  }
}
if (values.pictures) await contactSheets();
await writeFile(join(out, "findings.md"), table());
await browser.close();
await stage.close();
console.log(`${drawn} pages looked at, ${rows.length} findings; see ${out}`);
process.exitCode = rows.length === 0 ? 0 : 1;

/** Looks at one page in all the ways there are. */
async function look(view: ScreenView, screen: string, face: string, moment: string): Promise<void> {
  const file = (of: string) => `${screen}-${face}-${moment}-${of}`.replaceAll("/", "_");
  place = { screen, face, look: "desktop, light" };
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(stage.put(view));
  await settled(page);
  note([...(await findWithAxe(page)), ...(await findInWords(page)), ...(await findInShape(page))]);
  await picture(`${face} desktop light`, file("desktop-light"));
  place = { ...place, look: "desktop, dark" };
  await page.emulateMedia({ colorScheme: "dark" });
  note(await findWithAxe(page));
  await picture(`${face} desktop dark`, file("desktop-dark"));
  place = { ...place, look: "640 px, as at 200 %" };
  await page.setViewportSize({ width: 640, height: 450 });
  note(await findOverflow(page));
  place = { ...place, look: "phone, 320 px" };
  await page.setViewportSize({ width: 320, height: 640 });
  note(await findOverflow(page));
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(`${face} phone dark`, file("phone-dark"));
  await page.emulateMedia({ colorScheme: "light" });
  await picture(`${face} phone light`, file("phone-light"));
  const main = page.locator("main button[value=submit]");
  // What lies under a dialog cannot be pressed.
  if (view.form === undefined || (await main.count()) !== 1 || (await page.locator("[role=dialog], [role=alertdialog]").count()) > 0) return lookEnlarged();
  place = { ...place, look: "errors, light" };
  await main.click();
  await page.waitForFunction(() => document.querySelector("main button[aria-busy]") === null);
  if ((await page.locator("main [role=alert]").count()) === 0) return lookEnlarged();
  note([...(await findWithAxe(page)), ...(await findInWords(page))]);
  await picture(`${face} phone errors`, file("phone-errors"));
  place = { ...place, look: "errors, dark, 320 px" };
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ colorScheme: "dark" });
  note([...(await findWithAxe(page)), ...(await findOverflow(page))]);
  return lookEnlarged();
}

/** Last of all: what was drawn with large letters is not drawn with small ones again before the next page. */
async function lookEnlarged(): Promise<void> {
  place = { ...place, look: "text at 200 %" };
  await page.setViewportSize({ width: 640, height: 900 });
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  note(await findOverflow(page));
}

async function picture(sheet: string, file: string): Promise<void> {
  if (!values.pictures) return;
  await page.screenshot({ path: join(out, `${file}.png`), fullPage: true });
  const label = `${place.screen} ${file.split("-").slice(-3).join(" ")}`;
  pictures.set(sheet, [...(pictures.get(sheet) ?? []), { file: `${file}.png`, label }]);
}

/** Pictures side by side, so that many can be looked at at once. */
async function contactSheets(): Promise<void> {
  const sheet: Page = await browser.newPage();
  for (const [name, all] of pictures) {
    const wide = name.includes("desktop");
    const perSheet = wide ? 9 : 14;
    for (let at = 0; at < all.length; at += perSheet) {
      const cells = await Promise.all(
        all.slice(at, at + perSheet).map(async ({ file, label }) => {
          const data = (await readFile(join(out, file))).toString("base64");
          return `<figure style="margin:0"><figcaption>${label}</figcaption><img src="data:image/png;base64,${data}" style="width:100%;border:1px solid #888"></figure>`;
        }),
      );
      await sheet.setViewportSize({ width: wide ? 1800 : 1820, height: 600 });
      await sheet.setContent(
        `<body style="margin:8px;font:11px sans-serif;background:#999"><div style="display:grid;gap:8px;grid-template-columns:repeat(${wide ? 3 : 7},1fr);align-items:start">${cells.join("")}</div></body>`,
      );
      await sheet.waitForFunction(() => [...document.images].every(({ complete }) => complete));
      await sheet.screenshot({ path: join(out, `sheet-${name.replaceAll(/[^\w-]+/g, "_")}-${at / perSheet + 1}.png`), fullPage: true });
    }
  }
}

/** The same thing on many faces is one finding. */
function table(): string {
  const grouped = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.screen}\0${row.rule}\0${row.detail}`;
    grouped.set(key, [...(grouped.get(key) ?? []), row]);
  }
  const lines = [...grouped.values()].map((same) => {
    const [first] = same;
    const places = [...new Set(same.map(({ face, look }) => `${face} (${look})`))];
    const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
    return first === undefined ? "" : `| ${first.screen} | ${first.rule} | ${cell(first.detail)} | ${places.length}: ${cell(places.slice(0, 3).join(", "))} |`;
  });
  return [`${drawn} pages looked at.`, "", "| screen | rule | what | where |", "| --- | --- | --- | --- |", ...lines, ""].join("\n");
}

function faceName({ portal, reseller, locale }: Face): string {
  return [portal, reseller, locale].filter((part) => part !== undefined).join("-");
}
