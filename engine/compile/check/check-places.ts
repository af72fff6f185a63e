import { fallbackLocale } from "../../language/axes.ts";
import type { CheckContext } from "./check-context.ts";
import { asObject, isObject, type Json } from "../../language/json.ts";
import { closest } from "../../source/closest.ts";
import { placesOf } from "./check-locales.ts";
import { filledTexts, type FilledText } from "./filled-texts.ts";

/**
 * Reports placeholders that nothing fills in the texts of blocks, notices, titles, intros and mails:
 * people would read the braces. A placeholder whose name is like no other is reported once, where
 * the value of a mail is missing.
 */
export function checkPlaces({ flow, tree, reporter }: CheckContext): void {
  const copy = asObject(tree["copy"]);
  const missing = new Set<string>();
  const report = ({ key, filled, remedy, by }: FilledText, locale: string) => {
    for (const [path, text] of textsUnder(at(copy[locale], key.split(".")), key.split(".")))
      for (const place of placesOf(text)) {
        if (filled.includes(place)) continue;
        const meant = closest(place, filled);
        if (meant === undefined && by !== undefined) {
          if (missing.has(`${by} ${place}`)) continue;
          missing.add(`${by} ${place}`);
          reporter.at(by, {
            code: "FLOW-COPY-UNFILLED",
            message: `Nothing fills {${place}} of the mail's text "${path.join(".")}": people would read the braces`,
            suggestion: MEMBERS[place] ?? `values: { ${place}: { var: … } }`,
          });
        } else
          reporter.at(`/copy/${locale}/${path.join("/")}`, {
            code: "FLOW-COPY-UNFILLED",
            message: `Nothing fills {${place}} of the text "${path.join(".")}" in ${locale}`,
            suggestion: meant === undefined ? remedy : `{${meant}}`,
          });
      }
  };
  for (const each of filledTexts(flow))
    for (const locale of new Set([...flow.locales, fallbackLocale(flow.definition)]))
      report(each, locale);
}

/** Members of a mail's body that fill a place by themselves. */
const MEMBERS: Readonly<Record<string, string>> = {
  name: "name: { var: person.name }",
  link: "link: { opens: LINK }",
  code: "code: { lifetimeMs: 1800000 }",
};

function at(value: Json | undefined, keys: readonly string[]): Json | undefined {
  return keys.reduce<Json | undefined>(
    (inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  );
}

function* textsUnder(
  value: Json | undefined,
  path: readonly string[],
): Generator<readonly [path: readonly string[], text: string]> {
  if (typeof value === "string") yield [path, value];
  else if (isObject(value))
    for (const [name, inner] of Object.entries(value)) yield* textsUnder(inner, [...path, name]);
}
