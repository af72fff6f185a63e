import type { CompiledRow, CompiledVariant } from "../../compiled-variant.ts";
import { sendsWholeForm } from "../../../language/sends-whole-form.ts";
import type { CompiledAction, CompiledScreen } from "../../compiled-screen.ts";

/** Every action of a screen and of its list, with its place in the definition tree. */
export function placedActions(
  screen: CompiledScreen,
): readonly { readonly at: string; readonly action: CompiledAction }[] {
  return [
    [`/screens/${screen.id}/actions`, screen.actions] as const,
    [`/screens/${screen.id}/list/actions`, screen.list?.actions ?? new Map()] as const,
  ].flatMap(([at, actions]) =>
    [...(actions as CompiledScreen["actions"])].map(([id, action]) => ({
      at: `${at}/${id}`,
      action,
    })),
  );
}

/** Whether a screen has a form, and an action sends all of it. */
export function sendsWholeFormOf({ definition }: CompiledScreen, action: CompiledAction): boolean {
  return definition.form !== undefined && sendsWholeForm(action);
}

/**
 * Where an action leads, its own `to` or through its table: screens, `next` and `previous`;
 * `""` for a row that leaves, stays, or makes a call.
 */
export function destinationsOf(flow: CompiledVariant, action: CompiledAction): readonly string[] {
  const { to, then } = action.definition;
  return [
    ...(to === undefined ? [] : [to]),
    ...rowsAfter(flow, then).flatMap(({ definition }) => {
      if (definition.to !== undefined) return [definition.to];
      return definition.table === undefined ? [""] : [];
    }),
  ];
}

/** The rows of a table, and of all that it hands over to. */
export function rowsAfter(
  flow: CompiledVariant,
  first: string | undefined,
): readonly CompiledRow[] {
  return [...tablesAfter(flow, first)].flatMap((table) => flow.tables.get(table)?.rows ?? []);
}

/** A table and all that it hands over to. */
export function tablesAfter(flow: CompiledVariant, first: string | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (name: string | undefined) => {
    if (name === undefined || found.has(name)) return;
    found.add(name);
    for (const { definition } of flow.tables.get(name)?.rows ?? []) {
      add(definition.table);
      add(definition.then);
    }
  };
  add(first);
  return found;
}
