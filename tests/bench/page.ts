import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { constants } from "node:zlib";
import compress from "@fastify/compress";
import fastifyStatic from "@fastify/static";
import Fastify from "fastify";
import type { Browser, CDPSession, Page } from "playwright";
import type { JsonObject } from "../../engine/language/json.ts";
import type { ScreenView } from "../../engine/render/view.ts";
import { startBrowser } from "../browser/person.ts";
import { renderShown, appearancesOf, shownScreensOf } from "../browser/sweep/shown-screens.ts";
import { ViewServer } from "../browser/sweep/view-server.ts";
import { shippedLibrary } from "../definitions.ts";
import { buildPeers } from "./peers/build-peers.ts";
import { FORMS, type BenchField } from "./peers/sources.ts";

/*
 * How soon a form is there, and what a keystroke costs, beside other renderers of forms from data:
 * the same two forms, production builds, one Chromium, slow 4G (1.6 Mbit/s down, 0.75 up, 150 ms)
 * and a CPU slowed four times. `npx tsx tests/bench/page.ts [ROUNDS [NAMES]]`; the peers are
 * installed into a folder of their own, outside the project.
 */

const ROUNDS = 3;
const KEYS = 30;
const SLOW = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

/** What a page load and typing took; the best of the rounds. */
interface Figures {
  /** The first field is on the screen, ms after the navigation began. */
  readonly seen: number;
  /** The page's scripts have it, ms; the same as seen where nothing is drawn without them. */
  readonly taken: number;
  /** Scripts that had travelled by then, KiB. */
  readonly scriptKiB: number;
  /** The same once nothing more comes. */
  readonly allScriptKiB: number;
  readonly longTasks: number;
  /** Main thread, ms for each key, at a CPU slowed four times. */
  readonly key: number;
}

/** Measures every page whose name is wanted, and prints a table with ratios to the static page. */
export async function measurePages(rounds = ROUNDS, wanted = /./): Promise<void> {
  const peers = await buildPeers();
  const library = await shippedLibrary();
  const viewServer = await ViewServer.open(library);
  const app = Fastify();
  await app.register(compress, {
    encodings: ["br", "gzip"],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(fastifyStatic, { root: peers.folder, preCompressed: true });
  await app.listen({ port: 0, host: "localhost" });
  const origin = `http://localhost:${(app.server.address() as AddressInfo).port}`;
  const browser = await startBrowser();
  const pages = new Map<string, (size: keyof typeof FORMS) => string>(
    [...peers.pages].map(([name, paths]) => [name, (size) => `${origin}${paths[size]}`]),
  );
  pages.set("Foyer", (size) => viewServer.show(viewOf(library, viewServer, FORMS[size])));
  const taken = new Map<string, Figures[]>();
  // All pages in each round: what else the machine does meets all of them.
  for (let round = 0; round < rounds; round++) {
    for (const [name, url] of pages) {
      if (!wanted.test(name)) continue;
      for (const size of ["eight", "sixty"] as const) {
        const key = `${name} ${size}`;
        taken.set(key, [...(taken.get(key) ?? []), await measure(browser, url(size))]);
      }
    }
  }
  const rows = [...pages.keys()]
    .filter((name) => wanted.test(name))
    .map((name) => ({
      name,
      eight: best(taken.get(`${name} eight`) ?? []),
      sixty: best(taken.get(`${name} sixty`) ?? []),
    }));
  await browser.close();
  await app.close();
  await viewServer.close();
  print(rows);
  for (const [name, reason] of peers.missing) console.log(`not measured: ${name} (${reason})`);
}

/** A real view of the shipped flow with the bench's fields in the place of its own. */
function viewOf(
  library: Awaited<ReturnType<typeof shippedLibrary>>,
  viewServer: ViewServer,
  fields: readonly BenchField[],
): ScreenView {
  for (const flow of library.flows.values()) {
    for (const shown of shownScreensOf(flow)) {
      const [appearance] = appearancesOf(shown);
      const view =
        appearance === undefined
          ? undefined
          : renderShown(shown, appearance, library.words(appearance.locale), viewServer.validators);
      if (view?.form === undefined || view.list !== undefined) continue;
      const schema: JsonObject = {
        type: "object",
        required: fields.map(({ name }) => name),
        properties: Object.fromEntries(
          fields.map(({ name }) => [name, { type: "string", minLength: 1 }]),
        ),
      };
      const ui: JsonObject = {
        "ui:order": fields.map(({ name }) => name),
        ...Object.fromEntries(
          fields.map(({ name, label }) => [
            name,
            { "ui:title": label, "ui:widget": "text", "ui:options": {} },
          ]),
        ),
      };
      const form = {
        ...view.form,
        schema,
        ui,
        validator: viewServer.validators.urlOf(schema),
        kept: {},
        messages: {},
        formats: {},
        suggests: {},
        rules: [],
      };
      return { ...view, form, data: {}, blocks: [], notices: [], ahead: [], likely: [] };
    }
  }
  throw new Error("no flow has a form to show");
}

async function measure(browser: Browser, url: string): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Performance.enable");
  await session.send("Network.emulateNetworkConditions", { offline: false, ...SLOW });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript(WATCH);
  const script = scriptBytes(session);
  await page.goto(url, { waitUntil: "load", timeout: 120_000 });
  const times = async (what: "seen" | "taken") =>
    Number(
      await (
        await page.waitForFunction(
          (name) => (globalThis as unknown as Record<string, unknown>)[name],
          what,
          { timeout: 60_000 },
        )
      ).jsonValue(),
    );
  const seen = await times("seen");
  const taken = await times("taken");
  const scriptKiB = script() / 1024;
  await page.waitForLoadState("networkidle");
  const allScriptKiB = script() / 1024;
  const longTasks = await page.evaluate(
    () => (globalThis as unknown as { longTasks: number }).longTasks,
  );
  const key = await keyCost(page, session);
  await context.close();
  return { seen, taken, scriptKiB, allScriptKiB, longTasks, key };
}

/** Written out, so that no tool puts anything into it. */
const WATCH = `
  globalThis.longTasks = 0;
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) globalThis.longTasks += duration; }).observe({ type: "longtask", buffered: true });
  const look = () => {
    const field = [...document.querySelectorAll("input:not([type=hidden])")].find((input) => input.getClientRects().length > 0);
    if (field !== undefined) {
      globalThis.seen ??= performance.now();
      // What the page is drawn from comes after the form.
      const drawnHere = document.readyState !== "loading" && document.getElementById("foyer-view") === null;
      if (drawnHere || Object.keys(field).some((key) => key.startsWith("__reactFiber"))) globalThis.taken ??= performance.now();
    }
    if (globalThis.taken === undefined) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
`;

/** Bytes of scripts as they travel. */
function scriptBytes(session: CDPSession): () => number {
  const scripts = new Set<string>();
  let bytes = 0;
  session.on(
    "Network.responseReceived",
    ({ requestId, type }) => void (type === "Script" && scripts.add(requestId)),
  );
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}

async function keyCost(page: Page, session: CDPSession): Promise<number> {
  const fields = page.locator("input:not([type=hidden]):visible");
  await fields.nth(Math.floor((await fields.count()) / 2)).click();
  await page.keyboard.type("warm up");
  const busy = async () =>
    (await session.send("Performance.getMetrics")).metrics.find(
      ({ name }) => name === "TaskDuration",
    )?.value ?? 0;
  const before = await busy();
  await page.keyboard.type("x".repeat(KEYS), { delay: 60 });
  return ((await busy()) - before) * (1000 / KEYS);
}

/** What else a machine does only ever adds. */
function best(all: readonly Figures[]): Figures {
  const of = (name: keyof Figures) => Math.min(...all.map((figures) => figures[name]));
  return {
    seen: of("seen"),
    taken: of("taken"),
    scriptKiB: of("scriptKiB"),
    allScriptKiB: of("allScriptKiB"),
    longTasks: of("longTasks"),
    key: of("key"),
  };
}

function print(
  rows: readonly { readonly name: string; readonly eight: Figures; readonly sixty: Figures }[],
): void {
  const base = rows.find(({ name }) => name === "static HTML");
  const ratio = (value: number, to: number | undefined) =>
    to === undefined || to === 0 ? "" : ` (${(value / to).toFixed(1)}×)`;
  console.log(
    "| page | 8 fields: first field seen, ms | scripts have it, ms | JavaScript by then, KiB | and later, KiB | long tasks, ms | 60 fields: first field seen, ms | CPU for a key, ms |",
  );
  console.log("| --- | --: | --: | --: | --: | --: | --: | --: |");
  for (const { name, eight, sixty } of rows)
    console.log(
      `| ${name} | ${Math.round(eight.seen)}${ratio(eight.seen, base?.eight.seen)} | ${Math.round(eight.taken)} | ${eight.scriptKiB.toFixed(0)} | ${(eight.allScriptKiB - eight.scriptKiB).toFixed(0)} | ${Math.round(eight.longTasks)} | ${Math.round(sixty.seen)}${ratio(sixty.seen, base?.sixty.seen)} | ${sixty.key.toFixed(1)}${ratio(sixty.key, base?.sixty.key)} |`,
    );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await measurePages(Number(process.argv[2] ?? ROUNDS), new RegExp(process.argv[3] ?? "."));
