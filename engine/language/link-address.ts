import { isObject, type Json } from "./json.ts";

/**
 * The address of a link of `config.links` in one locale; undefined where the locale has none.
 *
 * @param target an address, or addresses by locale
 */
export function linkAddress(target: Json | undefined, locale: string): string | undefined {
  const address = isObject(target) ? target[locale] : target;
  return typeof address === "string" ? address : undefined;
}
