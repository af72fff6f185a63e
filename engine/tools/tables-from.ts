import type { CompiledVariant } from "../compile/compiled-variant.ts";

/** Some tables, and those that they hand over to. */
export function tablesFrom(flow: CompiledVariant, tables: Iterable<string>): readonly string[] {
  const found = new Set(tables);
  for (const name of found)
    for (const { definition } of flow.tables.get(name)?.rows ?? [])
      if (definition.table !== undefined) found.add(definition.table);
  return [...found];
}
