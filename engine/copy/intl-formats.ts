/** Maximum number of `Intl` formats in a cache; creating one takes as long as sixty uses. */
const LIMIT = 500;

/**
 * Makes each format of a kind once, by locale and detail.
 *
 * @param make builds the format for a locale; `detail` tells formats of one locale apart, such as a
 *   currency
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
    // Locales come from definitions: beyond the limit most belong to versions that are no longer
    // served.
    if (made.size >= LIMIT) made.clear();
    made.set(key, format);
    return format;
  };
}
