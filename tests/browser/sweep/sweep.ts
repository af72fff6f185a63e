import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright";
import type { ScreenView } from "../../../engine/render/view.ts";
import { ValidatorModules } from "../../../server/application/page/validator-module.ts";
import { PROJECT, shippedLibrary } from "../../definitions.ts";
import { startBrowser } from "../person.ts";
import { Onlooker, type Picture, type Sight } from "./onlooker.ts";
import { drawScene, facesOf, scenesOf, shapeOf, type Face, type Scene } from "./scenes.ts";
import { Stage } from "./stage.ts";

/*
 * Every screen of every shipped flow, as every face and in every language shows it, looked at by day and by night, on
 * a phone and on a desktop: `npx tsx tests/browser/sweep/sweep.ts [--screens a,b] [--flow F] [--locales l,m] [--portals p]
 * [--resellers=-,r] [--pages 2] [--no-pictures] [--sheets] [--out FOLDER]`. Writes pictures, and a table of what was found
 * after each face; exits with 1 when that is anything. Needs `npm run build`.
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
const stages = await Promise.all(
  Array.from({ length: Number(values.pages) }, async () =>
    Stage.open(library, PROJECT, validators),
  ),
);
const onlookers = await Promise.all(
  stages.map(async (stage) => Onlooker.at(browser, stage, values.pictures ? out : undefined)),
);
const begun = Date.now();
let drawn = 0;
await mkdir(out, { recursive: true });
for (const flow of library.flows.values()) {
  if (!wanted(values.flow, flow.definition.flow)) continue;
  const scenes = scenesOf(flow).filter(({ screen }) => wanted(values.screens, screen));
  const faces = new Map(
    scenes.flatMap((scene) => facesOf(scene).map((face) => [faceName(face), face] as const)),
  );
  for (const [name, face] of faces) {
    if (
      !wanted(values.locales, face.locale) ||
      !wanted(values.portals, face.portal ?? "-") ||
      !wanted(values.resellers, face.reseller ?? "-")
    )
      continue;
    const from = { drawn, sights: sights().length, at: Date.now() };
    const views = viewsOf(scenes, face);
    // Who is free takes the next.
    await Promise.all(
      onlookers.map(async (onlooker) => {
        for (const { scene, view } of views) {
          drawn++;
          await onlooker.look(
            view,
            `${flow.definition.flow}/${scene.screen}`,
            name,
            `${scene.fixture.fixture}-${scene.step}`,
          );
        }
      }),
    );
    await writeFile(join(out, "findings.md"), table());
    console.log(
      `${flow.definition.flow} ${name}: ${drawn - from.drawn} pages, ${sights().length - from.sights} findings, ${minutesSince(from.at)} min`,
    );
  }
}
if (values.sheets) await contactSheets();
await browser.close();
await Promise.all(stages.map(async (stage) => stage.close()));
console.log(
  `${drawn} pages looked at in ${minutesSince(begun)} min, ${sights().length} findings; see ${out}`,
);
process.exitCode = sights().length === 0 ? 0 : 1;

/** The views of a face that are made of different things. */
function* viewsOf(
  scenes: readonly Scene[],
  face: Face,
): Generator<{ readonly scene: Scene; readonly view: ScreenView }> {
  const seen = new Set<string>();
  for (const scene of scenes) {
    if (!facesOf(scene).some((each) => faceName(each) === faceName(face))) continue;
    const view = drawScene(scene, face, library.words(face.locale), validators);
    if (view === undefined || seen.has(shapeOf(view))) continue;
    seen.add(shapeOf(view));
    yield { scene, view };
  }
}

function sights(): Sight[] {
  return onlookers.flatMap((onlooker) => onlooker.sights);
}

function minutesSince(at: number): string {
  return ((Date.now() - at) / 60_000).toFixed(1);
}

async function contactSheets(): Promise<void> {
  const sheet: Page = await browser.newPage();
  const sheets = new Map<string, Picture[]>();
  for (const picture of onlookers.flatMap(({ pictures }) => pictures))
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

/** The same thing on many faces is one finding. */
function table(): string {
  const grouped = new Map<string, Sight[]>();
  for (const row of sights()) {
    const key = `${row.screen}\0${row.rule}\0${row.detail}`;
    grouped.set(key, [...(grouped.get(key) ?? []), row]);
  }
  const lines = [...grouped.values()].map((same) => {
    const [first] = same;
    const places = [...new Set(same.map(({ face, look }) => `${face} (${look})`))];
    const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
    return first === undefined
      ? ""
      : `| ${first.screen} | ${first.rule} | ${cell(first.detail)} | ${places.length}: ${cell(places.slice(0, 3).join(", "))} |`;
  });
  return [
    `${drawn} pages looked at.`,
    "",
    "| screen | rule | what | where |",
    "| --- | --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}

function faceName({ portal, reseller, locale }: Face): string {
  return [portal, reseller, locale].filter((part) => part !== undefined).join("-");
}
