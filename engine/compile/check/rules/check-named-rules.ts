import { factRoots } from "../../../rules/fact-roots.ts";
import { asObject } from "../../../language/json.ts";
import type { CheckContext } from "../run/check-context.ts";

/**
 * Reports names of guards and values that an entry of a `match` could take for something else: a
 * root, a part of the state, one another.
 */
export function checkNamedRules({ flow, tree, reporter }: CheckContext): void {
  const guards = Object.keys(asObject(tree["guards"]));
  const values = Object.keys(asObject(tree["values"]));
  const rootOf = factRoots(flow.definition);
  const parts = asObject(flow.stateSchema["properties"]);
  const report = (kind: "guards" | "values", name: string, what: string) =>
    reporter.at(`/${kind}/${name}`, {
      code: "FLOW-NAME-TAKEN",
      message: `The ${kind.slice(0, -1)} "${name}" has the name of ${what}: a match could mean either`,
      suggestion: "another name",
    });
  for (const [kind, names] of [
    ["guards", guards],
    ["values", values],
  ] as const)
    for (const name of names) {
      if (Object.hasOwn(parts, name)) report(kind, name, "a part of the state");
      else if (rootOf(name) !== undefined) report(kind, name, "what every rule may read");
      else if (kind === "values" && guards.includes(name)) report(kind, name, "a guard");
    }
}
