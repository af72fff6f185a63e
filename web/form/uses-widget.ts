import { isObject } from "../../engine/language/json.ts";
import type { WidgetKind } from "../../engine/language/form.ts";
import type { FormView } from "../../engine/render/view.ts";

/** Whether some field of a form uses a widget. */
export function usesWidget(widget: WidgetKind, { ui }: Pick<FormView, "ui">): boolean {
  return Object.values(ui).some((field) => isObject(field) && field["ui:widget"] === widget);
}
