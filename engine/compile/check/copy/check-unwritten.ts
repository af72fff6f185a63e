import { asObject, isObject, type Json } from "../../../language/json.ts";
import type { CheckContext } from "../run/check-context.ts";

/** How a text begins that stands for one that is still to be written. */
export const UNWRITTEN = "TODO";

const MARK = new RegExp(`^${UNWRITTEN}\\b`);

/** Whether a text stands for one that is still to be written. */
export function isUnwritten(text: string): boolean {
  return MARK.test(text);
}

/** Warns of texts that begin with TODO, as `foyer copy fill` writes them. */
export function checkUnwritten({ flow, tree, reporter }: CheckContext): void {
  for (const locale of flow.locales)
    for (const keys of unwrittenIn(asObject(tree["copy"])[locale] ?? null, [])) {
      const key = keys.join(".");
      reporter.at(`/copy/${locale}/${keys.join("/")}`, {
        code: "FLOW-COPY-UNWRITTEN",
        severity: "warning",
        message: `The text "${key}" of ${locale} is not written yet`,
        texts: [
          { key, locale, file: reporter.places.copyFile(key, [locale], flow.definition.flow) },
        ],
      });
    }
}

function unwrittenIn(copy: Json, above: readonly string[]): readonly (readonly string[])[] {
  if (typeof copy === "string") return isUnwritten(copy) ? [above] : [];
  return isObject(copy)
    ? Object.entries(copy).flatMap(([name, part]) => unwrittenIn(part, [...above, name]))
    : [];
}
