import type { FormChange } from "../../../engine/tools/compare-forms.ts";

/** Maximum number of variants that a line names. */
const NAMED = 3;

const SIGNS = { added: "+ ", removed: "− ", changed: "" } as const;

/** The lines of a terminal for forms and fields that differ: `reader: + phone (optional)`. */
export function formLines(changes: readonly FormChange[]): string[] {
  return changes.length === 0 ? [] : ["", "Forms:", ...changes.map((each) => `  ${lineOf(each)}`)];
}

function lineOf({ form, field, change, details, variants }: FormChange): string {
  const only = variants === undefined ? "" : ` — only in ${variantsText(variants)}`;
  if (field === undefined)
    return change === "changed"
      ? `${form}: ${details.join("; ")}${only}`
      : `${SIGNS[change]}${form}${only}`;
  const what = details.length === 0 ? "" : `(${details.join("; ")})`;
  return change === "changed"
    ? `${form}: ${field}: ${details.join("; ")}${only}`
    : `${form}: ${`${SIGNS[change]}${field} ${what}`.trim()}${only}`;
}

function variantsText(variants: readonly string[]): string {
  const named = variants.slice(0, NAMED).join(", ");
  return variants.length > NAMED ? `${named} and ${variants.length - NAMED} more` : named;
}
