import { fallbackLocale } from "../../../language/axes.ts";
import type { CheckContext } from "../run/check-context.ts";
import { asObject, isObject, type Json } from "../../../language/json.ts";
import { closest } from "../../../source/closest.ts";
import { placeholdersOf } from "./compare-placeholders.ts";
import { filledTexts, type FilledText } from "./filled-texts.ts";

/**
 * Reports placeholders that nothing fills in the texts of blocks, notices, titles, intros and
 * mails: people would read the braces. A placeholder whose name is like no other is reported once,
 * where the value of a mail is missing.
 */
export function checkPlaceholders({ flow, tree, reporter }: CheckContext): void {
  const copy = asObject(tree["copy"]);
  const missing = new Set<string>();
  const report = ({ key, filled, remedy, by }: FilledText, locale: string) => {
    const plurals = new Set<string>();
    for (const [path, text] of textsOf(copy[locale], key.split("."))) {
      const base = path.join(".").replace(PLURAL, "");
      if (PLURAL.test(path.at(-1) ?? "") && !filled.includes("count") && !plurals.has(base)) {
        plurals.add(base);
        reporter.at(`/copy/${locale}/${path.join("/")}`, {
          code: "FLOW-COPY-UNFILLED",
          message: `Nothing gives the count that chooses among the plural forms of "${base}" in ${locale}: people would read the key`,
          suggestion: by === undefined ? "count: { var: … } under `with`" : "count: { var: … }",
        });
      }
      for (const placeholder of placeholdersOf(text)) {
        // Reported once, with the plural forms.
        if (filled.includes(placeholder) || (placeholder === "count" && plurals.has(base)))
          continue;
        const meant = closest(placeholder, filled);
        if (meant === undefined && by !== undefined) {
          if (missing.has(`${by} ${placeholder}`)) continue;
          missing.add(`${by} ${placeholder}`);
          reporter.at(by, {
            code: "FLOW-COPY-UNFILLED",
            message: `Nothing fills {${placeholder}} of the mail's text "${path.join(".")}": people would read the braces`,
            suggestion: MEMBERS[placeholder] ?? `values: { ${placeholder}: { var: … } }`,
          });
        } else
          reporter.at(`/copy/${locale}/${path.join("/")}`, {
            code: "FLOW-COPY-UNFILLED",
            message: `Nothing fills {${placeholder}} of the text "${path.join(".")}" in ${locale}`,
            suggestion: meant === undefined ? remedy : `{${meant}}`,
          });
      }
    }
  };
  const locales = [...new Set([...flow.locales, fallbackLocale(flow.definition)])];
  const placeholdersIn = (key: string) =>
    locales.flatMap((locale) =>
      [...textsOf(copy[locale], key.split("."))].flatMap(([, text]) => [...placeholdersOf(text)]),
    );
  for (const each of filledTexts(flow)) {
    for (const locale of locales) report(each, locale);
    const { filled } = each;
    const shown = each.wanted === undefined ? [] : placeholdersIn(each.key);
    for (const name of each.wanted ?? []) {
      const [locale = ""] = locales;
      const [text] = textsOf(copy[locale], each.key.split("."));
      // Another check reports a misspelt placeholder, at its text.
      const isMeant = (other: string) =>
        other === name || (!filled.includes(other) && closest(other, filled) === name);
      if (shown.some(isMeant) || text === undefined) continue;
      reporter.at(`/copy/${locale}/${each.key.replaceAll(".", "/")}/text`, {
        code: "FLOW-MAIL-LACKS",
        message: `The mail "${each.key.replace(/^mail\./, "")}" hands over a ${name}, and no text of it shows {${name}}: nobody can use the mail`,
        about: [each.key],
        suggestion: `{${name}} in its text, or the call without ${name}`,
      });
    }
  }
  reportRows({ flow, reporter }, placeholdersIn);
}

/**
 * Reports rows that leave a value of their message out which another row gives. A placeholder that
 * no row fills is reported with the text.
 *
 * @param placeholdersIn names of the placeholders of a text, in any language
 */
function reportRows(
  { flow, reporter }: Pick<CheckContext, "flow" | "reporter">,
  placeholdersIn: (key: string) => readonly string[],
): void {
  const messages = [...flow.tables].flatMap(([id, { rows }]) =>
    rows.flatMap(({ definition, notify }, index) =>
      definition.notify === undefined
        ? []
        : [
            {
              at: `/tables/${id}/rows/${index}/notify`,
              key: definition.notify.copy,
              given: [...(notify?.with.keys() ?? [])],
            },
          ],
    ),
  );
  for (const key of new Set(messages.map((message) => message.key))) {
    const rows = messages.filter((message) => message.key === key);
    const givenByAny = new Set(rows.flatMap(({ given }) => given));
    const placeholders = new Set(
      placeholdersIn(key).filter((placeholder) => givenByAny.has(placeholder)),
    );
    for (const { at, given } of rows)
      for (const placeholder of placeholders)
        if (!given.includes(placeholder))
          reporter.at(at, {
            code: "FLOW-COPY-UNFILLED",
            message: `This row gives no value for {${placeholder}} of the text "${key}": people would read the braces`,
            suggestion: `with: { ${placeholder}: … }`,
          });
  }
}

/** The ending of a key that is a plural form of another one. */
const PLURAL = /_(?:zero|one|two|few|many|other)$/;

/** The text of a key, all those below it, or its plural forms. */
function* textsOf(
  copy: Json | undefined,
  keys: readonly string[],
): Generator<readonly [path: readonly string[], text: string]> {
  yield* textsUnder(at(copy, keys), keys);
  const [above, last = ""] = [keys.slice(0, -1), keys.at(-1)];
  const beside = at(copy, above);
  for (const [name, value] of Object.entries(asObject(beside)))
    if (PLURAL.test(name) && name.replace(PLURAL, "") === last)
      yield* textsUnder(value, [...above, name]);
}

/** Members of a mail's body that fill a placeholder by themselves. */
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
