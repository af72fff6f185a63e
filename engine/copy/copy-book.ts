import { createInstance, type i18n } from "i18next";
import { isObject, type Json, type JsonObject } from "../language/json.ts";
import { choosesText, compileText } from "./compile-text.ts";
import type { FillText, TextFormats, TextParameters } from "./compile-text.ts";
import { withIncluded } from "./included-texts.ts";
import { writeDateLetters, writeDateParts } from "./write-date-format.ts";
import { writeBytes, writeAmount, writeMoney, writePercent } from "./write-number.ts";
import { memoize } from "../language/memoize.ts";

/** The copy of a flow in one locale, with its overlays. */
export interface CopyBook {
  readonly locale: string;
  /**
   * The text under a key with its placeholders filled; undefined when no locale of the chain has
   * it. `count` chooses a plural form. `{name}` stands for a parameter, `{name, money}` for an
   * amount in minor units, `{name, percent}` for a number of percent, `{name, bytes}` for the size
   * of a file, `{name, dateletters}` and `{name, dateparts}` for a date format in the language's
   * letters (MM/JJ/AAAA) and words (mois, jour, année). `{support.hours}`, with a dot, stands for
   * the text under that key.
   */
  text(key: string, parameters?: TextParameters): string | undefined;
  /** The text or the map of texts under a key. */
  under(key: string): Json | undefined;
}

/** Marks a key that no locale has. */
const ABSENT = Symbol("absent");

/** Marks a text that only i18next can fill. */
const BY_I18NEXT = Symbol("by i18next");

type CompiledText = string | FillText | typeof ABSENT | typeof BY_I18NEXT;

const NO_PARAMETERS: TextParameters = {};

/** Maximum number of keys in the cache; keys of absent texts may come from answers. */
const KEY_LIMIT = 10_000;

/** The texts of one locale. */
interface LocaleCopy {
  readonly locale: string;
  readonly copy: JsonObject;
}

/**
 * Opens the copy over i18next, which finds the texts and chooses plurals. Each text is split at its
 * placeholders once.
 *
 * @param chain locales from the wanted one to the last fallback, each with its copy
 * @param currency of `{name, money}`; undefined: amounts are plain numbers
 */
export function copyBook(
  chain: readonly [LocaleCopy, ...LocaleCopy[]],
  currency: string | undefined,
): CopyBook {
  const [{ locale }] = chain;
  const formats: TextFormats = {
    amount: (value) => writeAmount(value, locale, currency),
    money: (value) => writeMoney(value, locale, currency),
    bytes: (value) => writeBytes(value, locale),
    dateletters: (value) => writeDateLetters(value, locale),
    dateparts: (value) => writeDateParts(value, locale),
    percent: (value) => writePercent(value, locale),
  };
  let translator: i18n | undefined;
  const translate = (key: string, options: TextParameters): string | undefined => {
    // i18next returns a message for the key of a map; that is no text.
    const found: unknown = (translator ??= openTranslator(chain, formats, written)).t(key, {
      ...options,
      defaultValue: "",
      returnObjects: true,
    });
    return typeof found === "string" && found !== "" ? found : undefined;
  };
  const written = (key: string) => translate(key, { skipInterpolation: true });
  const compile = (key: string): CompiledText => {
    const text = written(key);
    return text === undefined
      ? ABSENT
      : (compileText(withIncluded(text, written), formats) ?? BY_I18NEXT);
  };
  const compiled = new Map<string, CompiledText>();
  return {
    locale,
    text(key, parameters = NO_PARAMETERS) {
      for (const name in parameters) if (choosesText(name)) return translate(key, parameters);
      let text = compiled.get(key);
      if (text === undefined) {
        text = compile(key);
        if (compiled.size >= KEY_LIMIT) compiled.clear();
        compiled.set(key, text);
      }
      if (text === ABSENT) return undefined;
      if (text === BY_I18NEXT) return translate(key, parameters);
      if (typeof text === "string") return text;
      const filled = text(parameters);
      return filled === "" ? undefined : filled;
    },
    under(key) {
      // A locale with only some texts falls back to the next one of the chain for the others.
      return chain
        .toReversed()
        .reduce<Json | undefined>(
          (below, entry) => laidOver(below, lookUp(entry.copy, key)),
          undefined,
        );
    },
  };
}

/**
 * Opens i18next over the texts of a chain, at the first requested text.
 *
 * @param textOf the text that another one includes
 */
function openTranslator(
  chain: readonly [LocaleCopy, ...LocaleCopy[]],
  formats: TextFormats,
  textOf: (key: string) => string | undefined,
): i18n {
  const translator = createInstance();
  void translator.init({
    lng: chain[0].locale,
    fallbackLng: chain.slice(1).map((entry) => entry.locale),
    initAsync: false,
    load: "currentOnly",
    returnNull: false,
    // React escapes texts when it draws them.
    interpolation: { prefix: "{", suffix: "}", escapeValue: false, skipOnVariables: true },
    nsSeparator: false,
    missingInterpolationHandler: (_: string, [place, name]: RegExpExecArray, given: object) =>
      Object.hasOwn(given, name?.trim() ?? "") ? "" : withIncluded(place, textOf),
    resources: Object.fromEntries(
      chain.map((entry) => [entry.locale, { translation: entry.copy }]),
    ),
  });
  for (const [name, write] of Object.entries(formats))
    translator.services.formatter?.add(name, (value: Json) => write(value));
  return translator;
}

function laidOver(below: Json | undefined, above: Json | undefined): Json | undefined {
  if (above === undefined) return below;
  if (!isObject(below) || !isObject(above)) return above;
  const merged: Record<string, Json> = { ...below };
  for (const [key, text] of Object.entries(above))
    merged[key] = laidOver(merged[key], text) ?? text;
  return merged;
}

/** Whether some name of a map has a dot in it, such as the choice "Jr.". */
const hasDottedName = memoize((copy: JsonObject) =>
  Object.keys(copy).some((name) => name.includes(".")),
);

function lookUp(copy: JsonObject, key: string): Json | undefined {
  if (hasDottedName(copy)) return lookUpLongest(copy, key);
  const dot = key.indexOf(".");
  const name = dot < 0 ? key : key.slice(0, dot);
  const below = Object.hasOwn(copy, name) ? copy[name] : undefined;
  if (dot < 0) return below;
  return isObject(below) ? lookUp(below, key.slice(dot + 1)) : undefined;
}

/** The longest name that exists counts. */
function lookUpLongest(copy: JsonObject, key: string): Json | undefined {
  const segments = key.split(".");
  for (let length = segments.length; length > 0; length--) {
    const name = segments.slice(0, length).join(".");
    const below = Object.hasOwn(copy, name) ? copy[name] : undefined;
    if (length === segments.length && below !== undefined) return below;
    const found = isObject(below) ? lookUp(below, segments.slice(length).join(".")) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
