/** How a locale is written: a language, and where they matter its script and its region. */
export const LOCALE = /^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/;

/** The language of a locale with its script: that of `zh-TW` is `zh-Hant`, as people write it. */
export function languageOf(locale: string): string {
  try {
    const { language, script = "" } = new Intl.Locale(locale).maximize();
    return `${language}-${script}`;
  } catch {
    return locale;
  }
}

/** Whether people who read one locale read the other one. */
export function isSameLanguage(one: string, other: string): boolean {
  return one === other || languageOf(one) === languageOf(other);
}

/** The first of some locales in the language of another one. */
export function localeInLanguage(locale: string, others: Iterable<string>): string | undefined {
  const language = languageOf(locale);
  for (const other of others) if (other !== locale && languageOf(other) === language) return other;
  return undefined;
}
