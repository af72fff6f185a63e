import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import { INBOX_PATH, VALUES_PATH } from "../paths.ts";
import { inLanguage, inLanguageOf, type Said } from "../sandbox-words.ts";
import { TEST_BAR_SCRIPT } from "./test-bar-script.ts";

type Fields = Readonly<Record<string, string | boolean>>;

/** A flow's test data, sandbox/platform/test-data.yaml. */
export interface TestData {
  readonly outcomes: readonly {
    readonly id: string;
    readonly label: Said;
    readonly effect: Said;
    readonly fields: Fields;
  }[];
  /** By the country of the page's language. */
  readonly countries: Readonly<Record<string, Fields>>;
  readonly pages?: readonly { readonly path: string; readonly fields: Fields }[];
}

/**
 * Path of a flow's test data: no page holds them, so that a test finds no value where none belongs.
 */
export function dataPath(flow: string): string {
  return `/sandbox/test-data/${encodeURIComponent(flow)}`;
}

/** The test data of a flow; undefined for a flow without. */
export function testDataOf(flow: CompiledFlow | undefined): TestData | undefined {
  return flow?.attachments["sandbox/platform/test-data.yaml"] as TestData | undefined;
}

/** The bar arrives after the page, and its room is there before. */
const STYLE = `
body{display:flex;flex-direction:column}
body:not(:has(#test-bar))::before{content:"";order:-1;flex:none;height:43px}
body>#root{flex:1 0 auto;width:100%}
#test-bar{--ink:#5c3500;--edge:#c98a3c;--band:#fdf0e1;--key:#fffaf3;order:-1;display:flex;flex-wrap:wrap;align-items:center;gap:4px 12px;padding:5px max(20px,50% - 600px);background:var(--band);color:var(--ink);border-bottom:1px solid #f0c998;font-size:.8125rem;line-height:1.25rem}
@media screen and (prefers-color-scheme:dark){#test-bar{--ink:#f2c894;--edge:#8a6a3c;--band:#2b2114;--key:#3a2d1b;border-color:#5c4526}}
@media (min-width:992px){#test-bar{padding-inline:max(40px,50% - 600px)}}
#test-bar a,#test-bar button,#test-bar summary{font:inherit;min-height:32px;color:inherit}
#test-bar a{display:inline-flex;align-items:center;text-decoration:underline;text-underline-offset:.22em}
#test-bar button,#test-bar summary{padding:5px 10px;border:1px solid var(--edge);border-radius:6px;background:var(--key);font-weight:500;cursor:pointer}
#test-bar details{position:relative}
#test-bar ul{position:absolute;z-index:30;top:calc(100% + 4px);inset-inline-start:0;width:max-content;margin:0;padding:8px;list-style:none;background:var(--band);border:1px solid var(--edge);border-radius:8px;box-shadow:0 8px 24px rgb(0 0 0/16%)}
#test-bar li button{width:100%;margin-block:2px;text-align:start}
#test-bar :focus-visible{outline:3px solid var(--ink);outline-offset:2px}
@media (scripting:none){#test-bar details{display:none}}
#test-bar p{flex:1 1 12rem;margin:0}#test-bar p:empty{flex-basis:0}
#test-bar summary{width:max-content}
@media (max-width:767px){#test-bar details{flex:1 0 auto}#test-bar p{order:1;flex-basis:100%}#test-bar p:empty{display:none}}
@media (max-width:499px){#test-bar b span{display:none}}
@media (max-width:359px) and (scripting:enabled){body:not(:has(#test-bar))::before{height:79px}#test-bar{min-height:79px}}
@media print{#test-bar{display:none}}
`
  .replaceAll("\n", "")
  .trim();

/**
 * Adds the bar of test data to a page. Its markup stands behind the page's own, so that Tab reaches
 * the page first. Without scripts it says where the test values are.
 */
export function withTestBar(
  html: string,
  {
    flow,
    data,
    environment,
    locale,
    words,
    nonce,
  }: {
    readonly flow: string;
    readonly data: TestData;
    readonly environment: string;
    /** Language of the page. */
    readonly locale: string;
    /** The renderer's words in that language. */
    readonly words: Readonly<Record<string, string>>;
    readonly nonce: string;
  },
): string {
  const say = (key: string) => escapeHtml(words[`testBar.${key}`] ?? key);
  const choices = data.outcomes
    .map(
      ({ id, label }) =>
        `<li><button type="button" value="${escapeHtml(id)}">${escapeHtml(inLanguage(label, locale))}</button></li>`,
    )
    .join("");
  const bar = [
    `<aside id="test-bar" aria-label="${say("name")}" data-from="${dataPath(flow)}" data-filling="${say("filling")}" data-failed="${say("failed")}" data-none="${say("none")}"><b>${escapeHtml(environment)}<span> ${say("sandbox")}</span></b>`,
    `<details><summary>${say("use")}</summary><ul>${choices}</ul></details>`,
    `<p aria-live="polite"></p>`,
    `<a href="${inLanguageOf(VALUES_PATH, locale)}">${say("values")}</a><a href="${inLanguageOf(INBOX_PATH, locale)}">${say("inbox")}</a></aside>`,
    `<script nonce="${nonce}">${TEST_BAR_SCRIPT}</script>`,
  ].join("");
  return html
    .replace("</head>", () => `<style nonce="${nonce}">${STYLE}</style></head>`)
    .replace("</body>", () => `${bar}</body>`);
}
