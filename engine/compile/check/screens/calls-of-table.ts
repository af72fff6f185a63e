import type { CompiledVariant } from "../../compiled-variant.ts";

/** Names of the calls that rows of a table make, through the tables that they lead on to. */
export function callsOfTable(
  flow: CompiledVariant,
  table: string,
  seen = new Set<string>(),
): readonly string[] {
  if (seen.has(table)) return [];
  seen.add(table);
  return (flow.tables.get(table)?.rows ?? []).flatMap(({ definition }) => [
    ...(definition.call === undefined ? [] : [definition.call]),
    ...[definition.table, definition.then].flatMap((next) =>
      next === undefined ? [] : callsOfTable(flow, next, seen),
    ),
  ]);
}
