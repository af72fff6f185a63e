import type { CheckContext } from "../run/check-context.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { TransitionRowDefinition } from "../../../language/transition.ts";
import { namesIn } from "./names-in.ts";
import { placedActions, tablesAfter } from "./screen-links.ts";

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
 * Reports rows behind one that always decides, repeated ids, tables that hand over in a circle, and
 * screens that nothing leads to.
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
          about: [row.id, closed],
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
      about: [screen],
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
 * Screens that nothing leads to from where people begin: a path without parameters, a table that
 * the flow asks by itself, a sequence. Screens that only lead to one another count as well.
 */
function unreachable(flow: CompiledVariant): readonly string[] {
  const reached = new Set<string>();
  const tables = new Set<string>();
  const reachTable = (table: string | undefined) => {
    for (const id of tablesAfter(flow, table)) {
      if (tables.has(id)) continue;
      tables.add(id);
      for (const { definition } of flow.tables.get(id)?.rows ?? []) reach(definition.to);
    }
  };
  const reach = (id: string | undefined) => {
    const screen = id === undefined || reached.has(id) ? undefined : flow.screens.get(id);
    if (screen === undefined) return;
    reached.add(screen.id);
    reachTable(screen.definition.onOpen);
    for (const { action } of placedActions(screen)) {
      reach(action.definition.to);
      reachTable(action.definition.then);
    }
    for (const { definition, items } of screen.blocks)
      for (const { change } of [definition, ...items.map((item) => item.definition)]) reach(change);
  };
  for (const id of [flow.definition.unknownPath, ...[...flow.sequences.values()].flat()]) reach(id);
  for (const screen of flow.screens.values())
    // A path without parameters can be typed or linked to from outside.
    if (screen.pattern.parameters.length === 0 || screen.definition.public === true)
      reach(screen.id);
  // A link of a role leads to any screen that names the role's resource in its path.
  for (const { definition, screens } of flow.roles.values())
    for (const id of screens.keys())
      if (flow.screens.get(id)?.pattern.parameters.includes(definition.resource ?? "") === true)
        reach(id);
  // The flow, a timer or a provider evaluates a table that no screen names.
  const evaluated = new Set(
    [...flow.screens.values()].flatMap((screen) => [
      ...[
        screen.definition.onOpen,
        ...placedActions(screen).map(({ action }) => action.definition.then),
      ].flatMap((table) => [...tablesAfter(flow, table)]),
    ]),
  );
  const byItself = namesIn([
    flow.definition,
    ...[...flow.providers.values()].map(({ definition }) => definition),
    ...[...flow.roles.values()].map(({ definition }) => definition),
  ]);
  for (const table of flow.tables.keys())
    if (!evaluated.has(table) || byItself.has(table)) reachTable(table);
  return [...flow.screens.keys()].filter((id) => !reached.has(id));
}
