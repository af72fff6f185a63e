import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import type { BrandView } from "../../../engine/render/view.ts";

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
  /** The brand whose page it is: its name above, unless framed; its colours. */
  readonly brand?: Pick<BrandView, "name" | "theme">;
}

/** A page of plain HTML for answers outside the flows. No script; light and dark; any width. */
export function plainPage({
  locale,
  title,
  nonce,
  body,
  brand,
  framed = false,
}: PlainPage): string {
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)}</title>`,
    `<style nonce="${nonce}">${STYLE}${brand === undefined ? "" : coloursOf(brand)}</style>`,
  ];
  // The page around a frame shows the brand's name.
  const name =
    brand === undefined || framed ? "" : `<p class="brand">${escapeHtml(brand.name)}</p>`;
  return `<!doctype html><html lang="${escapeHtml(locale)}"><head>${head.join("")}</head><body${framed ? ' class="framed"' : ""}><main>${name}${body}</main></body></html>`;
}

/** The brand's colours and corners on a plain page, by day and by night. */
function coloursOf({ theme: { light, dark, radius } }: Pick<BrandView, "theme">): string {
  const by = (colours: Readonly<Record<string, string>>) =>
    [
      ["accent", "accent"],
      ["on-accent", "onAccent"],
      ["text", "text"],
      ["muted", "muted"],
      ["ground", "sunken"],
      ["surface", "raised"],
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
:root{color-scheme:light dark;--text:#1c2430;--muted:#4d5867;--ground:#f4f5f7;--surface:#fff;--line:#7b8594;--accent:#1f4fb2;--on-accent:#fff;--danger:#a4221a}
@media (prefers-color-scheme:dark){:root{--text:#edf0f4;--muted:#b3bcc8;--ground:#11151b;--surface:#1b212a;--line:#808b99;--accent:#9bbcff;--on-accent:#0b1b3d;--danger:#ff9d92}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main{max-width:34rem;margin:0 auto;padding:2.5rem 1rem 4rem}
.framed{background:none}
.framed main{max-width:none;padding:.25rem .25rem 1rem}
form + p{margin-top:1rem}
h1{text-wrap:balance;font-size:1.6rem;line-height:1.2;margin:0 0 .5rem}
h2{font-size:1.05rem;margin:2rem 0 .75rem}
p{margin:0 0 1rem}
.muted{color:var(--muted)}
.brand{font-weight:700;color:var(--accent);margin-bottom:1.5rem}
ul.choices{list-style:none;margin:0;padding:0;display:grid;gap:.5rem}
button,a.button,input{font:inherit;min-height:3rem;border-radius:var(--radius,.5rem)}
button,a.button{display:inline-flex;align-items:center;padding:.5rem 1.25rem;font-weight:500;cursor:pointer;text-decoration:none;border:1px solid var(--accent);background:var(--accent);color:var(--on-accent)}
button.quiet{background:none;border-color:transparent;color:var(--accent);text-decoration:underline;padding-inline:0}
ul.choices button{width:100%;display:block;text-align:start;background:var(--surface);color:var(--text);border-color:var(--line)}
ul.choices button span{display:block;font-weight:400;color:var(--muted);font-size:.925rem}
ul.choices button:hover{border-color:var(--accent)}
label{display:block;font-size:.9375rem;font-weight:500;margin-bottom:.25rem}
input{width:100%;padding:.5rem .75rem;border:1px solid var(--line);background:var(--surface);color:var(--text);margin-bottom:1rem}
input[aria-invalid]{border:2px solid var(--danger)}
.error{color:var(--danger);font-weight:600;margin-bottom:.25rem}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`
  .replaceAll("\n", "")
  .trim();
