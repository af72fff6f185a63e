import { plainPage } from "../http/page/plain-page.ts";
import { INBOX_PATH, VALUES_PATH } from "./paths.ts";

/** The band above every page of the sandbox; never in a brand's colours. */
const BANNER = `<aside class="sandbox" aria-label="Sandbox"><b>Sandbox</b><span>Nothing real is sent or charged</span><a href="${VALUES_PATH}">Values and codes</a><a href="${INBOX_PATH}">Inbox</a></aside>`;

const STYLE = `
.sandbox{display:flex;flex-wrap:wrap;gap:4px 16px;margin:0;padding:4px max(20px,50% - 260px);background:#fdf0e1;color:#5c3500;border-bottom:1px solid #f0c998;font-size:.8125rem;line-height:2rem}
.sandbox span{flex:1 1 13em}.sandbox a{color:inherit}
@media (prefers-color-scheme:dark){.sandbox{background:#2b2114;color:#f2c894;border-color:#5c4526}}
`
  .replaceAll("\n", "")
  .trim();

/** A page of the sandbox in English, with the band that says so. */
export function sandboxPage({
  title,
  nonce,
  body,
}: {
  readonly title: string;
  /** Nonce of the content security policy. */
  readonly nonce: string;
  /** HTML; untrusted text in it is escaped. */
  readonly body: string;
}): string {
  const banner = `<style nonce="${nonce}">${STYLE}</style>${BANNER}`;
  return plainPage({ locale: "en", title, nonce, body, banner });
}
