import { ownMember, isObject, type Json, type JsonObject } from "../language/json.ts";
import { checkOperands, constantMistake } from "../rules/check-operands.ts";
import { compileRule } from "../rules/compile-rule.ts";
import type { CompiledRule } from "../rules/compiled-rule.ts";
import type { RuleNames } from "../rules/rule-names.ts";
import type { Reporter } from "./reporter.ts";

/** Maximum number of guards and values in one chain of uses. */
const NESTING_LIMIT = 100;

/**
 * Guards and values of a variant, each compiled on first use, so that they may use one another in
 * any order.
 */
export interface NamedRules extends RuleNames {
  /** Compiles all of them. */
  all(): {
    readonly guards: ReadonlyMap<string, CompiledRule>;
    readonly values: ReadonlyMap<string, CompiledRule>;
  };
}

/** Prepares the named rules; a rule that uses itself, directly or not, is reported once. */
export function namedRules(
  tree: { readonly guards: JsonObject; readonly values: JsonObject },
  paths: Pick<RuleNames, "path" | "kindOfPath">,
  collections: RuleNames["collections"],
  reporter: Reporter,
): NamedRules {
  const compiled = {
    guards: new Map<string, CompiledRule>(),
    values: new Map<string, CompiledRule>(),
  };
  const underWay = new Set<string>();

  const find = (kind: "guards" | "values", name: string): CompiledRule | undefined => {
    const done = compiled[kind].get(name);
    if (done !== undefined) return done;
    const entry: Json | undefined = ownMember(tree[kind], name);
    if (!isObject(entry)) return undefined;
    const key = `${kind}/${name}`;
    const pointer = `/${kind}/${name}/rule`;
    if (underWay.has(key)) {
      reporter.at(pointer, {
        code: "FLOW-RULE-CYCLE",
        message: `"${name}" uses itself, directly or through others`,
      });
      return undefined;
    }
    if (underWay.size > NESTING_LIMIT) {
      reporter.at(pointer, {
        code: "FLOW-RULE-DEPTH",
        message: `"${name}" stands at the end of more than ${NESTING_LIMIT} guards and values that use one another`,
      });
      return undefined;
    }
    // A guard is read as a boolean; a value that is a plain text was meant to read something.
    const constant =
      kind === "guards" || typeof entry["rule"] === "string"
        ? constantMistake(entry["rule"])
        : undefined;
    if (constant !== undefined)
      reporter.at(pointer, {
        code: "FLOW-RULE-CONSTANT",
        ...constant,
        ...(kind === "guards"
          ? {}
          : {
              message: `A rule belongs here, and this is the text ${JSON.stringify(entry["rule"])}`,
            }),
      });
    underWay.add(key);
    const rule = compileRule(entry["rule"] ?? null, names, (problem) =>
      reporter.at(`${pointer}${problem.pointer}`, problem),
    );
    underWay.delete(key);
    compiled[kind].set(name, rule);
    return rule;
  };

  const names: NamedRules = {
    ...paths,
    operands: (used, report) => checkOperands(used, names, report),
    collections,
    guard: (name) => find("guards", name),
    value: (name) => find("values", name),
    guardNames: Object.keys(tree.guards),
    valueNames: Object.keys(tree.values),
    all: () => {
      for (const name of Object.keys(tree.guards)) find("guards", name);
      for (const name of Object.keys(tree.values)) find("values", name);
      return compiled;
    },
  };
  return names;
}
