import { argumentsOf } from "../../rules/arguments-of.ts";
import { isObject, type Json, type JsonObject } from "../../language/json.ts";
import { childPointer } from "../../source/json-pointer.ts";
import { joinConditions, MATCH_WORDS, placePart, type MatchPart } from "./lower-match.ts";
import type { LoweredPlaces } from "./lowered-places.ts";

/** Operators that an author writes and no compiled rule has. */
export const WRITTEN_OPERATORS: readonly string[] = ["case", "pick", "timer"];

/** What the lowering of an operator asks of the lowering of rules. */
export interface RuleLowerer {
  readonly places: LoweredPlaces;
  rule(rule: Json, source: string, lowered: string): Json;
  /** The conditions of an object's `match` and `not`. */
  parts(object: JsonObject, source: string): readonly MatchPart[];
}

/** The place of an operator's argument, and of the operator that it becomes. */
export interface OperatorAt {
  readonly source: string;
  readonly lowered: string;
}

/**
 * Lowers an operator that only authors write: `case` becomes `if`, `pick` and a map below `object`
 * become `object` with names and values in turn. Undefined for any other operator.
 */
export function writtenOperator(
  operator: string,
  given: Json,
  at: OperatorAt,
  lowerer: RuleLowerer,
): JsonObject | undefined {
  if (operator === "case") return caseRule(given, at, lowerer);
  if (operator === "pick") return pickRule(given, at, lowerer);
  return operator === "object" && isObject(given) ? objectRule(given, at, lowerer) : undefined;
}

function caseRule(given: Json, { source, lowered }: OperatorAt, lowerer: RuleLowerer): JsonObject {
  const entries = argumentsOf(given);
  const parts = entries.flatMap((entry, index) => {
    const at = `${source}/case/${index}`;
    const mistake = mistakeOfCase(entry, index === entries.length - 1);
    if (mistake !== undefined) {
      lowerer.places.report(at, {
        code: "FLOW-RULE-CASE",
        message: mistake,
        suggestion: "case: [{ match: { order.type: RENT }, is: 1 }, { is: 0 }]",
      });
      return [];
    }
    const { is = null, ...condition } = entry as JsonObject;
    const to = `${lowered}/if`;
    const last = Object.keys(condition).length === 0;
    const value = `${to}/${last ? 2 * index : 2 * index + 1}`;
    lowerer.places.put(value, `${at}/is`);
    const made = lowerer.rule(is, `${at}/is`, value);
    if (last) return [made];
    const test = conditionOf(condition, at, lowerer);
    placePart(test, `${to}/${2 * index}`, lowerer.places);
    return [test.rule, made];
  });
  return { if: parts };
}

function conditionOf(entry: JsonObject, at: string, lowerer: RuleLowerer): MatchPart {
  const parts = lowerer.parts(entry, at);
  const { when } = entry;
  if (when === undefined) return joinConditions(parts, at);
  const rule = lowerer.rule(when, `${at}/when`, `${at}/when`);
  return joinConditions([...parts, { rule, source: `${at}/when`, made: false }], at);
}

function mistakeOfCase(entry: Json, isLast: boolean): string | undefined {
  if (!isObject(entry) || !("is" in entry))
    return "An entry of `case` says what the value `is`, after the condition under which it is";
  const conditions = Object.keys(entry).filter((key) => key !== "is");
  const unknown = conditions.find((key) => key !== "when" && !MATCH_WORDS.some((w) => w === key));
  if (unknown !== undefined)
    return `An entry of \`case\` has \`match\`, \`not\`, \`when\` and \`is\`, and no "${unknown}"`;
  return conditions.length === 0 && !isLast
    ? "Only the last entry of `case` has no condition: no later one is ever asked"
    : undefined;
}

function objectRule(
  members: JsonObject,
  { source, lowered }: OperatorAt,
  lowerer: RuleLowerer,
): JsonObject {
  return {
    object: Object.entries(members).flatMap(([name, value], index) => {
      const from = childPointer(`${source}/object`, name);
      const to = `${lowered}/object/${2 * index + 1}`;
      lowerer.places.putGenerated(`${lowered}/object/${2 * index}`, from);
      lowerer.places.put(to, from);
      return [name, lowerer.rule(value, from, to)];
    }),
  };
}

function pickRule(given: Json, { source, lowered }: OperatorAt, lowerer: RuleLowerer): JsonObject {
  const picks = argumentsOf(given);
  const members = picks.flatMap((pick, index) => {
    const at = `${source}/pick/${index}`;
    const picked = pickedMembers(pick);
    if (picked.length === 0)
      lowerer.places.report(at, {
        code: "FLOW-RULE-PICK",
        message: "A member is picked by its path, or by a name and a path",
        suggestion: "pick: [name, { town: address.city }]",
      });
    return picked.map((each) => ({ ...each, at }));
  });
  return {
    object: members.flatMap(({ name, path, at }, index) => {
      lowerer.places.putGenerated(`${lowered}/object/${2 * index}`, at);
      lowerer.places.putGenerated(`${lowered}/object/${2 * index + 1}`, at);
      return [name, { var: path }];
    }),
  };
}

/** A member that is picked: its new name, and the path to its value. */
export interface PickedMember {
  readonly name: string;
  readonly path: string;
}

/**
 * The members of one entry of `pick` or `take`: a path is picked under its last name, a map says
 * name and path. None where the entry is neither.
 */
export function pickedMembers(pick: Json): readonly PickedMember[] {
  if (typeof pick === "string") {
    const name = pick.slice(pick.lastIndexOf(".") + 1);
    return name === "" ? [] : [{ name, path: pick }];
  }
  if (!isObject(pick)) return [];
  const entries = Object.entries(pick);
  return entries.every(([, path]) => typeof path === "string" && path !== "")
    ? entries.map(([name, path]) => ({ name, path: String(path) }))
    : [];
}
