import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import type { FastifyReply } from "fastify";
import { brandNames } from "../../../engine/render/brand-names.ts";
import type { BrandView } from "../../../engine/render/view.ts";
import { servedPlainFonts } from "./plain-fonts.ts";
import { PAGE_VARY } from "../wanted-type.ts";

/** The language, the words and the brand of a page without the renderer. */
export interface PlainPageContext {
  readonly locale: string;
  /** The renderer's own copy, by key. */
  readonly words: Readonly<Record<string, string>>;
  readonly brand?: PlainBrand;
  /** Path of the start of the brand's pages. */
  readonly home?: string;
}

/** The parts of a brand that a plain page shows. */
type PlainBrand = Pick<
  BrandView,
  "name" | "logo" | "nameInLogo" | "mark" | "favicon" | "cobrand" | "homeHref" | "theme" | "support"
>;

/** The content of a page without the renderer. */
export interface PlainPage {
  readonly locale: string;
  readonly title: string;
  /** Nonce of the content security policy. */
  readonly nonce: string;
  /** HTML; untrusted text in it is escaped. */
  readonly body: string;
  /** The page is inside a frame: transparent, without margins. */
  readonly framed?: boolean;
  /**
   * The brand whose page it is: its colours, its icon, its name in the title and, unless framed,
   * its name and its support.
   */
  readonly brand?: PlainBrand;
  /** HTML above the page, across the window. */
  readonly banner?: string;
}

/**
 * Writes a page of plain HTML for answers outside the flows. No script; light and dark; any width.
 * Title, locale and the brand's name are escaped.
 *
 * @param body HTML, not escaped here; `banner` too
 * @param framed leaves out the brand's name and its support
 */
export function plainPage({
  locale,
  title,
  nonce,
  body,
  brand,
  banner = "",
  framed = false,
}: PlainPage): string {
  const fonts = servedPlainFonts();
  const icon = brand?.favicon ?? brand?.logo;
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${escapeHtml([title, ...(brand === undefined ? [] : brandNames(brand))].join(" – "))}</title>`,
    icon === undefined ? "" : `<link rel="icon" href="${escapeHtml(icon)}">`,
    fonts.file === undefined
      ? ""
      : `<link rel="preload" href="/${fonts.file}" as="font" type="font/woff2" crossorigin>`,
    `<style nonce="${nonce}">${fonts.style}${STYLE}${brand === undefined ? "" : coloursOf(brand)}</style>`,
  ];
  // The page around a frame shows the brand's name and its support.
  const [above, below] =
    brand === undefined || framed
      ? ["", ""]
      : [`<header>${brandName(brand)}</header>`, supportOf(brand)];
  return `<!doctype html><html lang="${escapeHtml(locale)}"><head>${head.join("")}</head><body${framed ? ' class="framed"' : ""}>${banner}${above}<main>${body}</main>${below}</body></html>`;
}

/** The brand's name behind its logo, as the screens show them; a link home where it has one. */
function brandName({ name, logo, nameInLogo, mark, homeHref }: PlainBrand): string {
  const picture =
    mark === undefined && logo !== undefined
      ? `<img src="${escapeHtml(logo)}" alt="${nameInLogo === true ? escapeHtml(name) : ""}">`
      : mark === undefined
        ? ""
        : `<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="${escapeHtml(mark)}"/></svg>`;
  const shown = nameInLogo === true ? picture : `${picture}<span>${escapeHtml(name)}</span>`;
  return homeHref === undefined
    ? `<span class="brand">${shown}</span>`
    : `<a class="brand" href="${escapeHtml(homeHref)}">${shown}</a>`;
}

/** Where the brand helps, as the screens' footer says it; nothing without a number. */
function supportOf({ support: { label, phone, href } }: PlainBrand): string {
  return phone === undefined
    ? ""
    : `<footer>${escapeHtml(label)} <a href="${escapeHtml(href ?? `tel:${phone}`)}">${escapeHtml(phone)}</a></footer>`;
}

/** Answers a request with a plain page; a program would get something else at the same address. */
export function sendPlainPage(
  reply: FastifyReply,
  status: number,
  page: Omit<PlainPage, "nonce">,
): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .header("vary", PAGE_VARY)
    .type("text/html; charset=utf-8")
    .send(plainPage({ ...page, nonce: reply.nonce }));
}

/** The brand's colours and corners on a plain page, by day and by night. */
function coloursOf({ theme: { light, dark, radius } }: PlainBrand): string {
  const by = (colours: Readonly<Record<string, string>>) =>
    [
      ["accent", "accent"],
      ["on-accent", "onAccent"],
      ["button", "button"],
      ["on-button", "onButton"],
      ["button-line", "buttonLine"],
      ["text", "text"],
      ["muted", "muted"],
      ["ground", "surface"],
      ["surface", "raised"],
      ["hover", "hover"],
      ["hair", "line"],
      ["line", "border"],
      ["danger", "danger"],
    ]
      .flatMap(([name = "", token = ""]) =>
        COLOUR.test(colours[token] ?? "") ? [`--${name}:${colours[token]}`] : [],
      )
      .join(";");
  const shape = LENGTH.test(radius) ? `:root{--radius:${radius}}` : "";
  return `${shape}:root{${by(light)}}@media (prefers-color-scheme:dark){:root{${by(dark)}}}`;
}

const COLOUR = /^#[0-9a-f]{3,8}$/i;
const LENGTH = /^[0-9.]+(?:px|rem)$/;

const STYLE = `
:root{color-scheme:light dark;--text:#171b21;--muted:#535c68;--ground:#fff;--surface:#fff;--hover:#f1f3f5;--hair:#dfe3e8;--line:#7d8692;--accent:#242c38;--on-accent:#fff;--button:#242c38;--on-button:#fff;--button-line:#242c38;--danger:#a4221a}
@media (prefers-color-scheme:dark){:root{--text:#e8ebef;--muted:#a7b0bb;--ground:#14171c;--surface:#1c2026;--hover:#242930;--hair:#2d333b;--line:#7d8692;--accent:#dde3ea;--on-accent:#14171c;--button:#dde3ea;--on-button:#14171c;--button-line:#dde3ea;--danger:#ff9d92}}
*{box-sizing:border-box}
body{display:flex;flex-direction:column;min-height:100dvh;margin:0;background:var(--ground);color:var(--text);font:1rem/1.5 "Inter Variable","Inter Fallback",system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere;font-feature-settings:"cv11","ss03","calt"}
header,footer{padding-inline:20px}
@media (min-width:992px){header,footer{padding-inline:max(40px,50% - 600px)}}
header{padding-block:6px;border-bottom:1px solid var(--hair);font-weight:650;letter-spacing:-.014em;line-height:1.25rem}
.brand{display:inline-flex;align-items:center;gap:12px;min-height:44px;color:var(--text);text-decoration:none}
.brand svg,.brand img{flex:none;height:28px;width:28px;fill:var(--on-accent)}
.brand img{width:auto;min-width:28px;max-width:160px;object-fit:contain}
.brand rect{fill:var(--accent)}
main{width:100%;max-width:35rem;margin:0 auto;padding:40px 20px 64px}
footer{margin-top:auto;padding-block:12px;border-top:1px solid var(--hair);color:var(--muted);font-size:.8125rem;line-height:1.25rem}
footer a{display:inline-block;padding-block:12px;white-space:nowrap}
.framed{display:block;min-height:0;background:none}
.framed main{max-width:none;padding:4px 4px 16px}
.framed form>button{width:100%}
form + p{margin-top:16px}
h1{text-wrap:balance;font-size:1.875rem;line-height:2.25rem;font-weight:650;letter-spacing:-.022em;margin:0 0 8px}
h2{text-wrap:balance;font-size:1.125rem;line-height:1.5rem;font-weight:650;letter-spacing:-.012em;margin:32px 0 12px}
p{margin:0 0 16px;text-wrap:pretty}
h1 + p{color:var(--muted);max-width:46ch;margin-bottom:24px}
a{color:var(--accent);text-underline-offset:.22em}
.muted{color:var(--muted)}
.small{font-size:.9375rem;line-height:1.25rem}
ul.choices{list-style:none;margin:0;padding:0;display:grid;gap:8px}
button,a.button,input{font:inherit;min-height:48px;border-radius:var(--radius,10px)}
button,a.button{display:inline-flex;align-items:center;justify-content:center;padding:8px 20px;font-weight:500;cursor:pointer;text-decoration:none;border:1px solid var(--button-line);background:var(--button);color:var(--on-button)}
button.quiet{background:none;border-color:transparent;color:var(--accent);text-decoration:underline;text-underline-offset:.22em;padding-inline:0}
ul.choices button{width:100%;display:block;padding:11px 15px;text-align:start;background:var(--surface);color:var(--text);border-color:var(--line)}
ul.choices button span{display:block;font-weight:400;color:var(--muted);font-size:.9375rem;line-height:1.25rem}
ul.choices button:hover{background:var(--hover)}
article{padding-block:24px;border-top:1px solid var(--hair)}
article h2{margin:0 0 4px}
dl{margin:0}
dl div{padding-block:12px;border-top:1px solid var(--hair)}
dd{margin:4px 0 0;color:var(--muted)}
code{font:.9375rem/1.25rem ui-monospace,Menlo,Consolas,monospace;font-weight:600}
label{display:block;font-size:.9375rem;line-height:1.25rem;font-weight:500;margin-bottom:8px}
input{width:100%;padding:8px 14px;border:1px solid var(--line);background:var(--surface);color:var(--text);margin-bottom:24px}
input[aria-invalid]{border:2px solid var(--danger)}
.error{color:var(--danger);font-size:.9375rem;font-weight:500;margin-bottom:8px}
.error:not([hidden]){display:flex;gap:8px}
.error::before{content:"!"/"";flex:none;display:grid;place-items:center;width:1.25rem;height:1.25rem;border:2px solid;border-radius:50%;font-size:.75rem;line-height:1;font-weight:650}
@media (max-width:400px){form>button{width:100%}}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`
  .replaceAll("\n", "")
  .trim();
