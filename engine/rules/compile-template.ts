import { childPointer } from "../source/json-pointer.ts";
import { isObject, type Json } from "../language/json.ts";
import type { Template } from "../language/rule.ts";
import { compileNode, OPERATORS } from "./compile-rule.ts";
import type { Closure } from "./closure.ts";
import type { RuleContext } from "./rule-context.ts";
import type { RuleNames, RuleProblem } from "./rule-names.ts";

/** JSON in which rules are replaced by their values. */
export interface CompiledTemplate {
  readonly template: Template;
  /**
   * The JSON with rules replaced; members whose rule is `absent` are left out. Undefined when the
   * whole is absent.
   */
  evaluate(facts: Json): Json | undefined;
  readonly reads: readonly string[];
}

const KNOWN = new Set(OPERATORS);

/** The members of a template that is an object; undefined for a rule and for anything else. */
export function membersOf(template: Json | undefined): Readonly<Record<string, Json>> | undefined {
  if (!isObject(template)) return undefined;
  const [first, ...others] = Object.keys(template);
  const isRule = first !== undefined && others.length === 0 && KNOWN.has(first);
  return isRule ? undefined : (template as Readonly<Record<string, Json>>);
}

/**
 * Compiles a template: an object with exactly one key that is an operator is a rule, every other
 * object is a map of templates.
 */
export function compileTemplate(
  template: Template,
  names: RuleNames,
  report: (problem: RuleProblem) => void,
): CompiledTemplate {
  const reads: string[] = [];
  const closure = compilePart(
    template,
    { names, report, reads, weight: { nodes: 0 }, scoped: false, depth: 0, compile: compileNode },
    "",
  );
  return { template, reads, evaluate: (facts) => closure(facts, facts) };
}

function compilePart(template: Template, context: RuleContext, pointer: string): Closure {
  if (typeof template !== "object" || template === null) return () => template;
  if (Array.isArray(template)) {
    const parts = template.map((part, at) =>
      compilePart(part as Template, context, `${pointer}/${at}`),
    );
    return (data, root) =>
      parts.map((part) => part(data, root)).filter((value) => value !== undefined);
  }
  const parts = membersOf(template as Json);
  if (parts === undefined) return compileNode(template, context, pointer);
  const members = Object.entries(parts).map(
    ([key, value]) => [key, compilePart(value, context, childPointer(pointer, key))] as const,
  );
  return (data, root) => {
    const object: Record<string, Json> = {};
    for (const [key, member] of members) {
      const value = member(data, root);
      if (value !== undefined) object[key] = value;
    }
    return object;
  };
}
