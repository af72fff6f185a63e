import { isObject, type Json } from "../../../language/json.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";

/**
 * The places without which a rule does not hold: while one of them is missing, the rule gives
 * nothing true. What cannot be told from the form of the rule needs nothing.
 */
export function neededPlaces(
  flow: CompiledVariant,
  rule: Json | undefined,
  within: ReadonlySet<string> = new Set(),
): readonly string[] {
  if (!isObject(rule)) return [];
  const [operator = "", given] = Object.entries(rule)[0] ?? [];
  const operands = (Array.isArray(given) ? given : [given]) as readonly (Json | undefined)[];
  const needed = (operand: Json | undefined) => neededPlaces(flow, operand, within);
  const [first, second] = operands;
  switch (operator) {
    case "var":
      return typeof first === "string" && second === undefined ? [first] : [];
    case "and":
      return operands.flatMap(needed);
    case "or":
      return inAll(operands.map(needed));
    case "!!":
      return needed(first);
    case "===":
    case "==":
      return [...besideValue(first, second, needed), ...besideValue(second, first, needed)];
    case "!==":
    case "!=":
      return first === null ? needed(second) : second === null ? needed(first) : [];
    case "in":
      return isListOfValues(second) ? readBy(first, needed) : readBy(second, needed);
    case "guard":
    case "value": {
      const named = operator === "guard" ? flow.guards : flow.values;
      const name = String(first);
      return within.has(name)
        ? []
        : neededPlaces(flow, named.get(name)?.rule, new Set([...within, name]));
    }
    default:
      return [];
  }
}

type Needed = (operand: Json | undefined) => readonly string[];

/** What an operand needs to equal another one that is a value, and not null. */
function besideValue(
  operand: Json | undefined,
  other: Json | undefined,
  needed: Needed,
): readonly string[] {
  const isValue = other !== null && other !== undefined && typeof other !== "object";
  return isValue ? readBy(operand, needed) : [];
}

/** The place of an operand that is read as it is: missing, it is null. */
function readBy(operand: Json | undefined, needed: Needed): readonly string[] {
  return isObject(operand) && Object.hasOwn(operand, "var") ? needed(operand) : [];
}

function isListOfValues(operand: Json | undefined): boolean {
  return (
    Array.isArray(operand) &&
    operand.every((each: Json) => each !== null && typeof each !== "object")
  );
}

/** The places that each of some lists has. */
function inAll(lists: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = lists;
  return first.filter((place) => others.every((list) => list.includes(place)));
}
