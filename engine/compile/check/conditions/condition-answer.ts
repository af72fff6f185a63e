import type { Json } from "../../../language/json.ts";
import { truthy } from "../../../rules/truthy.ts";
import type { Order, Question } from "./condition-formula.ts";

/** Whether JSON-logic compares a value as a number. */
export function isNumberOrNone(value: Json): value is number | null {
  return value === null || typeof value === "number";
}

/** Compares two numbers as JSON-logic does; none counts as 0. */
export function comparesAs(value: number | null, order: Order, than: number | null): boolean {
  const [a, b] = [value ?? 0, than ?? 0];
  if (order === "<") return a < b;
  if (order === "<=") return a <= b;
  return order === ">" ? a > b : a >= b;
}

/** Whether a value satisfies a question. */
export function satisfies(value: Json, asks: Question): boolean {
  if (asks === "truthy") return truthy(value);
  if (asks === "missing") return value === null || value === "";
  if ("order" in asks)
    return isNumberOrNone(value) ? comparesAs(value, asks.order, asks.than) : false;
  return value === asks.equals;
}
