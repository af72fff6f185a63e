import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { isObject, type Json } from "../language/json.ts";
import type { Rule } from "../language/rule.ts";

/**
 * The flags that decide whether some screens, rows and actions are reached, those that decide about
 * most of them first.
 *
 * @param names as `part name`
 */
export function decidingFlags(
  flow: CompiledVariant,
  names: ReadonlySet<string>,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of names)
    for (const flag of flagsOf(flow, name))
      if (typeof flow.flags[flag] === "boolean") counts.set(flag, (counts.get(flag) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([flag]) => flag);
}

function flagsOf(flow: CompiledVariant, name: string): ReadonlySet<string> {
  const [part, rest = ""] = name.split(" ");
  const cut = rest.lastIndexOf("/");
  const [owner, member] = [rest.slice(0, cut), rest.slice(cut + 1)];
  switch (part) {
    case "screens":
      return flagsIn(flow, [...screenRules(flow, rest), ...rowsTo(flow, rest)]);
    case "rows": {
      const rows = flow.tables.get(owner)?.rows ?? [];
      const at = rows.findIndex(({ id }) => id === member);
      return flagsIn(
        flow,
        rows.slice(0, at + 1).map(({ when }) => when?.rule),
      );
    }
    case "actions": {
      const screen = flow.screens.get(owner);
      const action = screen?.actions.get(member) ?? screen?.list?.actions.get(member);
      return flagsIn(flow, [...screenRules(flow, owner), action?.when?.rule]);
    }
    default:
      return new Set();
  }
}

type Rules = readonly (Rule | undefined)[];

function screenRules(flow: CompiledVariant, name: string): Rules {
  const screen = flow.screens.get(name);
  return [screen?.allow, screen?.exists, screen?.skip].map((rule) => rule?.rule);
}

function rowsTo(flow: CompiledVariant, screen: string): Rules {
  return [...flow.tables.values()].flatMap(({ rows }) =>
    rows.flatMap(({ definition, when }) => (definition.to === screen ? [when?.rule] : [])),
  );
}

/** Flags that rules read, through the guards and values that they name. */
function flagsIn(flow: CompiledVariant, rules: Rules): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const walk = (part: Json): void => {
    if (Array.isArray(part)) for (const each of part as readonly Json[]) walk(each);
    if (!isObject(part)) return;
    for (const [operator, given] of Object.entries(part)) {
      const [path] = [given].flat();
      if (operator === "var" && typeof path === "string" && path.startsWith("flags."))
        found.add(path.slice("flags.".length));
      const named = operator === "guard" ? flow.guards : operator === "value" && flow.values;
      if (named !== false && typeof given === "string" && !seen.has(`${operator} ${given}`)) {
        seen.add(`${operator} ${given}`);
        walk((named.get(given)?.rule ?? null) as Json);
      } else walk(given);
    }
  };
  for (const rule of rules) walk((rule ?? null) as Json);
  return found;
}
