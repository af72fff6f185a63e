import type { CompiledAction, CompiledScreen } from "../compile/compiled-screen.ts";
import type { Changes } from "./changes.ts";

/**
 * Finds an action of a screen, or of one entry of its list; rules then read the entry as `item`.
 */
export function findAction(
  screen: CompiledScreen,
  { action, item }: { readonly action: string; readonly item?: string | undefined },
  changes: Changes,
): CompiledAction | undefined {
  if (item === undefined) return screen.actions.get(action);
  const entry = screen.list?.entries(changes.facts).find(({ id }) => id === item);
  if (entry === undefined) return undefined;
  changes.lay({ item: entry });
  return screen.list?.actions.get(action);
}
