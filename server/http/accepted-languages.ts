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
    .filter((tag): tag is string => tag !== undefined && TAG.test(tag))
    .map(canonicalTag);
}

/** A language, perhaps with its script and its region, in any letters. */
const TAG = /^[a-z]{2}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i;

function canonicalTag(tag: string): string {
  const [language = "", ...others] = tag.split("-");
  return [
    language.toLowerCase(),
    ...others.map((each) =>
      each.length === 4
        ? each.charAt(0).toUpperCase() + each.slice(1).toLowerCase()
        : each.toUpperCase(),
    ),
  ].join("-");
}
