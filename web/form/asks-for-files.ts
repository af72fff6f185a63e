import type { JsonObject } from "../../engine/language/json.ts";
import type { FormView } from "../../engine/render/view.ts";

/** Whether a form asks for files. */
export function asksForFiles({ ui }: Pick<FormView, "ui">): boolean {
  return Object.values(ui).some(
    (field) =>
      typeof field === "object" &&
      field !== null &&
      !Array.isArray(field) &&
      (field as JsonObject)["ui:widget"] === "file",
  );
}
