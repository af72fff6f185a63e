import { isSameLanguage } from "../../../language/locale.ts";
import type { CheckContext } from "../run/check-context.ts";
import { axesOf, fallbackLocale } from "../../../language/axes.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import { asObject, isObject, type Json, type JsonObject } from "../../../language/json.ts";
import {
  comparePlaceholders,
  originalOf,
  pluralsOf,
  type LocaleTexts,
} from "./compare-placeholders.ts";
import { wordsOfPatterns } from "./words-of-patterns.ts";
import { memoize } from "../../../language/memoize.ts";

/** Where a locale of a variant is offered: by the value of an axis, or by the flow. */
function placeOfLocale({ variant, definition }: CompiledVariant, locale: string): string {
  const axis = axesOf(definition).find(([name, { values = {} }]) =>
    values[variant[name] ?? ""]?.locales?.includes(locale),
  )?.[0];
  return axis === undefined
    ? "/flow/locales"
    : `/flow/axes/${axis}/values/${variant[axis] ?? ""}/locales`;
}

/** A text of the fallback locale that another one lacks. */
interface MissingInLocale {
  readonly text: { readonly key: string; readonly file: string };
  /** Pointer to the fallback's text; undefined for one of a pattern library. */
  readonly at: string | undefined;
}

/**
 * Reports texts that a locale lacks, that stand untranslated, or whose placeholders differ from the
 * fallback's.
 */
export function checkLocales({ flow, tree, reporter }: CheckContext): void {
  const copy = asObject(tree["copy"]);
  const fallback = fallbackLocale(flow.definition);
  const original = textsOf(copy[fallback]);
  // What only one variant says, it may say in its own locale of the fallback's language.
  const akin = flow.locales
    .filter((locale) => isSameLanguage(locale, fallback))
    .flatMap((locale) => [...textsOf(copy[locale]).keys()]);
  const textOf = (key: string, locales: readonly string[]) => {
    const dotted = key.replaceAll("/", ".");
    return { key: dotted, file: reporter.places.copyFile(dotted, locales, flow.definition.flow) };
  };
  const present = new Set([...original.keys(), ...akin]);
  const ofPatterns = wordsOfPatterns(flow);
  const missingIn = (other: ReadonlyMap<string, string>): readonly MissingInLocale[] => {
    const says = (key: string) => other.has(key.replaceAll(".", "/"));
    return [...original.keys()].flatMap((key): readonly MissingInLocale[] => {
      const dotted = key.replaceAll("/", ".");
      if (other.has(key) || pluralsOf(key).some((each) => other.has(each))) return [];
      if (!key.startsWith(PATTERNS))
        return [{ text: textOf(key, [fallback]), at: `/copy/${fallback}/${key}` }];
      const file = `content/${flow.definition.flow}/<locale>/patterns.yaml`;
      return ofPatterns.shows(dotted, says) ? [{ text: { key: dotted, file }, at: undefined }] : [];
    });
  };
  for (const locale of flow.locales) {
    if (locale === fallback) continue;
    const other = textsOf(copy[locale]);
    // A locale of the same language says only what it says differently.
    if (other.size === 0 && !isSameLanguage(locale, fallback))
      reporter.at(placeOfLocale(flow, locale), {
        code: "FLOW-COPY-LOCALE",
        severity: "warning",
        message: `There is no text at all in ${locale}; people would read everything in ${fallback}. npx foyer copy export and import have it translated, npx foyer copy fill writes each text with TODO`,
        texts: missingIn(other).map(({ text }) => ({ ...text, locale })),
      });
    else if (!isSameLanguage(locale, fallback)) {
      for (const key of other.keys())
        if (
          !present.has(key) &&
          !pluralsOf(key).some((each) => present.has(each)) &&
          !key.startsWith(PATTERNS) &&
          !ofPatterns.mayReplace(key.replaceAll("/", "."))
        )
          reporter.at(`/copy/${locale}/${key}`, {
            code: "FLOW-COPY-LOCALE",
            severity: "warning",
            message: `The text "${key.replaceAll("/", ".")}" is there in ${locale} only, not in ${fallback}`,
            about: [key.replaceAll("/", ".")],
            texts: [{ ...textOf(key, [locale]), locale, only: fallback }],
          });
      for (const { text, at } of missingIn(other))
        reporter.at(at ?? placeOfLocale(flow, locale), {
          code: "FLOW-COPY-LOCALE",
          severity: "warning",
          message: `The text "${text.key}" is not there in ${locale}; people would read it in ${fallback}. Write it into ${text.file.replace("<locale>", locale)}`,
          about: [text.key],
          texts: [{ ...text, locale }],
        });
    }
    reportCopies({ flow, reporter, locale, other, original });
    comparePlaceholders({ flow, reporter, locale, other, original });
  }
}

/** Reports texts of a locale that were not translated. */
function reportCopies({ flow, reporter, locale, other, original }: LocaleTexts): void {
  const fallback = fallbackLocale(flow.definition);
  for (const [key, text] of other)
    if (
      text === originalOf(key, original)?.text &&
      !isSameLanguage(locale, fallback) &&
      isSentence(text) &&
      reporter.places.isWritten(`/copy/${locale}/${key}`)
    )
      reporter.at(`/copy/${locale}/${key}`, {
        code: "FLOW-COPY-COPIED",
        severity: "warning",
        message: `The text "${key.replaceAll("/", ".")}" of ${locale} is that of ${fallback}, word for word`,
        suggestion: "its translation",
      });
}

/** Where the words of pattern libraries stand in the copy. */
const PATTERNS = "patterns/";

/** Whether a text is more than a name: names are the same in many languages. */
function isSentence(text: string): boolean {
  return (text.replaceAll(/\{[^{}]*\}/g, "").match(/\p{L}{2,}/gu) ?? []).length >= 4;
}

/** Texts of the copy of a locale, which variants share and checks read several times. */
const textsIn = memoize((copy: JsonObject): ReadonlyMap<string, string> => {
  const texts = new Map<string, string>();
  gather(copy, "", texts);
  return texts;
});

/** Texts by key, its segments parted by slashes. */
function textsOf(copy: Json | undefined): ReadonlyMap<string, string> {
  return isObject(copy) ? textsIn(copy) : new Map();
}

function gather(value: Json, key: string, into: Map<string, string>): void {
  if (typeof value === "string") into.set(key, value);
  else if (isObject(value))
    for (const [name, part] of Object.entries(value))
      gather(part, key === "" ? name : `${key}/${name}`, into);
}
