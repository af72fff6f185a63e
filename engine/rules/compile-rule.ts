import { argumentsOf } from "./arguments-of.ts";
import { childPointer } from "../source/json-pointer.ts";
import type { Json } from "../language/json.ts";
import type { Rule } from "../language/rule.ts";
import { closest } from "../source/closest.ts";
import { CLOSURES } from "./closures.ts";
import { OWN_OPERATORS } from "./operators.ts";
import { constantClosure, nothing, predicateOf, type Closure } from "./closure.ts";
import { compileArguments, nestedContext, addWeight, type RuleContext } from "./rule-context.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import type { RuleNames, RuleProblem } from "./rule-names.ts";

const DEPTH_LIMIT = 60;

/** Every operator a rule may use. */
export const OPERATORS: readonly string[] = [
  ...Object.keys(CLOSURES),
  ...Object.keys(OWN_OPERATORS),
];

/**
 * Compiles a JSON-logic rule to closures. The meaning is that of json-logic-js 2.0.5, with its
 * holes closed: unknown operators, unknown paths and prototype keys are given to `report`, and only
 * own properties can be read. Data is never evaluated: an object in the facts is an object, also
 * one that looks like a rule, where json-logic-js evaluates those that arithmetic, `missing` and
 * `missing_some` read. Where json-logic-js throws, the value is null or a list, so no data makes a
 * step fail. Results of arithmetic have 15 significant digits.
 */
export function compileRule(
  rule: Rule,
  names: RuleNames,
  report: (problem: RuleProblem) => void,
): CompiledRule {
  const reads: string[] = [];
  const weight = { nodes: 0 };
  const closure = compileNode(
    rule,
    { names, report, reads, weight, scoped: false, depth: 0, compile: compileNode },
    "",
  );
  const predicate = predicateOf(closure);
  return {
    rule,
    closure,
    predicate,
    reads,
    nodes: weight.nodes,
    evaluate: (facts) => closure(facts, facts),
    test: (facts) => predicate(facts, facts),
  };
}

/** Compiles one node of a rule. */
export function compileNode(rule: Rule, context: RuleContext, pointer: string): Closure {
  if (context.depth > DEPTH_LIMIT) {
    context.report({
      code: "FLOW-RULE-DEPTH",
      severity: "error",
      message: `The rule is nested deeper than ${DEPTH_LIMIT} levels`,
      pointer,
    });
    return nothing;
  }
  if (!addWeight(context, 1, pointer)) return nothing;
  if (Array.isArray(rule)) {
    const parts = rule.map((part, at) =>
      compileNode(part as Rule, nestedContext(context), `${pointer}/${at}`),
    );
    return (data, root) => parts.map((part) => part(data, root) ?? null);
  }
  if (typeof rule !== "object" || rule === null) return constantClosure(rule);
  const keys = Object.keys(rule);
  const [operator] = keys;
  if (operator === undefined) return constantClosure(rule);
  if (keys.length > 1) {
    const message = `A rule has one operator, this has ${keys.length}: ${keys.join(", ")}. Join them with { and: [...] }`;
    context.report({ code: "FLOW-RULE-KEYS", severity: "error", message, pointer });
    return nothing;
  }
  const given = (rule as Readonly<Record<string, Json>>)[operator] ?? null;
  const args = argumentsOf(given);
  const at = childPointer(pointer, operator);
  context.names.operands?.(
    { operator, args, listed: Array.isArray(given), scoped: context.scoped, pointer: at },
    context.report,
  );
  const make = Object.hasOwn(CLOSURES, operator) ? CLOSURES[operator] : undefined;
  if (make !== undefined) return make(args, context, at, Array.isArray(given));
  if (Object.hasOwn(OWN_OPERATORS, operator)) return ownOperator(operator, args, context, at);
  const suggestion = closest(operator, OPERATORS);
  const message = `Unknown operator "${operator}"`;
  context.report({
    code: "FLOW-RULE-OPERATOR",
    severity: "error",
    message,
    pointer: at,
    suggestion,
  });
  return nothing;
}

function ownOperator(
  operator: string,
  args: readonly Json[],
  context: RuleContext,
  pointer: string,
): Closure {
  const parts = compileArguments(args, context, pointer);
  const [only] = parts;
  if (operator === "first" && only?.first !== undefined) return only.first;
  const definition = OWN_OPERATORS[operator];
  if (definition?.knowsAbsent === true)
    return (data, root) => definition.apply(parts.map((part) => part(data, root)));
  if (parts.length === 1 && only !== undefined)
    return (data, root) => definition?.apply([only(data, root) ?? null]);
  return (data, root) => definition?.apply(parts.map((part) => part(data, root) ?? null));
}
