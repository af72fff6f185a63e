import type { Json } from "../../../language/json.ts";
import type { Question } from "./condition-formula.ts";
import { pathOf } from "./term.ts";
import { typeOfPath, type Typed } from "../../value-type.ts";

/** A value of a term that no rule names. */
export const OTHER = "\u0000other";

/**
 * Values that a term is tried with: those it is compared with, those its schema lists, none, and
 * one more.
 */
export function termValues(
  flow: Typed,
  term: string,
  questions: readonly Question[],
): readonly Json[] {
  const type = typeOfPath(flow, pathOf(term).path);
  if (type?.type === "boolean") return [true, null, false];
  if (type?.enum !== undefined) return [...new Set([...type.enum, null])];
  const equal = new Set<Json>();
  const bounds = new Set<number>();
  for (const asks of questions) {
    if (typeof asks !== "object") continue;
    if ("order" in asks) bounds.add(asks.than);
    else equal.add(asks.equals);
  }
  const isNumber = bounds.size > 0 || type?.type === "number" || type?.type === "integer";
  if (isNumber) return numbersAround([...equal, ...bounds], type?.type);
  const other = type?.type === "string" ? ["", OTHER] : [OTHER, false];
  return [...new Set<Json>([...equal, null, ...other])];
}

/** Each number, one between each two neighbours, one below and one above all, and none. */
function numbersAround(values: readonly Json[], type: string | undefined): readonly Json[] {
  const numbers = [0, ...values.filter((value) => typeof value === "number")];
  const sorted = [...new Set(numbers)].toSorted((a, b) => a - b);
  const between = sorted.slice(1).map((value, at) => (value + (sorted[at] ?? value)) / 2);
  const whole = sorted.flatMap((value) => [value - 1, value + 1]);
  const near = type === "integer" ? whole : [...between, ...whole];
  return [...new Set<Json>([null, ...values, ...sorted, ...near])];
}
