import accepts from "accepts";
import type { FastifyRequest } from "fastify";
import { HeaderCache } from "./header-cache.ts";

/** Languages by preference, from `Accept-Language`. */
const named = new HeaderCache<readonly string[]>();

/** Name of the cookie that keeps a chosen language, where no flow says another. */
export const LOCALE_COOKIE = "locale";

/**
 * Languages by preference: the visitor's own choice, then `Accept-Language` (RFC 9110, 12.5.4)
 * without those it refuses with q=0, then the query's.
 *
 * @param cookie that keeps the choice
 */
export function acceptedLanguages(
  request: FastifyRequest,
  query: Readonly<Record<string, string>>,
  cookie: string = LOCALE_COOKIE,
): readonly string[] {
  const { raw } = request;
  const wished = named.of(raw.headers["accept-language"], () => accepts(raw).languages());
  return [request.cookies[cookie], ...wished, query["language"]]
    .filter((tag): tag is string => tag !== undefined && /^[a-zA-Z]{2}(-[a-zA-Z]{2})?$/.test(tag))
    .map(canonicalTag);
}

function canonicalTag(tag: string): string {
  const [language = "", country] = tag.split("-");
  return country === undefined
    ? language.toLowerCase()
    : `${language.toLowerCase()}-${country.toUpperCase()}`;
}
