import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright";
import type { ScreenView } from "../../../engine/render/view.ts";
import { ValidatorModules } from "../../../server/application/page/validator-module.ts";
import { PROJECT, shippedLibrary } from "../../definitions.ts";
import { startBrowser } from "../person.ts";
import { PageInspector, type Picture, type PlacedFinding } from "./page-inspector.ts";
import {
  renderShown,
  appearancesOf,
  shownScreensOf,
  shapeOf,
  type Appearance,
  type ShownScreen,
} from "./shown-screens.ts";
import { ViewServer } from "./view-server.ts";

/*
 * Every screen of every shipped flow, in every appearance and language, checked by day and by
 * night, on a phone and on a desktop: `npx tsx tests/browser/sweep/sweep.ts [--screens a,b] [--flow
 * F] [--locales l,m] [--portals p] [--resellers=-,r] [--pages 2] [--no-pictures] [--sheets] [--out
 * FOLDER]`. Writes pictures, and a table of what was found after each appearance; exits with 1 when
 * that is anything. Needs `npm run build`.
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
    pictures: { type: "boolean", default: true },
    /** Pictures side by side, so that many can be looked at at once. */
    sheets: { type: "boolean", default: false },
    /** How many pages of the browser are looked at at once. */
    pages: { type: "string", default: "2" },
  },
  allowNegative: true,
});
const wanted = (list: string | undefined, name: string) =>
  list === undefined || list.split(",").includes(name);
const out = resolve(values.out);

const library = await shippedLibrary();
const browser = await startBrowser();
const validators = new ValidatorModules();
const viewServers = await Promise.all(
  Array.from({ length: Number(values.pages) }, async () =>
    ViewServer.open(library, PROJECT, validators),
  ),
);
const inspectors = await Promise.all(
  viewServers.map(async (viewServer) =>
    PageInspector.at(browser, viewServer, values.pictures ? out : undefined),
  ),
);
const begun = Date.now();
let drawn = 0;
await mkdir(out, { recursive: true });
for (const flow of library.flows.values()) {
  if (!wanted(values.flow, flow.definition.flow)) continue;
  const shownScreens = shownScreensOf(flow).filter(({ screen }) => wanted(values.screens, screen));
  const appearances = new Map(
    shownScreens.flatMap((shown) =>
      appearancesOf(shown).map((appearance) => [appearanceName(appearance), appearance] as const),
    ),
  );
  for (const [name, appearance] of appearances) {
    if (
      !wanted(values.locales, appearance.locale) ||
      !wanted(values.portals, appearance.portal ?? "-") ||
      !wanted(values.resellers, appearance.reseller ?? "-")
    )
      continue;
    const from = { drawn, findings: allFindings().length, at: Date.now() };
    const views = viewsOf(shownScreens, appearance);
    // Who is free takes the next.
    await Promise.all(
      inspectors.map(async (inspector) => {
        for (const { shown, view } of views) {
          drawn++;
          await inspector.inspect(
            view,
            `${flow.definition.flow}/${shown.screen}`,
            name,
            `${shown.fixture.fixture}-${shown.step}`,
          );
        }
      }),
    );
    await writeFile(join(out, "findings.md"), table());
    console.log(
      `${flow.definition.flow} ${name}: ${drawn - from.drawn} pages, ${allFindings().length - from.findings} findings, ${minutesSince(from.at)} min`,
    );
  }
}
if (values.sheets) await contactSheets();
await browser.close();
await Promise.all(viewServers.map(async (viewServer) => viewServer.close()));
console.log(
  `${drawn} pages checked in ${minutesSince(begun)} min, ${allFindings().length} findings; see ${out}`,
);
process.exitCode = allFindings().length === 0 ? 0 : 1;

/** The structurally different views of an appearance. */
function* viewsOf(
  shownScreens: readonly ShownScreen[],
  appearance: Appearance,
): Generator<{ readonly shown: ShownScreen; readonly view: ScreenView }> {
  const seen = new Set<string>();
  for (const shown of shownScreens) {
    if (!appearancesOf(shown).some((each) => appearanceName(each) === appearanceName(appearance)))
      continue;
    const view = renderShown(shown, appearance, library.words(appearance.locale), validators);
    if (view === undefined || seen.has(shapeOf(view))) continue;
    seen.add(shapeOf(view));
    yield { shown, view };
  }
}

function allFindings(): PlacedFinding[] {
  return inspectors.flatMap((inspector) => inspector.findings);
}

function minutesSince(at: number): string {
  return ((Date.now() - at) / 60_000).toFixed(1);
}

async function contactSheets(): Promise<void> {
  const sheet: Page = await browser.newPage();
  const sheets = new Map<string, Picture[]>();
  for (const picture of inspectors.flatMap(({ pictures }) => pictures))
    sheets.set(picture.sheet, [...(sheets.get(picture.sheet) ?? []), picture]);
  for (const [name, all] of sheets) {
    const wide = name.includes("desktop");
    const perSheet = wide ? 9 : 14;
    for (let at = 0; at < all.length; at += perSheet) {
      const cells = await Promise.all(
        all.slice(at, at + perSheet).map(async ({ file, label }) => {
          const data = (await readFile(join(out, file))).toString("base64");
          return `<figure style="margin:0"><figcaption>${label}</figcaption><img src="data:image/jpeg;base64,${data}" style="width:100%;border:1px solid #888"></figure>`;
        }),
      );
      await sheet.setViewportSize({ width: wide ? 1800 : 1820, height: 600 });
      await sheet.setContent(
        `<body style="margin:8px;font:11px sans-serif;background:#999"><div style="display:grid;gap:8px;grid-template-columns:repeat(${wide ? 3 : 7},1fr);align-items:start">${cells.join("")}</div></body>`,
      );
      await sheet.waitForFunction(() => [...document.images].every(({ complete }) => complete));
      await sheet.screenshot({
        path: join(out, `sheet-${name.replaceAll(/[^\w-]+/g, "_")}-${at / perSheet + 1}.png`),
        fullPage: true,
      });
    }
  }
}

/** The same problem in several appearances is one row. */
function table(): string {
  const grouped = new Map<string, PlacedFinding[]>();
  for (const row of allFindings()) {
    const key = `${row.screen}\0${row.rule}\0${row.detail}`;
    grouped.set(key, [...(grouped.get(key) ?? []), row]);
  }
  const lines = [...grouped.values()].map((same) => {
    const [first] = same;
    const places = [...new Set(same.map(({ appearance, look }) => `${appearance} (${look})`))];
    const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
    return first === undefined
      ? ""
      : `| ${first.screen} | ${first.rule} | ${cell(first.detail)} | ${places.length}: ${cell(places.slice(0, 3).join(", "))} |`;
  });
  return [
    `${drawn} pages checked.`,
    "",
    "| screen | rule | what | where |",
    "| --- | --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}

function appearanceName({ portal, reseller, locale }: Appearance): string {
  return [portal, reseller, locale].filter((part) => part !== undefined).join("-");
}
