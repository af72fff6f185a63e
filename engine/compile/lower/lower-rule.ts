import { SCOPED_OPERATORS } from "../../rules/signatures.ts";
import { isObject, type Json, type JsonObject } from "../../language/json.ts";
import { OPERATORS } from "../../rules/compile-rule.ts";
import { childPointer } from "../../source/json-pointer.ts";
import {
  joinConditions,
  MATCH_WORDS,
  matchParts,
  placePart,
  type MatchPart,
  type MatchContext,
  type MatchNames,
} from "./lower-match.ts";
import { timerRule } from "./timer-rule.ts";
import { entryRule, memberRule } from "./list-entry.ts";
import type { LoweredPlaces } from "./lowered-places.ts";
import {
  WRITTEN_OPERATORS,
  writtenOperator,
  type OperatorAt,
  type RuleLowerer,
} from "./written-operators.ts";

const KNOWN = new Set([...OPERATORS, ...WRITTEN_OPERATORS]);

/**
 * Lowers the rules of one part of the definitions: `match`, `not`, `case`, `pick`, maps of `object`
 * and entries of lists become JSON-logic.
 */
export class RuleLowering {
  constructor(
    private readonly names: MatchNames,
    readonly places: LoweredPlaces,
  ) {}

  /** A rule without `match` and `not`; the same object if it had none. */
  rule(rule: Json, source: string, lowered: string, scoped = false): Json {
    if (Array.isArray(rule))
      return sameOr(
        rule,
        rule.map((part: Json, at) =>
          this.rule(part, `${source}/${at}`, `${lowered}/${at}`, scoped),
        ),
      );
    if (!isObject(rule)) return rule;
    if (isMatch(rule)) {
      const part = joinConditions(this.parts(rule, source, scoped), source);
      placePart(part, lowered, this.places);
      return part.rule;
    }
    const [entry, ...others] = Object.entries(rule);
    if (entry === undefined || others.length > 0)
      return this.members(rule, source, lowered, scoped);
    const [operator, args] = entry;
    if (operator === "timer")
      return timerRule(args, { source, lowered }, this.names.timers, this.within(scoped));
    const written =
      writtenOperator(operator, args, { source, lowered }, this.within(scoped)) ??
      this.read(operator, args, { source, lowered });
    if (written !== undefined) return written;
    const [from, to] = [childPointer(source, operator), childPointer(lowered, operator)];
    if (!SCOPED_OPERATORS.has(operator) || !Array.isArray(args)) {
      const made = this.rule(args, from, to, scoped);
      return made === args ? rule : { [operator]: made };
    }
    const made = args.map((part: Json, at) =>
      this.rule(part, `${from}/${at}`, `${to}/${at}`, scoped || at > 0),
    );
    return made.every((part, at) => part === args[at]) ? rule : { [operator]: made };
  }

  /** A template whose rules have no `match` and `not`. */
  template(template: Json, source: string, lowered: string): Json {
    if (Array.isArray(template))
      return sameOr(
        template,
        template.map((part: Json, at) =>
          this.template(part, `${source}/${at}`, `${lowered}/${at}`),
        ),
      );
    if (!isObject(template)) return template;
    const keys = Object.keys(template);
    if (isMatch(template) || (keys.length === 1 && KNOWN.has(keys[0] ?? "")))
      return this.rule(template, source, lowered);
    return mapMembers(template, (part, key) =>
      this.template(part, childPointer(source, key), childPointer(lowered, key)),
    );
  }

  /** The conditions of an object's `match` and `not`. */
  parts(object: JsonObject, source: string, scoped = false): readonly MatchPart[] {
    const context: MatchContext = {
      names: this.names,
      places: this.places,
      scoped,
      rule: this.within(scoped).rule,
    };
    return MATCH_WORDS.flatMap((word) => {
      const given = object[word];
      return given === undefined ? [] : matchParts(word, given, `${source}/${word}`, context);
    });
  }

  /** This lowering for parts of a rule, inside of a list or not. */
  private within(scoped: boolean): RuleLowerer {
    return {
      places: this.places,
      rule: (rule, source, lowered) => this.rule(rule, source, lowered, scoped),
      parts: (object, source) => this.parts(object, source, scoped),
    };
  }

  /** A read through an entry of a list, or of a member of a named value. */
  private read(operator: string, args: Json, { source, lowered }: OperatorAt): Json | undefined {
    const [path = null, otherwise] = Array.isArray(args) ? (args as readonly Json[]) : [args];
    if (typeof path !== "string") return undefined;
    const made =
      operator === "value"
        ? memberRule(path, this.names.values)
        : operator === "var" || operator === "fact"
          ? entryRule(path, operator)
          : undefined;
    if (made === undefined) return undefined;
    this.places.putGenerated(lowered, source);
    return otherwise === undefined ? made : { default: [made, otherwise] };
  }

  private members(rule: JsonObject, source: string, lowered: string, scoped: boolean): Json {
    return mapMembers(rule, (part, key) =>
      this.rule(part, childPointer(source, key), childPointer(lowered, key), scoped),
    );
  }
}

/** Whether an object has `match` or `not`, and no other member. */
function isMatch(object: JsonObject): boolean {
  const keys = Object.keys(object);
  return (
    keys.length > 0 &&
    keys.every((key) => MATCH_WORDS.some((word) => word === key)) &&
    keys.every((key) => typeof object[key] === "object")
  );
}

function sameOr(before: Json, after: readonly Json[]): Json {
  return Array.isArray(before) && after.every((each, at) => each === before[at]) ? before : after;
}

/** Maps an object's members; the same object if none changes. */
export function mapMembers(
  object: JsonObject,
  change: (value: Json, key: string) => Json,
): JsonObject {
  const entries = Object.entries(object).map(([key, value]) => [key, change(value, key)] as const);
  return entries.every(([key, value]) => value === object[key])
    ? object
    : Object.fromEntries(entries);
}
