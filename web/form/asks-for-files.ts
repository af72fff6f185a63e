import { isObject } from "../../engine/language/json.ts";
import type { FormView } from "../../engine/render/view.ts";

/** Whether a form asks for files. */
export function asksForFiles({ ui }: Pick<FormView, "ui">): boolean {
  return Object.values(ui).some((field) => isObject(field) && field["ui:widget"] === "file");
}
