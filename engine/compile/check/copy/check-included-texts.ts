import { inclusionsOf } from "../../../copy/included-texts.ts";
import { fallbackLocale } from "../../../language/axes.ts";
import { asObject, isObject, type Json } from "../../../language/json.ts";
import { closest } from "../../../source/closest.ts";
import type { CheckContext } from "../run/check-context.ts";

/** Reports places for texts that are not there, or that have places of their own. */
export function checkIncludedTexts({ flow, tree, reporter }: CheckContext): void {
  const copy = asObject(tree["copy"]);
  for (const locale of new Set([...flow.locales, fallbackLocale(flow.definition)])) {
    const book = flow.copy(locale);
    for (const { at, key } of inclusionsOf(asObject(copy[locale]))) {
      const text = book.under(key);
      if (typeof text === "string" && !text.includes("{")) continue;
      const [file = ""] = key.split(".", 1);
      const candidates = keysUnder(book.under(file) ?? null, [file]);
      reporter.at(`/copy/${locale}/${at.join("/")}`, {
        code: "FLOW-COPY-UNFILLED",
        message:
          typeof text === "string"
            ? `The text "${at.join(".")}" of ${locale} includes "${key}", which has a place of its own`
            : `The text "${at.join(".")}" includes "${key}": there is no such text in ${locale}`,
        suggestion:
          typeof text === "string" ? "a text without places" : bracedOr(closest(key, candidates)),
      });
    }
  }
}

function keysUnder(value: Json, at: readonly string[]): readonly string[] {
  return isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => keysUnder(inner, [...at, name]))
    : [at.join(".")];
}

function bracedOr(key: string | undefined): string | undefined {
  return key === undefined ? undefined : `{${key}}`;
}
