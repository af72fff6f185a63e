import { describeRule, type RuleDescriptions } from "./describe-rule.ts";
import { Conditions } from "../compile/check/condition.ts";
import { ScreenWays } from "../compile/check/screen-ways.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";

/** Screens and the ways between them. */
export interface FlowGraph {
  readonly nodes: readonly { readonly name: string; readonly path: string }[];
  readonly edges: readonly FlowEdge[];
}

/** One edge between two screens. */
export interface FlowEdge {
  readonly from: string;
  readonly to: string;
  /** The action and the deciding row: `submit: reader-missing`. */
  readonly label: string;
  /** The same as a sentence: `submit, when the reader's name is missing`. */
  readonly description: string;
}

/**
 * Finds every screen that each action can lead to, through any number of tables and calls. Ways that
 * no state allows are left out.
 *
 * @param sayings descriptions of guards and values by their authors
 */
export function flowGraph(
  flow: CompiledVariant,
  sayings: RuleDescriptions = { guards: {}, values: {} },
): FlowGraph {
  const edges = new Map<string, FlowEdge>();
  const ways = new ScreenWays(flow, new Conditions(flow));
  for (const [from, screen] of flow.screens)
    for (const { to, action, row, isResumed } of ways.from(screen)) {
      if (to === undefined || action === undefined || isResumed || to === from) continue;
      const label = row === undefined ? action : `${action}: ${rowId(row)}`;
      const description =
        row === undefined ? action : `${action}, ${conditionOf(flow, row, sayings)}`;
      edges.set(`${from} ${to} ${label}`, { from, to, label, description });
    }
  return {
    nodes: [...flow.screens].map(([name, { definition }]) => ({ name, path: definition.path })),
    edges: [...edges.values()],
  };
}

/** The id of a row that is named `table/row`; names of tables may have slashes. */
function rowId(row: string): string {
  return row.slice(row.lastIndexOf("/") + 1);
}

function conditionOf(flow: CompiledVariant, row: string, sayings: RuleDescriptions): string {
  const table = flow.tables.get(row.slice(0, row.lastIndexOf("/")));
  const when = table?.rows.find(({ id }) => id === rowId(row))?.when;
  return when === undefined ? "otherwise" : `when ${describeRule(when.rule, sayings)}`;
}
