import type { DefinitionProblem, MissingText } from "../../../language/problem.ts";

/** Keys that are named in one message. */
const MOST = 12;

/** Codes of texts that are told for all locales together. */
const IN_ALL_LOCALES = ["FLOW-COPY-UNUSED", "FLOW-COPY-UNWRITTEN"];

/**
 * Groups missing texts by the part that lacks them: one new question without words is one mistake
 * in all locales and variants. Untranslated texts are grouped by the file they are translated from,
 * unused and unwritten ones by their file.
 */
export function groupTexts(problems: readonly DefinitionProblem[]): DefinitionProblem[] {
  const groups = new Map<string, DefinitionProblem[]>();
  const others: DefinitionProblem[] = [];
  for (const problem of problems) {
    if (problem.texts === undefined) {
      others.push(problem);
      continue;
    }
    const { code, file, line, column, texts } = problem;
    const name = IN_ALL_LOCALES.includes(code)
      ? `${code} ${texts.map((text) => text.file).join(" ")}`
      : code === "FLOW-COPY-MISSING"
        ? `${code} ${file}:${line}:${column}`
        : `${code} ${file} ${texts.map(({ locale, only }) => `${locale} ${String(only)}`).join(" ")}`;
    groups.set(name, [...(groups.get(name) ?? []), problem]);
  }
  return [...others, ...[...groups.values()].flatMap(together)];
}

function together(problems: readonly DefinitionProblem[]): DefinitionProblem[] {
  const [first] = problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
  if (first === undefined) return [];
  const texts = new Map(
    problems
      .flatMap((each) => each.texts ?? [])
      .map((text) => [`${text.key} ${text.locale}`, text]),
  );
  const all = [...texts.values()];
  const isSame = problems.every(({ message }) => message === first.message);
  const isWhole = first.code === "FLOW-COPY-LOCALE" && isSame;
  const message = isWhole ? first.message : messageOf(first, all);
  // The suggestion of an unused text is about its own key.
  const others = problems.some(({ suggestion }) => suggestion !== first.suggestion);
  const suggestion = first.code === "FLOW-COPY-UNUSED" && others ? undefined : first.suggestion;
  return [{ ...first, texts: all, message, suggestion }];
}

function messageOf({ code, message }: DefinitionProblem, texts: readonly MissingText[]): string {
  const keys = [...new Set(texts.map(({ key }) => key))];
  const locales = [...new Set(texts.map(({ locale }) => locale))].join(" and ");
  if (code === "FLOW-COPY-MISSING") return lacking(texts);
  if (code === "FLOW-COPY-UNUSED")
    return keys.length === 1
      ? `Nothing shows the text "${keys[0] ?? ""}" of ${locales}`
      : `Nothing shows ${keys.length} texts of ${locales}: ${listed(keys)}`;
  if (code === "FLOW-COPY-UNWRITTEN")
    return keys.length === 1
      ? `The text "${keys[0] ?? ""}" of ${locales} is not written yet`
      : `${keys.length} texts of ${locales} are not written yet: ${listed(keys)}`;
  return keys.length === 1 ? message : untranslated(texts);
}

/**
 * Keys by the locales that lack them and the file they belong into, as they are to be written
 * there.
 */
function lacking(texts: readonly MissingText[]): string {
  const locales = new Map<string, Set<string>>();
  for (const { key, locale } of texts)
    locales.set(key, (locales.get(key) ?? new Set<string>()).add(locale));
  const files = new Map<
    string,
    { readonly locales: readonly string[]; readonly keys: Set<string> }
  >();
  for (const { key, file } of texts) {
    const among = [...(locales.get(key) ?? [])].toSorted();
    const name = `${among.join(" ")} ${file}`;
    const place = files.get(name) ?? { locales: among, keys: new Set<string>() };
    place.keys.add(inFile(key, file));
    files.set(name, place);
  }
  const count = locales.size;
  const parts = [...files].map(([name, { locales: among, keys }]) => {
    const file = name.slice(name.lastIndexOf(" ") + 1);
    return `${listed([...keys])} in ${among.map((locale) => file.replace("<locale>", locale)).join(" and ")}`;
  });
  return `${count === 1 ? "A text is" : `${count} texts are`} missing: ${parts.join("; ")}`;
}

function untranslated(texts: readonly MissingText[]): string {
  const [first] = texts;
  const keys = [...new Set(texts.map(({ key, file }) => inFile(key, file)))];
  return first?.only === undefined
    ? `${keys.length} texts are not there in ${first?.locale ?? ""}; people would read them in another language: ${listed(keys)}. Write them into ${filesOf(texts)}`
    : `${keys.length} texts are there in ${first.locale} only, not in ${first.only}: ${listed(keys)}`;
}

/** The files of texts, in their locale. */
function filesOf(texts: readonly MissingText[]): string {
  return [...new Set(texts.map(({ file, locale }) => file.replace("<locale>", locale)))].join(
    " and ",
  );
}

/** The first ones of many; all of them are in the problem itself. */
function listed(keys: readonly string[]): string {
  return keys.length <= MOST
    ? keys.join(", ")
    : `${keys.slice(0, MOST).join(", ")} and ${keys.length - MOST} more`;
}

/** A key as it is written in its file: without what the file's own place says. */
export function inFile(key: string, file: string): string {
  const place = file.replace(/^.*?<locale>\//, "").replace(/\.\w+$/, "");
  const prefix = `${place.replaceAll("/", ".")}.`;
  return key.startsWith(prefix) ? key.slice(prefix.length) : key;
}
