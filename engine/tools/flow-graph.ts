import { describeRule, type RuleDescriptions } from "../rules/describe-rule.ts";
import { Conditions } from "../compile/check/conditions/condition.ts";
import { ScreenWays, type ScreenWay } from "../compile/check/ways/screen-ways.ts";
import type { CompiledRow, CompiledVariant } from "../compile/compiled-variant.ts";
import type { CompiledScreen } from "../compile/compiled-screen.ts";

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
  /** The label as a sentence: `submit, when the reader's name is missing`. */
  readonly description: string;
}

/**
 * Finds every screen that each action can lead to, through any number of tables and calls. Ways
 * that no state allows are left out.
 *
 * @param descriptions descriptions of guards and values by their authors
 */
export function flowGraph(flow: CompiledVariant, descriptions: RuleDescriptions): FlowGraph {
  const edges = new Map<string, FlowEdge>();
  const ways = new ScreenWays(flow, new Conditions(flow));
  for (const [from, screen] of flow.screens)
    for (const { to, action, row } of nearest(flow, screen, ways.from(screen))) {
      const label = row === undefined ? action : `${action}: ${rowId(row)}`;
      const description =
        row === undefined ? action : `${action}, ${conditionOf(flow, row, descriptions)}`;
      edges.set(`${from} ${to} ${label}`, { from, to, label, description });
    }
  return {
    nodes: [...flow.screens].map(([name, { definition }]) => ({ name, path: definition.path })),
    edges: [...edges.values()],
  };
}

/** A way that an action takes to another screen. */
type DrawnWay = ScreenWay & { readonly to: string; readonly action: string };

/**
 * The ways of a screen's actions to other screens. Of the neighbours that one `next` or `previous`
 * may lead to, the nearest one counts: the others are reached where it is skipped.
 */
function nearest(
  flow: CompiledVariant,
  screen: CompiledScreen,
  ways: readonly ScreenWay[],
): readonly DrawnWay[] {
  const found = new Map<string, DrawnWay>();
  for (const way of ways) {
    const { to, action, row = "" } = way;
    if (to === undefined || action === undefined || way.isResumed || to === screen.id) continue;
    const named =
      row === "" ? screen.actions.get(action)?.definition.to : rowOf(flow, row)?.definition.to;
    const isNeighbour = named === "next" || named === "previous";
    const key = JSON.stringify([action, row, isNeighbour ? named : to]);
    const other = found.get(key);
    const isNearer = other === undefined || distance(flow, way) < distance(flow, other);
    if (isNearer) found.set(key, { ...way, to, action });
  }
  return [...found.values()];
}

/** Steps between the ends of a way in the sequence that has both. */
function distance(flow: CompiledVariant, { from, to = "" }: ScreenWay): number {
  const each = [...flow.sequences.values()].map((names) => {
    const ends = [names.indexOf(from), names.indexOf(to)];
    return ends.includes(-1) ? Number.POSITIVE_INFINITY : Math.abs((ends[1] ?? 0) - (ends[0] ?? 0));
  });
  return Math.min(...each);
}

/** The id of a row that is named `table/row`; names of tables may have slashes. */
function rowId(row: string): string {
  return row.slice(row.lastIndexOf("/") + 1);
}

function rowOf(flow: CompiledVariant, row: string): CompiledRow | undefined {
  const table = flow.tables.get(row.slice(0, row.lastIndexOf("/")));
  return table?.rows.find(({ id }) => id === rowId(row));
}

function conditionOf(flow: CompiledVariant, row: string, descriptions: RuleDescriptions): string {
  const when = rowOf(flow, row)?.when;
  return when === undefined ? "otherwise" : `when ${describeRule(when.rule, descriptions)}`;
}
