import { decimalComma } from "../../../engine/copy/decimal-comma.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import type { RequestContext } from "../../application/request/request-context.ts";
import { resolveTarget } from "../../application/request/resolve-target.ts";

/** Normalizes the values of a plain HTML post, as the page with scripts does. */
export function normalizedData(
  context: RequestContext,
  { data }: { readonly data: JsonObject },
): JsonObject {
  const { resolution } = resolveTarget(context);
  const screen =
    resolution.kind === "screen" ? context.flow.screens.get(resolution.screen) : undefined;
  const form = context.flow.forms.get(screen?.definition.form ?? "");
  return form === undefined
    ? data
    : form.compiled.normalize(data, decimalComma(context.target.locale));
}
