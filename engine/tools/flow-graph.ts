import { variantFacts } from "../language/axes.ts";
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

/** Options of a graph. */
export interface GraphOptions {
  /** Descriptions of guards and values by their authors. */
  readonly descriptions: RuleDescriptions;
  /**
   * All neighbours that `next` and `previous` may lead to; default: those that are reached through
   * no nearer one.
   */
  readonly every?: boolean;
}

/**
 * Finds every screen that each action can lead to, through any number of tables and calls. Ways
 * that no state allows are left out.
 */
export function flowGraph(
  flow: CompiledVariant,
  { descriptions, every = false }: GraphOptions,
): FlowGraph {
  const edges = new Map<string, FlowEdge>();
  const known = variantFacts(flow.definition, flow.variant);
  const conditions = new Conditions(flow, { known });
  const ways = new ScreenWays(flow, conditions);
  // A variant may skip a screen always.
  const screens = [...flow.screens.values()].filter(
    ({ skip }) =>
      skip === undefined ||
      conditions.canHold([{ not: conditions.of(skip.rule, conditions.open) }]),
  );
  const drawn = screens.flatMap((screen) => drawnWays(flow, screen, ways.from(screen)));
  for (const { from, to, action, row } of every ? drawn : withoutDetours(flow, drawn)) {
    const label = row === undefined ? action : `${action}: ${rowId(row)}`;
    const description =
      row === undefined ? action : `${action}, ${conditionOf(flow, row, descriptions)}`;
    edges.set(`${from} ${to} ${label}`, { from, to, label, description });
  }
  return {
    nodes: screens.map(({ id, definition }) => ({ name: id, path: definition.path })),
    edges: [...edges.values()],
  };
}

/** A way that an action takes to another screen. */
type DrawnWay = ScreenWay & {
  readonly to: string;
  readonly action: string;
  /** The word for a neighbour that the way was written with. */
  readonly neighbour: "next" | "previous" | undefined;
};

/** The ways of a screen's actions to other screens. */
function drawnWays(
  flow: CompiledVariant,
  screen: CompiledScreen,
  ways: readonly ScreenWay[],
): readonly DrawnWay[] {
  return ways.flatMap((way) => {
    const { to, action, row } = way;
    if (to === undefined || action === undefined || way.isResumed || to === screen.id) return [];
    const named =
      row === undefined
        ? screen.actions.get(action)?.definition.to
        : rowOf(flow, row)?.definition.to;
    const neighbour = named === "next" || named === "previous" ? named : undefined;
    return [{ ...way, to, action, neighbour }];
  });
}

/**
 * The ways without those to a neighbour that a nearer one leads on to: that page is reached so, or
 * directly where the nearer one is skipped.
 */
function withoutDetours(flow: CompiledVariant, ways: readonly DrawnWay[]): readonly DrawnWay[] {
  const onward = new Map<string, Set<string>>();
  for (const { from, to, neighbour } of ways) {
    const key = `${neighbour ?? ""} ${from}`;
    if (neighbour !== undefined) onward.set(key, (onward.get(key) ?? new Set()).add(to));
  }
  /** Whether a neighbour leads to another one, through any number of them. */
  const reaches = (word: string, from: string, to: string, seen: Set<string>): boolean =>
    !seen.has(from) &&
    [...(onward.get(`${word} ${from}`) ?? [])].some(
      (each) => each === to || reaches(word, each, to, seen.add(from)),
    );
  return ways.filter(
    (way) =>
      way.neighbour === undefined ||
      !ways.some(
        (other) =>
          other.from === way.from &&
          other.neighbour === way.neighbour &&
          distance(flow, other) < distance(flow, way) &&
          reaches(way.neighbour ?? "", other.to, way.to, new Set()),
      ),
  );
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
