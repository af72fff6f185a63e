import type { CompiledAction } from "../compile/compiled-screen.ts";

/**
 * Whether an action sends the screen's form: all of it is validated, and refused with any problem.
 */
export function sendsWholeForm({
  id,
  definition,
}: Pick<CompiledAction, "id" | "definition">): boolean {
  return definition.form ?? id === "submit";
}
