import type { CompiledAction, CompiledScreen } from "../compile/compiled-variant.ts";
import type { Changes } from "./changes.ts";

/** An action of a screen, or of one entry of its list; the entry is then what rules read as `item`. */
export function findAction(
  screen: CompiledScreen,
  id: string,
  item: string | undefined,
  changes: Changes,
): CompiledAction | undefined {
  if (item === undefined) return screen.actions.get(id);
  if (screen.list === undefined) return undefined;
  const entry = screen.list.entries(changes.facts).find((candidate) => candidate["id"] === item);
  if (entry === undefined) return undefined;
  changes.facts["item"] = entry;
  return screen.list.actions.get(id);
}
