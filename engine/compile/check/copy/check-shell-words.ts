import { isSameLanguage } from "../../../language/locale.ts";
import { siblingWords, flattenTexts, SHELL_LOCALE, shellWords } from "../../../copy/shell-words.ts";
import type { FlowDefinition } from "../../../language/flow.ts";
import type { DefinitionProblem } from "../../../language/problem.ts";
import type { Sources } from "../../../language/sources.ts";
import { readYamlOnce } from "../../../source/read-yaml-once.ts";
import type { SourceDocument } from "../../../source/read-yaml.ts";

/** How many missing texts are named. */
const NAMED = 3;

/**
 * Reports locales of a flow that the renderer lacks words in: its buttons and messages would be
 * English on a page in another language. Another locale of the same language speaks for it, such as
 * fr-CA for fr-FR.
 *
 * @param front the document of flow.yaml
 */
export function checkShellWords(
  sources: Sources,
  definition: FlowDefinition,
  front: SourceDocument,
): readonly DefinitionProblem[] {
  const words = shellWords(sources);
  const all = Object.keys(words.get(SHELL_LOCALE) ?? {});
  return definition.locales.flatMap((locale, index): DefinitionProblem[] => {
    if (isSameLanguage(locale, SHELL_LOCALE)) return [];
    const own = {
      ...siblingWords(words, locale),
      ...words.get(locale),
      ...flowWords(sources, definition.flow, locale),
    };
    const missing = all.filter((key) => !hasText(own, key));
    if (missing.length === 0) return [];
    const more = missing.length - NAMED;
    const which =
      missing.length === all.length
        ? "any text"
        : `${missing.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
    return [
      {
        code: "FLOW-SHELL-WORDS",
        severity: "warning",
        message: `The renderer has no words in ${locale} for ${which}: people would read them in ${SHELL_LOCALE}. Write content/shell/${locale}/shell.yaml with the texts of content/shell/${SHELL_LOCALE}/, or content/${definition.flow}/${locale}/shell.yaml with those of pages for this flow alone`,
        file: front.path,
        ...front.locate(`/locales/${index}`),
      },
    ];
  });
}

/** The words of pages that a flow brings itself: those of other files belong to no flow. */
function flowWords(
  sources: Sources,
  flow: string,
  locale: string,
): Readonly<Record<string, string>> {
  const textsOf = (path: string) => {
    const texts: Record<string, string> = {};
    flattenTexts(readYamlOnce(path, sources.get(path) ?? "").value, "", texts);
    return texts;
  };
  const own = Object.entries(textsOf(`content/${flow}/${locale}/shell.yaml`));
  const pages = textsOf(`content/shell/${SHELL_LOCALE}/shell.yaml`);
  return Object.fromEntries(own.filter(([key]) => hasText(pages, key)));
}

/** Languages have different plural forms: one of them is enough. */
function hasText(words: Readonly<Record<string, string>>, key: string): boolean {
  const plain = key.replace(/_(?:zero|one|two|few|many|other)$/, "");
  return [key, plain, `${plain}_other`].some((each) => Object.hasOwn(words, each));
}
