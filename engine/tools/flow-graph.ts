import { describeRule, type RuleDescriptions } from "./describe-rule.ts";
import type { CompiledAction, CompiledVariant } from "../compile/compiled-variant.ts";

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
 * Finds every screen that each action can lead to, through any number of tables and calls.
 *
 * @param sayings descriptions of guards and values by their authors
 */
export function flowGraph(
  flow: CompiledVariant,
  sayings: RuleDescriptions = { guards: {}, values: {} },
): FlowGraph {
  const edges = new Map<string, FlowEdge>();
  const add = (from: string, to: string, label: string, description = label) => {
    const target = to === "next" || to === "previous" ? neighbour(flow, from, to) : to;
    if (target !== undefined && target !== from)
      edges.set(`${from} ${target} ${label}`, { from, to: target, label, description });
  };
  const follow = (from: string, table: string, label: string, seen: ReadonlySet<string>) => {
    if (seen.has(table)) return;
    const within = new Set([...seen, table]);
    for (const row of flow.tables.get(table)?.rows ?? []) {
      const { to, table: handsTo, then } = row.definition;
      if (to !== undefined)
        add(
          from,
          to,
          `${label}: ${row.id}`,
          row.when === undefined
            ? `${label}, otherwise`
            : `${label}, when ${describeRule(row.when.rule, sayings)}`,
        );
      if (handsTo !== undefined) follow(from, handsTo, label, within);
      if (then !== undefined) follow(from, then, label, within);
    }
  };
  for (const [id, screen] of flow.screens) {
    for (const action of [
      ...screen.actions.values(),
      ...(screen.list?.actions.values() ?? []),
    ] satisfies CompiledAction[]) {
      if (action.definition.to !== undefined) add(id, action.definition.to, action.id);
      if (action.definition.then !== undefined)
        follow(id, action.definition.then, action.id, new Set());
    }
  }
  return {
    nodes: [...flow.screens].map(([name, { definition }]) => ({ name, path: definition.path })),
    edges: [...edges.values()],
  };
}

function neighbour(
  flow: CompiledVariant,
  from: string,
  to: "next" | "previous",
): string | undefined {
  for (const sequence of flow.sequences.values()) {
    const at = sequence.indexOf(from);
    if (at >= 0) return sequence[to === "next" ? at + 1 : at - 1];
  }
  return undefined;
}
