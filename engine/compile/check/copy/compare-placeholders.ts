import { fallbackLocale } from "../../../language/axes.ts";
import type { CheckContext } from "../run/check-context.ts";
import { filledTexts } from "./filled-texts.ts";

/** The texts of one locale beside those of the fallback locale, by key with slashes. */
export interface LocaleTexts extends Pick<CheckContext, "flow" | "reporter"> {
  readonly locale: string;
  readonly other: ReadonlyMap<string, string>;
  readonly original: ReadonlyMap<string, string>;
}

/** A language may say a number in words, and write dates as its people do. */
const MAY_BE_LEFT_OUT = new Set(["count", "format"]);

/**
 * Reports texts whose placeholders differ between a locale and the fallback locale. Where each of
 * the two has a name that the other lacks, the one that fewer texts have is taken for the mistake.
 */
export function comparePlaceholders({
  flow,
  reporter,
  locale,
  other,
  original,
}: LocaleTexts): void {
  const fallback = fallbackLocale(flow.definition);
  const isUnfilled = unfilledPlaceholders(flow);
  let uses: ReadonlyMap<string, number> | undefined;
  for (const [key, text] of other) {
    const first = originalOf(key, original);
    if (first === undefined || !(text.includes("{") || first.text.includes("{"))) continue;
    const lost = placeholdersBeyond(first.text, text);
    const strange = placeholdersBeyond(text, first.text);
    const differing = [...lost, ...strange];
    if (differing.length === 0 || differing.some((placeholder) => isUnfilled(key, placeholder)))
      continue;
    uses ??= usesOf([...other.values(), ...original.values()]);
    const rarer = rarerOf({ lost, strange }, uses);
    const [lacks, has] = rarer === "lost" ? [strange, lost] : [lost, strange];
    const [wrong, right] = rarer === "lost" ? [fallback, locale] : [locale, fallback];
    const at = rarer === "lost" ? first.key : key;
    const says = [
      ...(lacks.length === 0 ? [] : [`lacks ${bracesOf(lacks)}`]),
      ...(has.length === 0 ? [] : [`has ${bracesOf(has)}`]),
    ].join(" and ");
    const doubt = rarer === "equal" ? "; one of the two is wrong" : "";
    reporter.at(`/copy/${wrong}/${at}`, {
      code: "FLOW-COPY-PLACE",
      message: `The text "${at.replaceAll("/", ".")}" of ${wrong} ${says}, unlike that of ${right}${doubt}`,
      suggestion: rarer === "equal" || lacks[0] === undefined ? undefined : `{${lacks[0]}}`,
    });
  }
}

/** A text of the fallback locale under a key, or under that of another plural form. */
export function originalOf(
  key: string,
  original: ReadonlyMap<string, string>,
): { readonly key: string; readonly text: string } | undefined {
  for (const each of [key, ...pluralsOf(key)]) {
    const text = original.get(each);
    if (text !== undefined) return { key: each, text };
  }
  return undefined;
}

/** Keys of a text in other plural forms: languages have different ones. */
export function pluralsOf(key: string): readonly string[] {
  const plain = key.replace(/_(?:zero|one|two|few|many|other)$/, "");
  return plain === key ? [`${key}_other`] : [plain, `${plain}_other`, `${plain}_one`];
}

/** Names of the placeholders of a text: `{fee, money}` is `fee`. */
export function placeholdersOf(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(/\{\s*([A-Za-z_]\w*)\s*(?:,[^}]*)?\}/g)].map(([, name = ""]) => name),
  );
}

/**
 * Tells whether nothing fills a placeholder of a text. That is reported as a mistake of the text
 * alone, and the text of the other locale may be right.
 */
function unfilledPlaceholders(
  flow: CheckContext["flow"],
): (key: string, placeholder: string) => boolean {
  const texts = filledTexts(flow).map(({ key, filled }) => ({
    key: key.replaceAll(".", "/"),
    filled,
  }));
  return (key, placeholder) =>
    texts.some(
      (text) =>
        (key === text.key || key.startsWith(`${text.key}/`)) && !text.filled.includes(placeholder),
    );
}

/** The placeholders of a text that another text lacks. */
function placeholdersBeyond(text: string, other: string): readonly string[] {
  const known = placeholdersOf(other);
  return [...placeholdersOf(text)].filter(
    (placeholder) => !known.has(placeholder) && !MAY_BE_LEFT_OUT.has(placeholder),
  );
}

/** The number of texts that have each placeholder. */
function usesOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const text of texts)
    for (const placeholder of placeholdersOf(text))
      uses.set(placeholder, (uses.get(placeholder) ?? 0) + 1);
  return uses;
}

/** Which of the differing placeholders are in fewer texts: probably mistyped. */
function rarerOf(
  { lost, strange }: { readonly lost: readonly string[]; readonly strange: readonly string[] },
  uses: ReadonlyMap<string, number>,
): "lost" | "strange" | "equal" {
  const count = (placeholders: readonly string[]) =>
    Math.min(...placeholders.map((placeholder) => uses.get(placeholder) ?? 0));
  if (lost.length === 0 || strange.length === 0) return "strange";
  if (count(lost) === count(strange)) return "equal";
  return count(lost) < count(strange) ? "lost" : "strange";
}

function bracesOf(placeholders: readonly string[]): string {
  return placeholders.map((placeholder) => `{${placeholder}}`).join(", ");
}
