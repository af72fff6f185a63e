import { renderBrand } from "../../../../engine/render/render-brand.ts";
import { escapeHtml } from "../../../../engine/copy/escape-html.ts";
import { plainPage } from "../../../http/page/plain-page.ts";
import type { Face } from "./face.ts";

/** The content of a provider's page in a frame. */
export interface FramedPage {
  /** Its language, and the brand whose colours it has. */
  readonly face: Face;
  readonly title: string;
  readonly nonce: string;
  /** HTML; untrusted text in it is escaped. */
  readonly body: string;
  /** Script of the page; returns results with `hand(data)`. */
  readonly script: string;
}

const HAND = `
const send = (message) => parent.postMessage({ foyer: true, ...message }, location.origin);
const hand = (data) => send({ data });
new ResizeObserver(() => send({ height: document.body.offsetHeight })).observe(document.body);`;

/**
 * A page that returns its result to the page around it, as a provider's does: `{ foyer: true, data
 * }`, to this site only. It also reports its height: `{ foyer: true, height }`, in pixels.
 */
export function framedPage({ face, title, nonce, body, script }: FramedPage): string {
  return plainPage({
    locale: face.locale,
    title,
    nonce,
    framed: true,
    brand: renderBrand(face.variant, face.copy),
    body: `${body}<script nonce="${nonce}">${HAND}${script}</script>`,
  });
}

/** A control with its label, and a place for its error. */
export function labelledInput(name: string, label: string, attributes: string): string {
  return `<label for="${name}">${escapeHtml(label)}</label><p class="error" id="${name}-error" role="alert" hidden></p><input id="${name}" name="${name}" aria-describedby="${name}-error" ${attributes}>`;
}
