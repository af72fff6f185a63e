/** Formats of `Intl` that are kept: a new one takes as long as sixty uses of it. */
const LIMIT = 500;

/**
 * Makes each format of a kind once, by locale and detail.
 *
 * @param make builds the format for a locale; `detail` tells formats of one locale apart, such as a currency
 */
export function formatCache<T>(
  make: (locale: string, detail: string) => T,
): (locale: string, detail?: string) => T {
  const made = new Map<string, T>();
  return (locale, detail = "") => {
    const key = detail === "" ? locale : `${locale} ${detail}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const format = make(locale, detail);
    // Locales come from definitions: more than these are versions that nothing serves any more.
    if (made.size >= LIMIT) made.clear();
    made.set(key, format);
    return format;
  };
}
