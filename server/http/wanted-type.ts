import accepts from "accepts";
import type { FastifyRequest } from "fastify";
import { HeaderCache } from "./header-cache.ts";

/** Cached results: whether `Accept` prefers HTML. */
const wanted = { form: new HeaderCache<boolean>(), other: new HeaderCache<boolean>() };

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)/;

/**
 * Whether a request prefers a page (browsers, forms without scripts) to data (programs), by
 * `Accept` (RFC 9110, 12.5.1). Where both are equal, a plain form gets a page and every other
 * client data.
 */
export function wantsHtml({ raw, headers }: Pick<FastifyRequest, "raw" | "headers">): boolean {
  const isForm = FORM.test(headers["content-type"] ?? "");
  const types = isForm ? ["html", "json"] : ["json", "html"];
  return (isForm ? wanted.form : wanted.other).of(
    raw.headers.accept,
    () => accepts(raw).type(types) === "html",
  );
}

/** Whether a request prefers data to a page. Where both are equal it gets the page. */
export function wantsData({ raw }: Pick<FastifyRequest, "raw">): boolean {
  return accepts(raw).type(["html", "json"]) === "json";
}

/** The header `vary` of a page outside the flows: it depends on type, language and session. */
export const PAGE_VARY = "Accept, Accept-Language, Cookie";
