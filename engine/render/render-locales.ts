import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { formatCache } from "../copy/intl-formats.ts";
import type { RenderContext } from "./render-context.ts";
import type { ScreenView } from "./view.ts";

/**
 * The languages of the variant. Where another language means a new application, and the visitor has
 * begun one, the page asks for confirmation.
 */
export function renderLocales(
  { flow, facts, copy: { locale } }: RenderContext,
  revision: number,
  words: Readonly<Record<string, string>>,
): Pick<ScreenView, "locales" | "localeAsks"> {
  const locales = flow.locales
    .filter((each) => each === locale || flow.localesOffered?.test(facts) !== false)
    .map((each) => ({ locale: each, label: languageName(each), current: each === locale }));
  if (locales.length < 2 || !restartsOnLocaleChange(flow, facts["role"] === null && revision > 0))
    return { locales };
  const say = (part: string) => words[`restart.${part}`] ?? "";
  return {
    locales,
    localeAsks: { title: say("title"), text: say("text"), yes: say("yes"), no: say("no") },
  };
}

/**
 * Whether another language means a new application. @param begun the visitor would leave an
 * application behind
 */
export function restartsOnLocaleChange(flow: CompiledVariant, begun: boolean): boolean {
  return flow.definition.localeChange === "restart" && begun;
}

/** The name of a language in that language. */
const languageName = formatCache((locale) => {
  const [language = locale] = locale.split("-");
  const name =
    new Intl.DisplayNames([locale], { type: "language", languageDisplay: "standard" }).of(
      language,
    ) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
});
