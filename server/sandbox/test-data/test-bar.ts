import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import { TEST_BAR_SCRIPT } from "./test-bar-script.ts";

type Fields = Readonly<Record<string, string | boolean>>;

/** A flow's test data, sandbox/platform/test-data.yaml. */
export interface TestData {
  readonly outcomes: readonly {
    readonly id: string;
    readonly label: string;
    readonly effect: string;
    readonly fields: Fields;
  }[];
  /** By the country of the page's language. */
  readonly countries: Readonly<Record<string, Fields>>;
  readonly pages?: readonly { readonly path: string; readonly fields: Fields }[];
}

/** Path of the page that lists the test values. */
export const VALUES_PATH = "/sandbox/test-values";

/** Path of a flow's test data: no page holds them, so that a test finds no value where none belongs. */
export function dataPath(flow: string): string {
  return `/sandbox/test-data/${encodeURIComponent(flow)}`;
}

/** The test data of a flow; undefined for a flow without. */
export function testDataOf(flow: CompiledFlow | undefined): TestData | undefined {
  return flow?.attachments["sandbox/platform/test-data.yaml"] as TestData | undefined;
}

const STYLE = `
body:has(#test-bar){display:flex;flex-direction:column}
body>#root{flex:1 0 auto;width:100%}
#test-bar{order:-1;display:flex;flex-wrap:wrap;align-items:center;gap:4px 16px;padding:4px max(20px,50% - 600px);background:#ffd98a;color:#3a2600;font-size:.8125rem;line-height:1.25rem}
#test-bar a,#test-bar button,#test-bar summary{font:inherit;min-height:32px;color:inherit}
#test-bar a{display:inline-flex;align-items:center;text-decoration:underline}
#test-bar button,#test-bar summary{padding:5px 10px;border:1px solid #7a5200;border-radius:6px;background:#fff4dc;cursor:pointer}
#test-bar details{position:relative}
#test-bar ul{position:absolute;z-index:30;top:calc(100% + 4px);inset-inline-start:0;width:max-content;margin:0;padding:8px;list-style:none;background:#ffd98a;border:1px solid #7a5200;border-radius:6px}
#test-bar li button{width:100%;margin-block:2px;text-align:start}
#test-bar :focus-visible{outline:3px solid #3a2600;outline-offset:2px}
#test-bar p{flex:1 1 12rem;margin:0}#test-bar p:empty{flex-basis:0}
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
    nonce,
  }: {
    readonly flow: string;
    readonly data: TestData;
    readonly environment: string;
    readonly nonce: string;
  },
): string {
  const choices = data.outcomes
    .map(
      ({ id, label }) =>
        `<li><button type="button" value="${escapeHtml(id)}">${escapeHtml(label)}</button></li>`,
    )
    .join("");
  const bar = [
    `<aside id="test-bar" lang="en" aria-label="Test data" data-from="${dataPath(flow)}"><b>${escapeHtml(environment)} sandbox</b>`,
    `<details hidden><summary>Use test data</summary><ul>${choices}</ul></details>`,
    `<p aria-live="polite"></p>`,
    `<a href="${VALUES_PATH}">Values and codes</a><a href="/inbox">Inbox</a></aside>`,
    `<script nonce="${nonce}">${TEST_BAR_SCRIPT}</script>`,
  ].join("");
  return html
    .replace("</head>", () => `<style nonce="${nonce}">${STYLE}</style></head>`)
    .replace("</body>", () => `${bar}</body>`);
}
