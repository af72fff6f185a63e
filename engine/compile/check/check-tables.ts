import type { CheckContext } from "./check-context.ts";
import type { CompiledVariant } from "../compiled-variant.ts";
import type { TransitionRowDefinition } from "../../language/transition.ts";

/** Whether a row ends its table when it matches. */
export function endsTable(row: TransitionRowDefinition): boolean {
  return (
    row.to !== undefined ||
    row.table !== undefined ||
    row.leave !== undefined ||
    row.call !== undefined ||
    row.stay === true
  );
}

/**
 * Rows behind one that always decides, repeated ids, tables that hand over in a circle, screens
 * that nothing leads to.
 */
export function checkTables({ flow, reporter }: CheckContext): void {
  for (const [id, table] of flow.tables) {
    const ids = new Set<string>();
    let closed: string | undefined;
    for (const [index, row] of table.rows.entries()) {
      const at = `/tables/${id}/rows/${index}`;
      if (ids.has(row.id))
        reporter.at(`${at}/id`, {
          code: "FLOW-ROW-REPEATED",
          message: `Two rows of the table are called "${row.id}"`,
        });
      ids.add(row.id);
      if (closed !== undefined)
        reporter.at(at, {
          code: "FLOW-ROW-DEAD",
          message: `The row "${row.id}" can never match: "${closed}" above it always does`,
        });
      if (row.when === undefined && endsTable(row.definition)) closed ??= row.id;
    }
    const circle = handOverCircle(flow, id);
    if (circle !== undefined)
      reporter.at(`/tables/${id}`, {
        code: "FLOW-TABLE-CIRCLE",
        message: `Tables hand over in a circle: ${circle.join(" → ")}`,
      });
  }
  const resume = flow.tables.get(flow.definition.resume);
  if (resume !== undefined && !alwaysDecides(flow, flow.definition.resume, new Set())) {
    reporter.at(`/tables/${resume.id}`, {
      code: "FLOW-RESUME-OPEN",
      message:
        "The resume table can end without a row that decides; give it a last row without `when`",
    });
  }
  for (const screen of unreachable(flow)) {
    reporter.at(`/screens/${screen}`, {
      code: "FLOW-SCREEN-UNREACHABLE",
      severity: "warning",
      message: `Nothing leads to the screen "${screen}": no table, action or sequence names it`,
    });
  }
}

function handOverCircle(flow: CompiledVariant, start: string): readonly string[] | undefined {
  const seen = new Set<string>();
  const walk = (id: string, trail: readonly string[]): readonly string[] | undefined => {
    if (seen.has(id)) return id === start ? [...trail, id] : undefined;
    seen.add(id);
    for (const row of flow.tables.get(id)?.rows ?? []) {
      if (row.definition.table === undefined) continue;
      const found = walk(row.definition.table, [...trail, id]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return walk(start, []);
}

function alwaysDecides(flow: CompiledVariant, id: string, seen: Set<string>): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const last = flow.tables
    .get(id)
    ?.rows.find((row) => row.when === undefined && endsTable(row.definition));
  if (last === undefined) return false;
  return last.definition.table === undefined || alwaysDecides(flow, last.definition.table, seen);
}

/**
 * Screens named by no table, action, sequence or front page, and whose path needs what only they
 * could give.
 */
function unreachable(flow: CompiledVariant): readonly string[] {
  const named = new Set<string>([
    flow.definition.unknownPath,
    ...[...flow.sequences.values()].flat(),
  ]);
  for (const table of flow.tables.values())
    for (const row of table.rows) if (row.definition.to !== undefined) named.add(row.definition.to);
  for (const screen of flow.screens.values()) {
    for (const action of [...screen.actions.values(), ...(screen.list?.actions.values() ?? [])])
      if (action.definition.to !== undefined) named.add(action.definition.to);
    for (const block of screen.blocks)
      for (const item of block.items)
        named.add((item.definition as { change?: string }).change ?? "");
    // A path without parameters can be typed or linked to from outside.
    if (screen.pattern.parameters.length === 0 || screen.definition.public === true)
      named.add(screen.id);
  }
  // A link of a role leads to any screen that names the role's resource in its path.
  for (const { definition, screens } of flow.roles.values())
    for (const id of screens.keys())
      if (flow.screens.get(id)?.pattern.parameters.includes(definition.resource ?? "") === true)
        named.add(id);
  return [...flow.screens.keys()].filter((id) => !named.has(id));
}
