import { fallbackLocale } from "../../../language/axes.ts";
import { savedFields } from "../../saved-fields.ts";
import { isObject } from "../../../language/json.ts";
import type { FieldSchema } from "../../../language/form.ts";
import { choicesOf } from "../../../validate/fields.ts";
import type { CopyBook } from "../../../copy/copy-book.ts";
import type { CompiledItem } from "../../compiled-screen.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { Mistake } from "../../reporter.ts";
import type { CheckContext } from "../run/check-context.ts";
import { typeOfPath } from "../../value-type.ts";

/** Kinds of values that a way of writing makes nothing of. */
const UNFIT: Readonly<Record<string, readonly string[]>> = {
  money: ["string", "boolean", "array", "object"],
  percent: ["string", "boolean", "array", "object"],
  date: ["number", "integer", "boolean", "array", "object"],
  phone: ["boolean", "array", "object"],
};

/**
 * Reports lines of summaries and lists of facts that cannot be written as they say: a choice whose
 * words are in another list, an amount that is a text.
 */
export function checkShownValues({ flow, reporter }: CheckContext): void {
  const copy = flow.copy(fallbackLocale(flow.definition));
  for (const screen of flow.screens.values())
    for (const [index, block] of screen.blocks.entries())
      for (const [line, item] of block.items.entries()) {
        const mistake = unwritten(flow, item, copy);
        if (mistake !== undefined)
          reporter.at(`/screens/${screen.id}/blocks/${index}/items/${line}/${mistake.member}`, {
            severity: "warning",
            ...mistake,
          });
      }
}

/** Why an item cannot be written as it says, and the member that says so. */
function unwritten(
  flow: CompiledVariant,
  { definition: { value, as, options } }: CompiledItem,
  copy: CopyBook,
): (Mistake & { readonly member: string }) | undefined {
  const path = isObject(value) ? value["var"] : undefined;
  if (typeof path !== "string") return undefined;
  const type = typeOfPath(flow, path);
  if (as === undefined && type?.type === "object")
    return {
      code: "FLOW-SHOWN",
      member: "value",
      message: `"${path}" cannot be written in a line: it is an object`,
      suggestion: `{ var: ${path}.MEMBER }`,
    };
  if (as === undefined) return undefined;
  if (type?.type !== undefined && UNFIT[as]?.includes(type.type) === true)
    return {
      code: "FLOW-SHOWN",
      member: "as",
      message: `"${path}" cannot be written as ${as}: it is ${KINDS[type.type] ?? type.type}`,
      about: [path],
      suggestion: "another `as`, or another value",
    };
  if (as !== "option" || options === undefined) return undefined;
  const place = askedAt(flow, path);
  const choices = type?.enum ?? type?.items?.enum ?? choicesOf(place?.field ?? {}) ?? [];
  const wordless = choices.filter(
    (choice) => choice !== "" && copy.under(`${options}.${String(choice)}`) === undefined,
  );
  if (wordless.length === 0) return undefined;
  return {
    code: "FLOW-SHOWN",
    member: "options",
    message: `The texts "${options}" have no word for ${wordless.map((choice) => JSON.stringify(choice)).join(", ")}, which "${path}" may be`,
    about: [options, path],
    suggestion:
      place?.options === undefined || place.options === options
        ? "the texts of this choice"
        : place.options,
  };
}

/** Types of JSON Schema in words. */
const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  integer: "a number",
  boolean: "a yes or no",
  array: "a list",
  object: "an object",
};

/** The first field that asks for a path, and the key of the texts of its choices. */
function askedAt(
  flow: CompiledVariant,
  path: string,
): { readonly field: FieldSchema; readonly options: string } | undefined {
  for (const screen of flow.screens.values())
    for (const { name, field, place } of savedFields(flow, screen))
      if (place === path)
        return { field, options: field["x-options"] ?? `${screen.copy}.fields.${name}.options` };
  return undefined;
}
