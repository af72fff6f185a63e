import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { Rule } from "../language/rule.ts";
import { membersThrough, pathsRead } from "../rules/members.ts";

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
  const paths = [
    ...pathsRead(
      membersThrough(
        flow,
        rules.map((rule) => rule ?? null),
      ),
    ),
  ];
  return new Set(
    paths.flatMap((path) => (path.startsWith("flags.") ? [path.slice("flags.".length)] : [])),
  );
}
