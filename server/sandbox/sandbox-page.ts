import { plainPage } from "../http/page/plain-page.ts";
import { INBOX_PATH, VALUES_PATH } from "./paths.ts";
import { inLanguageOf, SANDBOX_WORDS, type SandboxLanguage } from "./sandbox-words.ts";

/** The band above every page of the sandbox; never in a brand's colours. */
function banner(language: SandboxLanguage): string {
  const { sandbox, nothingReal, values, inbox } = SANDBOX_WORDS[language];
  const link = (path: string, text: string) =>
    `<a href="${inLanguageOf(path, language)}">${text}</a>`;
  return `<aside class="sandbox" aria-label="${sandbox}"><b>${sandbox}</b><span>${nothingReal}</span>${link(VALUES_PATH, values)}${link(INBOX_PATH, inbox)}</aside>`;
}

const STYLE = `
.sandbox{display:flex;flex-wrap:wrap;gap:4px 16px;margin:0;padding:4px max(20px,50% - 260px);background:#fdf0e1;color:#5c3500;border-bottom:1px solid #f0c998;font-size:.8125rem;line-height:2rem}
.sandbox span{flex:1 1 13em}.sandbox a{color:inherit}
@media (prefers-color-scheme:dark){.sandbox{background:#2b2114;color:#f2c894;border-color:#5c4526}}
`
  .replaceAll("\n", "")
  .trim();

/** A page of the sandbox, with the band that says so. */
export function sandboxPage({
  title,
  nonce,
  body,
  language = "en",
}: {
  readonly title: string;
  /** Nonce of the content security policy. */
  readonly nonce: string;
  /** HTML; untrusted text in it is escaped. */
  readonly body: string;
  readonly language?: SandboxLanguage;
}): string {
  const head = `<style nonce="${nonce}">${STYLE}</style>${banner(language)}`;
  return plainPage({ locale: language, title, nonce, body, banner: head });
}
