import type { ActionDefinition } from "./screen.ts";

/**
 * Whether an action sends the screen's form: all of it is validated, and refused with any problem.
 */
export function sendsWholeForm({
  id,
  definition,
}: {
  readonly id: string;
  readonly definition: Pick<ActionDefinition, "form">;
}): boolean {
  return definition.form ?? id === "submit";
}
