import { escapeHtml } from "../engine/copy/escape-html.ts";
import type { EmotionCache } from "@emotion/cache";
import type { i18n } from "i18next";
import { renderToString } from "react-dom/server";
import type { ScreenView } from "../engine/render/view.ts";
import { lazyBlock } from "./blocks/load-lazy-block.ts";
import { LAZY_WIDGETS, lazyQuantityRow } from "./form/lazy-widgets.ts";
import { formValidator } from "./form/form-part.ts";
import type { FormValidator, ValidatorModule } from "./form/validators.ts";
import { lazyIllustration } from "./illustrations/lazy-illustration.ts";
import { wordsOf } from "./i18n/words.ts";
import { Page, styleCache } from "./page.tsx";
import {
  lazyAccount,
  lazyBeside,
  lazyBesideFrame,
  lazyForm,
  lazyLanguages,
  lazyList,
  lazySidePanel,
  lazyToasts,
} from "./screen/lazy-parts.ts";
import { pageTitle } from "./screen/page-title.ts";
import { partsOf } from "./load-parts.ts";
import { createScreenStore } from "./store/screen-store.ts";
import type { LazyPart } from "./ui/lazy-component.ts";
import { brandStyle } from "./theme/brand-style.ts";
import { FONT_SOURCES, fontStyle } from "./theme/fonts.ts";

/** Vite's manifest of built files. */
type Manifest = Readonly<
  Record<
    string,
    { readonly file: string; readonly imports?: readonly string[]; readonly isEntry?: boolean }
  >
>;

/** What pages of one build have in common. */
interface Build {
  readonly entry: Manifest[string] | undefined;
  readonly fonts: string;
  /** Files to preload, by the modules that a page needs. */
  readonly preloads: Map<string, readonly string[]>;
}

/** The input of one drawn page. */
interface Drawing {
  readonly view: ScreenView;
  /** Nonce that admits this page's style elements. */
  readonly nonce: string;
  /** Idempotency key of the plain HTML form. */
  readonly key: string;
  /** The service's time in milliseconds since 1970; undefined: as the device has it. */
  readonly now?: number;
}

export interface BodyInput extends Drawing {
  /** Code of the form's validator module. */
  readonly validatorCode: string | undefined;
}

/** The HTML of a view's body. */
export interface DrawnBody {
  readonly body: string;
  /** Style elements for the document's head. */
  readonly styles: string;
}

export interface PageInput extends Drawing {
  /** The view without its session, as JSON that may stand within a script element. */
  readonly json: string;
  readonly manifest: Manifest;
  readonly drawn: DrawnBody;
}

/** The module of each lazy part, as the manifest names it. */
const MODULES: ReadonlyMap<LazyPart, string> = new Map<LazyPart, string>([
  [lazyForm, "form/form-part.ts"],
  ...Object.entries(LAZY_WIDGETS).map(([name, part]) => [part, `form/${name}-widget.tsx`] as const),
  [lazyQuantityRow, "form/quantity-widget.tsx"],
  [lazyList, "screen/list-entries.tsx"],
  [lazyIllustration, "illustrations/illustration.tsx"],
  [lazyLanguages, "screen/languages.tsx"],
  [lazyAccount, "screen/account.tsx"],
  [lazyToasts, "screen/toasts.tsx"],
  [lazySidePanel, "screen/side-panel.tsx"],
  [lazyBeside, "screen/beside.tsx"],
  [lazyBesideFrame, "screen/beside.tsx"],
  [lazyBlock, "blocks/lazy-block.tsx"],
]);

// The server draws any view at once.
await Promise.all([...MODULES.keys()].map(async (part) => part.load()));

/** Animations that styles name: the spinner, and dialogs. */
const KEYFRAMES =
  "@keyframes spin{to{transform:rotate(360deg)}}@keyframes fade{from{opacity:0}}@keyframes rise{from{opacity:0;transform:translateY(16px)}}@keyframes draw{from{stroke-dashoffset:60}}@keyframes pop{from{transform:scale(.6);opacity:0}}@keyframes drift{from{transform:translateY(12px) scale(.2);opacity:0}}";

/**
 * Shortest time between two reloads of a page without scripts, in seconds: people have to read it.
 */
const SOONEST_RELOAD_S = 5;

/** Maximum number of validators that are kept; those of former versions of a flow go first. */
const VALIDATORS_KEPT = 1000;

const validators = new Map<string, ValidatorModule>();

/** i18next instances by the copy object that views of one variant and language share. */
const wordsByView = new WeakMap<ScreenView["words"], i18n>();

/** Draws a view. Views that differ in ids, revision or session only give the same HTML. */
export function drawBody({ view, nonce, key, validatorCode }: BodyInput): DrawnBody {
  const cache = styleCache(nonce);
  // Emotion collects the styles; with an element for each of them among the content a phone takes
  // longer.
  cache.compat = true;
  const body = renderToString(
    <Page
      cache={cache}
      store={createScreenStore(view)}
      words={wordsOfView(view)}
      validator={validatorOf(view, validatorCode)}
      postKey={key}
    />,
  );
  return { body, styles: stylesOf(cache, nonce).join("") };
}

/** Renders the whole first page: drawn, styled, and usable before any script has loaded. */
export function renderPage({ view, json, nonce, key, now, manifest, drawn }: PageInput): string {
  const build = buildOf(manifest);
  const { entry } = build;
  const preloads = preloadsOf(build, manifest, [
    ...(view.form === undefined ? [] : [lazyForm]),
    ...partsOf(view),
  ]);
  const { bodyFont } = view.brand.theme;
  const font = bodyFont.includes("Inter") ? manifest[FONT_SOURCES.latin]?.file : undefined;
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">',
    `<title>${escapeHtml(pageTitle(view, (view.errors ?? []).length > 0))}</title>`,
    '<meta name="robots" content="noindex">',
    ...(view.poll === undefined
      ? []
      : [`<noscript><meta http-equiv="refresh" content="${reloadSeconds(view.poll)}"></noscript>`]),
    view.brand.favicon === undefined && view.brand.logo === undefined
      ? ""
      : `<link rel="icon" href="${escapeHtml(view.brand.favicon ?? view.brand.logo ?? "")}">`,
    ...(font === undefined
      ? []
      : [`<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`]),
    `<style nonce="${nonce}">${build.fonts}${brandStyle(view.brand.theme)}${KEYFRAMES}</style>`,
    drawn.styles,
    ...preloads.map((file) => `<link rel="modulepreload" href="/${file}">`),
    view.form === undefined
      ? ""
      : `<link rel="modulepreload" href="${escapeHtml(view.form.validator)}">`,
    entry === undefined ? "" : `<script type="module" src="/${entry.file}"></script>`,
    ...(view.page?.scripts ?? []).map(
      ({ src, data }) =>
        `<script async src="${escapeHtml(src)}"${Object.entries(data)
          .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
          .join("")}></script>`,
    ),
  ];
  const whole =
    view.session === undefined
      ? json
      : `${json.slice(0, -1)},"session":${JSON.stringify(view.session)}}`;
  // The key is a UUID: nothing of it would end the element.
  const state = `{"view":${whole},"key":${JSON.stringify(key)},"now":${now ?? null}}`;
  return `<!doctype html><html lang="${escapeHtml(view.locale)}" dir="${view.dir}"><head>${head.join("")}</head><body><div id="root">${drawn.body}</div><script type="application/json" id="foyer-view">${state}</script></body></html>`;
}

/**
 * The page's font for pages without the renderer: a file to preload, and the CSS rules. They show
 * the font at once or not at all, and never change it under a reader's eyes.
 */
export function plainFonts(manifest: Manifest): {
  readonly file: string | undefined;
  readonly style: string;
} {
  return {
    file: manifest[FONT_SOURCES.latin]?.file,
    style: buildOf(manifest).fonts.replaceAll("font-display:swap", "font-display:optional"),
  };
}

/** Seconds after which a page without scripts is loaded again, in place of its poll. */
function reloadSeconds({ everyMs }: NonNullable<ScreenView["poll"]>): number {
  return Math.max(SOONEST_RELOAD_S, Math.ceil(everyMs / 1000));
}

/**
 * Style elements for the drawn content: one for each global style, by which Emotion finds it again,
 * and one for all others.
 */
function stylesOf({ key, inserted, registered }: EmotionCache, nonce: string): string[] {
  const made = Object.entries(inserted).flatMap(([name, rules]) =>
    typeof rules === "string" ? [{ name, rules }] : [],
  );
  const isOwn = ({ name }: { readonly name: string }) => registered[`${key}-${name}`] !== undefined;
  const element = (names: string, rules: string) =>
    `<style data-emotion="${names}" nonce="${nonce}">${rules}</style>`;
  const own = made.filter(isOwn);
  return [
    ...made
      .filter((each) => !isOwn(each))
      .map(({ name, rules }) => element(`${key}-global ${name}`, rules)),
    element(
      [key, ...own.map(({ name }) => name)].join(" "),
      own.map(({ rules }) => rules).join(""),
    ),
  ];
}

const builds = new WeakMap<Manifest, Build>();

function buildOf(manifest: Manifest): Build {
  const known = builds.get(manifest) ?? {
    entry: Object.values(manifest).find(({ isEntry }) => isEntry === true),
    fonts: fontStyle((source) => manifest[source]?.file),
    preloads: new Map<string, readonly string[]>(),
  };
  builds.set(manifest, known);
  return known;
}

function preloadsOf(
  { entry, preloads }: Build,
  manifest: Manifest,
  parts: readonly LazyPart[],
): readonly string[] {
  const modules = parts.map((part) => MODULES.get(part) ?? "");
  const name = modules.join(" ");
  const files =
    preloads.get(name) ??
    filesOf(manifest, [...(entry?.imports ?? []), ...modules]).filter(
      (file) => file !== entry?.file,
    );
  preloads.set(name, files);
  return files;
}

/** Files of modules and of all their imports, once each. */
function filesOf(manifest: Manifest, names: readonly string[], seen = new Set<string>()): string[] {
  return names.flatMap((name) => {
    const chunk = manifest[name];
    if (chunk === undefined || seen.has(name)) return [];
    seen.add(name);
    return [chunk.file, ...filesOf(manifest, chunk.imports ?? [], seen)];
  });
}

function wordsOfView({ locale, words }: ScreenView): i18n {
  const known = wordsByView.get(words) ?? wordsOf(locale, words);
  wordsByView.set(words, known);
  return known;
}

function validatorOf(view: ScreenView, code: string | undefined): FormValidator | undefined {
  if (view.form === undefined || code === undefined) return undefined;
  let module = validators.get(view.form.validator);
  if (module === undefined) {
    // The very module that the page imports, compiled by the server from the flow's schemas.
    module = new Function(code.replace("export default", "return"))() as ValidatorModule;
    const [oldest = ""] = validators.keys();
    if (validators.size >= VALIDATORS_KEPT) validators.delete(oldest);
    validators.set(view.form.validator, module);
  }
  return formValidator(module, view.form);
}
