import { createInstance, type i18n } from "i18next";

/** An i18next instance over a view's copy. */
export function wordsOf(locale: string, words: Readonly<Record<string, string>>): i18n {
  const instance = createInstance();
  void instance.init({
    lng: locale,
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { prefix: "{", suffix: "}", escapeValue: false },
    resources: { [locale]: { translation: words } },
  });
  return instance;
}
