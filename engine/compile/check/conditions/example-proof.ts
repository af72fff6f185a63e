import { savedFields } from "../../saved-fields.ts";
import { describeRule } from "../../../rules/describe-rule.ts";
import { isObject, type Json, type JsonObject } from "../../../language/json.ts";
import type { Rule } from "../../../language/rule.ts";
import { compileRule } from "../../../rules/compile-rule.ts";
import type { CompiledRule } from "../../../rules/compiled-rule.ts";
import type { RuleNames } from "../../../rules/rule-names.ts";
import { fieldSamples } from "../values/field-samples.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { Conditions } from "./condition.ts";
import type { Condition } from "./condition-formula.ts";
import { factsAt } from "../values/facts-at.ts";
import type { Example } from "./find-example.ts";
import { OTHER } from "./term-values.ts";
import { typeOfPath } from "../../value-type.ts";

/** Maximum number of states that are tried for one example. */
const STATES = 600;

/** The day on which the samples of dates are tried. */
const TODAY = "2026-01-15";

/** Numbers and texts that are tried where nothing says more. */
const NUMBERS: readonly number[] = [0, 1, 18, 100];
const TEXTS: readonly string[] = ["kim@cedar.dev", "Kim Lund", "60614", "1990-01-02", "2020-01-02"];

/** A state in which conditions may hold. */
export interface SampledState {
  readonly example: Example;
  /** Why it is not known whether the conditions hold in it; undefined where they do. */
  readonly doubt?: string;
  /** Whether the doubt is about some rules alone. */
  readonly isSampled: boolean;
}

/**
 * Tries examples on rules that conditions compare as a whole, with answers that the flow's forms
 * take.
 */
export class ExampleProof {
  private readonly rules = new Map<JsonObject, CompiledRule>();

  constructor(
    private readonly flow: CompiledVariant,
    private readonly names: RuleNames,
    private readonly conditions: Conditions,
  ) {}

  /** A state in which all conditions hold; undefined where none was found. */
  stateOf(holds: readonly Condition[], most: number): SampledState | undefined {
    const example = this.conditions.example(holds, most);
    if (example === undefined) return undefined;
    if (!example.isProven)
      return { example, isSampled: false, doubt: `no answer within ${most} assignments` };
    const wholes = [...example.values.keys()].flatMap((term) => {
      const whole = this.conditions.wholes.get(term);
      return whole === undefined ? [] : [{ term, ...whole }];
    });
    if (wholes.length === 0) return { example, isSampled: true };
    // A rule about another moment than the others' is not sampled: it stays a doubt.
    const now = wholes.filter(({ isNow }) => isNow);
    const later = wholes.filter(({ isNow }) => !isNow).map(({ rule }) => rule);
    const values = this.sampled(now, holds, example);
    if (values !== undefined)
      return { example: { ...example, values }, isSampled: true, ...doubtOf(later) };
    // One rule may be the only one without a sample.
    const single = now.find(
      (each) =>
        this.sampled(
          now.filter((other) => other !== each),
          holds,
          example,
        ) !== undefined,
    );
    const open = single === undefined ? now : [single];
    const undecided = [...later, ...open.map(({ rule }) => rule)];
    return { example, isSampled: true, ...doubtOf(undecided) };
  }

  /** The example with a state's values for the rules compared as a whole. */
  private sampled(
    wholes: readonly { readonly term: string; readonly rule: JsonObject }[],
    holds: readonly Condition[],
    { values }: Example,
  ): ReadonlyMap<string, Json> | undefined {
    const reads = wholes.map(({ rule }) => this.conditions.pathsOf(rule));
    const paths = [...new Set(reads.flat())].toSorted();
    const constants = this.constantsOf(wholes.map(({ rule }) => rule));
    const candidates = paths.map((path) => this.candidates(path, values.get(path), constants));
    const rules = wholes.map(
      ({ term, rule }, at) => new SampledRule(term, this.compiled(rule), reads[at] ?? []),
    );
    // Conditions ask of these paths themselves as well.
    const own = paths.filter((path) => values.has(path));
    const refused = new Set<string>();
    for (const tried of statesOf(paths, candidates)) {
      const results = rules.map((each): readonly [string, Json] => [each.term, each.at(tried)]);
      const key = JSON.stringify([results, own.map((path) => tried.get(path) ?? null)]);
      if (refused.has(key)) continue;
      const all = new Map([...values, ...tried, ...results]);
      if (this.conditions.hold(holds, all)) return all;
      refused.add(key);
    }
    return undefined;
  }

  private compiled(rule: JsonObject): CompiledRule {
    const known = this.rules.get(rule);
    if (known !== undefined) return known;
    const compiled = compileRule(rule as Rule, this.names, () => undefined);
    this.rules.set(rule, compiled);
    return compiled;
  }

  private candidates(
    path: string,
    value: Json | undefined,
    constants: readonly Json[],
  ): readonly Json[] {
    if (path === "today") return [TODAY];
    if (path === "now") return [`${TODAY}T12:00:00.000Z`];
    const type = typeOfPath(this.flow, path);
    if (value !== undefined && value !== OTHER) return [value];
    if (type?.type === "boolean") return [true, false, null];
    if (type?.enum !== undefined) return [...type.enum, null];
    const compared = constants.filter((each) => typeof each === "number");
    if (type?.type === "number" || type?.type === "integer")
      return [...new Set([...NUMBERS, ...compared.flatMap((each) => [each, each - 1, each + 1])])];
    const typed = this.typedInto(path, constants);
    const texts = constants.filter((each) => typeof each === "string");
    return [...(typed ?? [...texts, ...TEXTS]), null];
  }

  /** Answers that the forms' fields at a place take; undefined where no form asks for it. */
  private typedInto(path: string, constants: readonly Json[]): readonly Json[] | undefined {
    const found: Json[] = [];
    let isAsked = false;
    for (const screen of this.flow.screens.values())
      for (const { form, name, place } of savedFields(this.flow, screen)) {
        if (place !== path) continue;
        isAsked = true;
        const { formats } = this.flow;
        found.push(...fieldSamples({ form, name, facts: {}, constants, formats, today: TODAY }));
      }
    return isAsked ? [...new Set(found)] : undefined;
  }

  /** Every number and text in some rules, through the guards and values that they use. */
  private constantsOf(rules: readonly Json[]): readonly Json[] {
    const found = new Set<Json>(NUMBERS);
    const seen = new Set<Json>();
    const walk = (part: Json): void => {
      if (Array.isArray(part)) for (const each of part as readonly Json[]) walk(each);
      else if (!isObject(part)) {
        if (part !== null && typeof part !== "boolean") found.add(part);
      } else if (!seen.has(part)) {
        seen.add(part);
        for (const [operator, given] of Object.entries(part)) {
          const named = operator === "guard" ? this.flow.guards : this.flow.values;
          if (operator === "guard" || operator === "value")
            walk((named.get(String(given))?.rule ?? null) as Json);
          else if (!READS.has(operator)) walk(given);
        }
      }
    };
    for (const rule of rules) walk(rule);
    return [...found];
  }
}

/** The rules for which no answer that forms take gives such a state, in words. */
function doubtOf(rules: readonly JsonObject[]): Pick<SampledState, "doubt"> {
  if (rules.length === 0) return {};
  const texts = new Set(rules.map((rule) => describeRule(rule, { guards: {}, values: {} })));
  return { doubt: `generated answers do not decide: ${[...texts].join("; ")}` };
}

/** Operators whose operands are paths. */
const READS: ReadonlySet<string> = new Set(["var", "fact", "missing"]);

/** A rule that is tried with samples, once for each choice of what it reads. */
class SampledRule {
  private readonly known = new Map<string, Json>();

  constructor(
    readonly term: string,
    private readonly rule: CompiledRule,
    private readonly reads: readonly string[],
  ) {}

  /** The value of the rule in a state. */
  at(state: ReadonlyMap<string, Json>): Json {
    const read = this.reads.map((path) => [path, state.get(path) ?? null] as const);
    const key = JSON.stringify(read.map(([, value]) => value));
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const value = this.rule.evaluate(factsAt(read)) ?? null;
    this.known.set(key, value);
    return value;
  }
}

/** Each choice of one candidate for every path, the first ones first. */
function* statesOf(
  paths: readonly string[],
  candidates: readonly (readonly Json[])[],
): Generator<ReadonlyMap<string, Json>> {
  const most = candidates.reduce((product, { length }) => product * length, 1);
  for (let state = 0; state < Math.min(most, STATES); state++) {
    let rest = state;
    const chosen = paths.map((path, at): readonly [string, Json] => {
      const list = candidates[at] ?? [];
      const value = list[rest % list.length] ?? null;
      rest = Math.floor(rest / list.length);
      return [path, value];
    });
    yield new Map(chosen);
  }
}
