import type { CompiledFlow } from "../compile/compiled-flow.ts";
import type { CompiledCall } from "../compile/compiled-variant.ts";
import type { FixtureResult } from "./fixture-result.ts";

/** What a set of fixtures went through, of all there is. */
export interface Coverage {
  readonly screens: Part;
  /** `screen/action`; of the entries of a list `screen/list/action`. */
  readonly actions: Part;
  /** `table/row`. */
  readonly rows: Part;
  readonly calls: Part;
  /** `call/outcome`, of calls whose answer the flow takes. */
  readonly outcomes: Part;
  /** Types of events that were reported. */
  readonly reports: Part;
}

export interface Part {
  readonly covered: number;
  readonly of: number;
  readonly missing: readonly string[];
}

/** Counts screens, actions, rows, calls and their outcomes over all variants. */
export function coverageOf(flow: CompiledFlow, results: readonly FixtureResult[]): Coverage {
  const all = {
    screens: new Set<string>(),
    actions: new Set<string>(),
    rows: new Set<string>(),
    calls: new Set<string>(),
    outcomes: new Set<string>(),
    reports: new Set<string>(),
  };
  for (const variant of flow.variants) {
    const compiled = flow.variant(variant);
    for (const [id, screen] of compiled.screens) {
      all.screens.add(id);
      for (const action of screen.actions.keys()) all.actions.add(`${id}/${action}`);
      for (const action of screen.list?.actions.keys() ?? [])
        all.actions.add(`${id}/list/${action}`);
    }
    for (const [id, table] of compiled.tables)
      for (const row of table.rows) all.rows.add(`${id}/${row.id}`);
    for (const type of compiled.events.all.keys()) all.reports.add(type);
    // Nobody waits for these answers: a page that was closed, an event that was reported.
    const unheard = new Set([
      compiled.unload?.call,
      ...[...compiled.events.all.values()].map(({ definition }) => definition.send),
    ]);
    for (const [id, call] of compiled.calls) {
      all.calls.add(id);
      if (!unheard.has(id))
        for (const outcome of outcomesOf(call)) all.outcomes.add(`${id}/${outcome}`);
    }
  }
  return {
    screens: part(all, results, "screens"),
    actions: part(all, results, "actions"),
    rows: part(all, results, "rows"),
    calls: part(all, results, "calls"),
    outcomes: part(all, results, "outcomes"),
    reports: part(all, results, "reports"),
  };
}

/** What may become of a call that is answered. Without any answer it is `network` or `timeout`; those are the same for all. */
function outcomesOf(call: CompiledCall): readonly string[] {
  return ["success", "failed", ...call.outcomes.map(({ outcome }) => outcome)];
}

function part(
  all: Readonly<Record<keyof Coverage, ReadonlySet<string>>>,
  results: readonly FixtureResult[],
  name: keyof Coverage,
): Part {
  const seen = new Set(results.flatMap((result) => [...result[name]]));
  const missing = [...all[name]].filter((each) => !seen.has(each)).toSorted();
  return { covered: all[name].size - missing.length, of: all[name].size, missing };
}
