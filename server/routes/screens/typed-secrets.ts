import { isObject, type Json, type JsonObject } from "../../../engine/language/json.ts";
import { labelOf } from "../../../engine/render/prepare-form.ts";
import type { NoticeView, ScreenView } from "../../../engine/render/view.ts";
import { fieldsNotice } from "../../../engine/transition/fields-notice.ts";

/**
 * The notice for secrets that were typed into a form which is drawn again: they are never sent
 * back, so their fields are empty. It names the fields by their labels.
 *
 * @param words the renderer's own copy of the locale
 * @returns undefined where none was typed
 */
export function typedSecretsNotice(
  { form, locale }: Pick<ScreenView, "form" | "locale">,
  typed: JsonObject,
  words: Readonly<Record<string, string>>,
): NoticeView | undefined {
  const labels = Object.entries(form?.ui ?? {}).flatMap(([name, ui]) => {
    const isTyped = typed[name] !== undefined && typed[name] !== null && typed[name] !== "";
    return isTyped && isSecret(ui) ? [labelOf(ui)] : [];
  });
  const [text] = fieldsNotice("typedSecrets", labels, locale, words)?.texts ?? [];
  return text === undefined ? undefined : { id: "typedSecrets", tone: "info", text };
}

/** Whether a field is a secret that a person types. */
function isSecret(ui: Json): boolean {
  if (!isObject(ui) || ui["ui:widget"] === "hidden") return false;
  const options = ui["ui:options"];
  return isObject(options) && options["pii"] === "secret";
}
