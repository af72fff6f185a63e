import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { escapeHtml } from "../../engine/copy/escape-html.ts";
import { problemType } from "../../engine/language/problem-type.ts";
import { plainPage, type PlainPageContext } from "../http/page/plain-page.ts";
import { PAGE_VARY, wantsHtml } from "../http/wanted-type.ts";

/** Seconds after which a visitor may ask again, as with every 503 of the service. */
const RETRY_AFTER = "2";

const PROBLEM = JSON.stringify({
  type: problemType("starting"),
  title: "This node is starting",
  detail: "It compiles its flows. Nothing is lost. Please try again in a moment.",
});

/** Nothing may be loaded by these answers, and no other site may show them. */
const HEADERS = {
  // The next request may reach the service itself, over a connection of its own.
  connection: "close",
  "cache-control": "no-store",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** The language and the words of a page for a request. */
export type WordsOf = (request: IncomingMessage) => Promise<PlainPageContext>;

/**
 * Answers a request to a node that is starting: `/healthz` says that it is alive, everything else
 * that it is not ready yet, browsers by a page in the visitor's language.
 */
export async function answerStarting(
  request: IncomingMessage,
  response: ServerResponse,
  wordsOf: WordsOf,
): Promise<void> {
  // The answer does not wait for the body of the request. The rest of the body is dropped.
  request.resume();
  const path = (request.url ?? "/").split("?")[0];
  if (path === "/healthz") return send(request, response, { type: JSON_TYPE, body: ALIVE });
  const refusal = { status: 503, type: "application/problem+json", body: PROBLEM };
  if (path === "/readyz" || !wantsHtml({ raw: request, headers: request.headers }))
    return send(request, response, refusal);
  const nonce = randomBytes(16).toString("base64");
  const body = pageOf(request, nonce, await wordsOf(request));
  return send(request, response, { status: 503, type: "text/html; charset=utf-8", body, nonce });
}

const JSON_TYPE = "application/json; charset=utf-8";
const ALIVE = JSON.stringify({ status: "alive" });

interface Answer {
  readonly status?: number;
  readonly type: string;
  readonly body: string;
  /** Admits the page's own style. */
  readonly nonce?: string;
}

function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status = 200, type, body, nonce }: Answer,
): void {
  const style = nonce === undefined ? "" : `style-src 'nonce-${nonce}'; `;
  response.writeHead(status, {
    ...HEADERS,
    ...(status === 503 ? { "retry-after": RETRY_AFTER, vary: PAGE_VARY } : {}),
    "content-security-policy": `default-src 'none'; ${style}base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    "content-type": type,
    "content-length": Buffer.byteLength(body),
  });
  response.end(method === "HEAD" ? undefined : body);
}

/** The page that any 503 of the service shows, in no brand: which one it is follows from a flow. */
function pageOf(
  { method }: IncomingMessage,
  nonce: string,
  { locale, words }: PlainPageContext,
): string {
  const say = (key: string) => words[`trouble.${key}`] ?? key;
  const title = say("unavailable.title");
  const next =
    method === "GET" || method === "HEAD"
      ? `<p><a class="button" href="">${escapeHtml(say("again"))}</a></p>`
      : `<p>${escapeHtml(say("back"))}</p>`;
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(say("unavailable.text"))}</p>${next}`;
  return plainPage({ locale, title, nonce, body });
}
