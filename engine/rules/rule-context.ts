import type { Json } from "../language/json.ts";
import type { Rule } from "../language/rule.ts";
import type { Closure } from "./closure.ts";
import type { RuleNames, RuleProblem } from "./rule-names.ts";

const FORBIDDEN = /(^|\.)(__proto__|prototype|constructor)(\.|$)/;

/** What a rule is being compiled with. */
export interface RuleContext {
  readonly names: RuleNames;
  readonly report: (problem: RuleProblem) => void;
  readonly reads: string[];
  /**
   * Nodes met so far, those of guards and values used by name included as often as they are used.
   */
  readonly weight: { nodes: number };
  /** Inside `map`, `filter` …: `var` reads the element there. */
  readonly scoped: boolean;
  readonly depth: number;
  /** Compiles one node; handed along so that operators need not know the compiler. */
  readonly compile: (rule: Rule, context: RuleContext, pointer: string) => Closure;
}

/** Compiles the arguments of an operator. */
export function compileArguments(
  args: readonly Json[],
  context: RuleContext,
  pointer: string,
): readonly Closure[] {
  const inside = nestedContext(context);
  return args.map((arg, at) =>
    context.compile(arg, inside, args.length === 1 ? pointer : `${pointer}/${at}`),
  );
}

/** The context one level down. */
export function nestedContext(context: RuleContext, scoped = context.scoped): RuleContext {
  return { ...context, depth: context.depth + 1, scoped };
}

/** Reports a path that cannot be read; true when it may be compiled. */
export function checkPath(path: string, context: RuleContext, pointer: string): boolean {
  if (FORBIDDEN.test(path)) {
    context.report({
      code: "FLOW-RULE-PATH",
      severity: "error",
      message: `"${path}" reads a key that rules cannot reach`,
      about: [path],
      pointer,
    });
    return false;
  }
  if (context.scoped || path === "") return true;
  const verdict = context.names.path(path);
  if (verdict.known) context.reads.push(path);
  else {
    const message = `Unknown path "${path}"`;
    context.report({
      code: "FLOW-RULE-PATH",
      severity: "error",
      message,
      about: [path],
      pointer,
      suggestion: verdict.suggestion,
    });
  }
  return verdict.known;
}

/**
 * Maximum number of nodes of one rule with all it uses; beyond it a rule would keep every request
 * waiting.
 */
const NODE_LIMIT = 100_000;

/** Adds to a rule's weight; false, and reported once, when that makes it too heavy. */
export function addWeight(
  { weight, report }: RuleContext,
  nodes: number,
  pointer: string,
): boolean {
  const before = weight.nodes;
  weight.nodes = Math.min(before + nodes, 2 * NODE_LIMIT);
  if (weight.nodes <= NODE_LIMIT) return true;
  if (before <= NODE_LIMIT)
    report({
      code: "FLOW-RULE-SIZE",
      severity: "error",
      message: `The rule, with the guards and values it uses, has more than ${NODE_LIMIT} parts`,
      pointer,
    });
  return false;
}
