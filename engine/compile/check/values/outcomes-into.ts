import { allActions } from "../../compiled-screen.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import { outcomesOf } from "../../outcomes-of.ts";

/**
 * By table, the outcomes that `outcome` can have in its rows: those of the calls after which it is
 * asked, through however many tables. Tables that no call leads to are left out.
 */
export function outcomesInto(flow: CompiledVariant): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    [...callsInto(flow)].map(([table, names]) => [
      table,
      new Set(
        [...names].flatMap((name) => {
          const call = flow.calls.get(name);
          return call === undefined ? [] : outcomesOf(call);
        }),
      ),
    ]),
  );
}

/** By table, the calls after which it is asked. Tables that no call leads to are left out. */
export function callsInto(flow: CompiledVariant): ReadonlyMap<string, ReadonlySet<string>> {
  const calls = new Map<string, Set<string>>();
  const add = (table: string | undefined, names: Iterable<string>) => {
    if (table === undefined) return;
    const known = calls.get(table) ?? new Set();
    calls.set(table, known);
    for (const name of names) known.add(name);
  };
  add(
    flow.definition.adopt?.then,
    flow.definition.adopt === undefined ? [] : [flow.definition.adopt.call],
  );
  // Asked whenever anything was answered.
  add(flow.definition.answered, flow.calls.keys());
  for (const screen of flow.screens.values())
    for (const action of allActions(screen))
      if (action.calls.length > 0) add(action.definition.then, action.calls);
  for (const table of flow.tables.values())
    for (const { definition } of table.rows)
      if (definition.call !== undefined) add(definition.then, [definition.call]);
  // What a table knows of the outcome, those it hands over to know as well.
  for (let before = -1, now = 0; before !== now;) {
    before = now;
    for (const [id, table] of flow.tables)
      for (const { definition } of table.rows)
        if (definition.table !== undefined && calls.has(id))
          add(definition.table, calls.get(id) ?? []);
    now = [...calls.values()].reduce((sum, names) => sum + names.size, 0);
  }
  return calls;
}
