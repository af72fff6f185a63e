import { isSameLanguage, LOCALE } from "../../../engine/language/locale.ts";
import { UNWRITTEN } from "../../../engine/compile/check/copy/check-unwritten.ts";
import { inFile } from "../../../engine/compile/check/copy/group-texts.ts";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import type { MissingText } from "../../../engine/language/problem.ts";
import type { Sources } from "../../../engine/language/sources.ts";
import { readYaml } from "../../../engine/source/read-yaml.ts";
import { changeText } from "./change-text.ts";

/** The files that a flow's missing texts were written into. */
export interface FilledCopy {
  readonly changed: ReadonlyMap<string, string>;
  /** Number of texts that were written. */
  readonly texts: number;
  /** By locale, the others whose words it begins with. */
  readonly taken: ReadonlyMap<string, ReadonlySet<string>>;
  /** Missing texts that stand below a text, where the file has no place for them. */
  readonly blocked: readonly { readonly path: string; readonly keys: readonly string[] }[];
}

/** A text may show that it needs another one; no chain of them is longer. */
const ROUNDS = 3;

/**
 * Writes a text that begins with TODO for every text that the check misses: in each locale that
 * lacks it, the one of another locale of its language, else of the fallback locale, else words from
 * its key.
 *
 * @param fallback locale that texts are translated from
 * @param left files that are not among the sources, and stay as they are
 */
export function fillCopy(
  sources: Sources,
  flow: string,
  fallback: string,
  left: ReadonlySet<string> = new Set(),
): FilledCopy {
  const changed = new Map<string, string>();
  const blocked = new Map<string, FilledCopy["blocked"][number]>();
  const now = () => new Map([...sources, ...changed]);
  const taken = new Map<string, Set<string>>();
  const locales = localesIn(sources, flow);
  /** The locales that a text may begin with the words of, the nearest first. */
  const nearest = (locale: string): readonly string[] => {
    const others = locales.filter((each) => each !== locale);
    const akin = others.filter((each) => isSameLanguage(each, locale));
    return [...new Set([...akin, fallback])];
  };
  let texts = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const missing = missingTexts(now(), flow).filter((text) => {
      const place = placeOf(text);
      // Its words, or those to translate, may stand in the file.
      const files = nearest(text.locale).map((locale) => placeOf({ ...text, locale }).path);
      if ([place.path, ...files].some((path) => left.has(path))) return false;
      const isBlocked = standsBelowText(now().get(place.path), place);
      if (isBlocked) blocked.set(`${place.path} ${place.keys.join(".")}`, place);
      return !isBlocked;
    });
    if (missing.length === 0) break;
    for (const text of missing) {
      const [original, from] = originalOf(now(), text, nearest(text.locale));
      if (from !== undefined && from !== text.locale)
        taken.set(text.locale, (taken.get(text.locale) ?? new Set()).add(from));
      const { path, keys } = placeOf(text);
      const depth = "../".repeat(path.split("/").length - 1);
      const before =
        changed.get(path) ??
        sources.get(path) ??
        `# yaml-language-server: $schema=${depth}schemas/definition/copy.json\n`;
      const words = original ?? wordsOf(text.key);
      changed.set(
        path,
        changeText(before, keys, words.startsWith(UNWRITTEN) ? words : `${UNWRITTEN}: ${words}`),
      );
      texts++;
    }
  }
  return { changed, texts, taken, blocked: [...blocked.values()] };
}

/** The locales that a flow has texts in. */
function localesIn(sources: Sources, flow: string): readonly string[] {
  const folders = [...sources.keys()].flatMap((path) => {
    const [top, owner, locale = ""] = path.split("/");
    return top === "content" && owner === flow && LOCALE.test(locale) ? [locale] : [];
  });
  return [...new Set(folders)].toSorted();
}

/** The first text of some locales, with the locale that has it. */
function originalOf(
  sources: Sources,
  text: MissingText,
  locales: readonly string[],
): readonly [text?: string, locale?: string] {
  for (const locale of locales) {
    const found = textAt(sources, { ...text, locale });
    if (found !== undefined) return [found, locale];
  }
  return [];
}

/** Texts that some locale lacks, each locale's once. */
function missingTexts(sources: Sources, flow: string): readonly MissingText[] {
  const result = compileFlow(sources, flow);
  const problems = result.ok ? result.warnings : result.problems;
  const missing = problems
    .filter(({ code }) => code === "FLOW-COPY-MISSING" || code === "FLOW-COPY-LOCALE")
    .flatMap(({ texts = [] }) => texts)
    .flatMap(({ only, ...text }) => (only === undefined ? text : { ...text, locale: only }));
  const names = new Set(missing.map(nameOf));
  // What is missing as a whole is written with its parts.
  const whole = new Set(
    [...names].flatMap((name) => {
      const parts = name.split(".");
      return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("."));
    }),
  );
  return [...new Map(missing.map((text) => [nameOf(text), text])).values()].filter(
    (text) => !whole.has(nameOf(text)),
  );
}

function nameOf({ locale, key }: MissingText): string {
  return `${locale} ${key}`;
}

/** Whether a key of a file leads through a text. */
function standsBelowText(
  source: string | undefined,
  { path, keys }: { readonly path: string; readonly keys: readonly string[] },
): boolean {
  let at: unknown = source === undefined ? undefined : readYaml(path, source).value;
  for (const key of keys) {
    if (typeof at === "string") return true;
    at = typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined;
  }
  return false;
}

/** The file of a text, and its keys there. */
function placeOf({ key, locale, file }: MissingText) {
  return { path: file.replace("<locale>", locale), keys: inFile(key, file).split(".") };
}

function textAt(sources: Sources, text: MissingText): string | undefined {
  const { path, keys } = placeOf(text);
  const source = sources.get(path);
  if (source === undefined) return undefined;
  const found = keys.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined),
    readYaml(path, source).value,
  );
  return typeof found === "string" ? found : undefined;
}

/** Names of parts of a text's key, which say nothing of its own. */
const PARTS = ["label", "title", "text", "hint", "busy", "required", "action", "subject"];

/** Words from a key: `screens.address.fields.homeTown.label` is `Home town`. */
function wordsOf(key: string): string {
  const names = key.split(".");
  const name = names.findLast((each) => !PARTS.includes(each)) ?? key;
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[-_]/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
