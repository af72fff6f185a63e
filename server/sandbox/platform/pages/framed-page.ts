import { escapeHtml, plainPage } from "../../../plugins/page/plain-page.ts";

/** The content of a provider's page in a frame. */
export interface FramedPage {
  readonly locale: string;
  readonly title: string;
  readonly nonce: string;
  /** HTML; untrusted text in it is escaped. */
  readonly body: string;
  /** Script of the page; returns results with `hand(data)`. */
  readonly script: string;
}

/**
 * A page that returns its result to the page around it, as a provider's does: `{ foyer: true, data
 * }`, to this site only.
 */
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

/** A control with its label, and a place for its error. */
export function labelledInput(name: string, label: string, attributes: string): string {
  return `<label for="${name}">${escapeHtml(label)}</label><p class="error" id="${name}-error" role="alert" hidden></p><input id="${name}" name="${name}" aria-describedby="${name}-error" ${attributes}>`;
}
