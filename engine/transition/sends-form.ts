import type { CompiledAction } from "../compile/compiled-variant.ts";

/** Whether an action sends the screen's form: it is judged as a whole, and refused where something is wrong. */
export function sendsForm({ id, definition }: Pick<CompiledAction, "id" | "definition">): boolean {
  return definition.form ?? id === "submit";
}
