import { savedFields } from "../../saved-fields.ts";
import { asList, isObject, type Json } from "../../../language/json.ts";
import { SCOPED_OPERATORS } from "../../../rules/signatures.ts";
import { overlaps, replaceIds } from "../../../rules/state-path.ts";
import { childPointer } from "../../../source/json-pointer.ts";
import type { CheckContext, FlowWideCheck } from "../run/check-context.ts";
import { addWrittenPlaces, emptyWrittenPlaces } from "../values/written-values.ts";

/** Parts of the definition tree that hold rules. */
const RULED = ["guards", "values", "screens", "tables", "calls", "flow", "forms"] as const;
const TURNED: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };
const EQUAL = new Set(["===", "==", "!==", "!="]);
const WORDS: Readonly<Record<string, string>> = {
  "<": "below",
  "<=": "as low as",
  ">": "above",
  ">=": "as high as",
  "===": "",
};

/** The least and the greatest number that a place may hold. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Warns of comparisons beyond the bounds of the one thing that writes a number: the field of a
 * form. Such a comparison never holds. The bounds are those of all variants together.
 */
export class BoundsCheck implements FlowWideCheck {
  private readonly ranges = new Map<string, Range>();
  private readonly others = emptyWrittenPlaces();

  gather({ flow, tree }: CheckContext): void {
    // Fields are looked at by themselves.
    addWrittenPlaces({ ...flow, screens: new Map() }, tree, this.others);
    for (const screen of flow.screens.values())
      for (const { field, place: path } of savedFields(flow, screen)) {
        const { type, minimum = -Infinity, maximum = Infinity } = field;
        const place = replaceIds(path, "0");
        const isNumber = type === "integer" || type === "number";
        const own = isNumber ? { from: minimum, to: maximum } : ANY;
        this.ranges.set(place, around(this.ranges.get(place), own));
      }
  }

  check({ tree, reporter }: CheckContext): void {
    const rangeOf = (path: string): Range | undefined => {
      const place = replaceIds(path, "0");
      const range = this.ranges.get(place);
      if (range === undefined || [...this.others.open].some((each) => overlaps(each, place)))
        return undefined;
      return (this.others.values.get(place) ?? [])
        .map((value) => (typeof value === "number" ? { from: value, to: value } : ANY))
        .reduce<Range>(around, range);
    };
    const compare = (operator: string, path: string, constant: number, at: string): void => {
      const range = rangeOf(path);
      if (range === undefined || !isBeyond(operator, range, constant)) return;
      const word = WORDS[operator] ?? "";
      reporter.at(at, {
        code: "FLOW-RULE-VALUE",
        severity: "warning",
        message: `"${path}" is never ${word}${word === "" ? "" : " "}${constant}: its form takes ${described(range)}`,
        about: [path, String(constant)],
        suggestion: `a number within ${described(range)}, or other bounds in the form`,
      });
    };
    for (const part of RULED) walk(tree[part] ?? null, `/${part}`, compare);
  }
}

const ANY: Range = { from: -Infinity, to: Infinity };

function around(one: Range | undefined, other: Range): Range {
  if (one === undefined) return other;
  return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
}

/** Whether a comparison never holds. No answer counts as 0 where numbers are put in order. */
function isBeyond(operator: string, { from, to }: Range, constant: number): boolean {
  const [least, most] = [Math.min(from, 0), Math.max(to, 0)];
  switch (operator) {
    case ">":
      return constant >= most;
    case ">=":
      return constant > most;
    case "<":
      return constant <= least;
    case "<=":
      return constant < least;
    default:
      return constant < from || constant > to;
  }
}

function described({ from, to }: Range): string {
  if (from === -Infinity) return `numbers up to ${to}`;
  return to === Infinity ? `numbers from ${from}` : `${from} to ${to}`;
}

type Compare = (operator: string, path: string, constant: number, at: string) => void;

/** Visits the comparisons of a path with a number below a value, outside of lists. */
function walk(value: Json, pointer: string, compare: Compare): void {
  if (Array.isArray(value)) {
    value.forEach((each: Json, index) => walk(each, `${pointer}/${index}`, compare));
    return;
  }
  if (!isObject(value)) return;
  for (const [key, part] of Object.entries(value)) {
    const at = childPointer(pointer, key);
    const args = asList(part);
    visitOperands(key, args, { at, compare });
    if (SCOPED_OPERATORS.has(key) && args.length > 1) walk(args[0] ?? null, `${at}/0`, compare);
    else walk(part, at, compare);
  }
}

function visitOperands(
  operator: string,
  args: readonly Json[],
  { at, compare }: { readonly at: string; readonly compare: Compare },
): void {
  if (operator === "in" && Array.isArray(args[1])) {
    const path = pathOf(args[0]);
    for (const [index, each] of (args[1] as readonly Json[]).entries())
      if (path !== undefined && typeof each === "number")
        compare("===", path, each, `${at}/1/${index}`);
  }
  const isEquality = EQUAL.has(operator);
  const turned = isEquality ? "===" : TURNED[operator];
  if (turned === undefined) return;
  for (const [index, left] of args.slice(0, -1).entries()) {
    const right = args[index + 1];
    const [first, second] = [pathOf(left), pathOf(right)];
    if (first !== undefined && typeof right === "number")
      compare(isEquality ? "===" : operator, first, right, `${at}/${index + 1}`);
    else if (second !== undefined && typeof left === "number")
      compare(turned, second, left, `${at}/${index}`);
  }
}

function pathOf(operand: Json | undefined): string | undefined {
  const read = isObject(operand) ? operand["var"] : undefined;
  return typeof read === "string" ? read : undefined;
}
