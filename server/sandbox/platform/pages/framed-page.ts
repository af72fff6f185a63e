import { escapeHtml, plainPage } from "../../../plugins/page/plain-page.ts";

/** What a provider's page in a frame is made of. */
export interface FramedPage {
  readonly locale: string;
  readonly title: string;
  readonly nonce: string;
  /** HTML; what came from outside has gone through `escaped`. */
  readonly body: string;
  /** Runs in the page; hands results over with `hand(data)`. */
  readonly script: string;
}

/** A page that hands its result to the page around it, as a provider's would: `{ foyer: true, data }`, to this site only. */
export function framedPage({ locale, title, nonce, body, script }: FramedPage): string {
  const hand = "const hand = (data) => parent.postMessage({ foyer: true, data }, location.origin);";
  return plainPage({
    locale,
    title,
    nonce,
    framed: true,
    body: `${body}<script nonce="${nonce}">${hand}${script}</script>`,
  });
}

/** A control with its label, and a place for what is wrong with it. */
export function labelledInput(name: string, label: string, attributes: string): string {
  return `<label for="${name}">${escapeHtml(label)}</label><p class="error" id="${name}-error" role="alert" hidden></p><input id="${name}" name="${name}" aria-describedby="${name}-error" ${attributes}>`;
}
