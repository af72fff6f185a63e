import type { ApplicationState } from "./state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { Notice } from "./answer.ts";
import { askedPlaces } from "./asked-places.ts";
import { fieldsNotice } from "./fields-notice.ts";
import type { InputContext } from "./input.ts";

/** Copy key of the notice, also in the renderer's own copy. */
export const ENTRY_KEPT = "entryKept";

/**
 * The notice for an address with other answers than the applicant's: it names the fields by their
 * labels.
 *
 * @param differing state paths; those that no form asks for are left out
 * @param words the renderer's own copy of the locale
 * @returns undefined without such a field
 */
export function entryNotice(
  flow: CompiledVariant,
  state: ApplicationState,
  {
    differing,
    context,
    words = {},
  }: {
    readonly differing: readonly string[];
    readonly context: InputContext;
    readonly words?: Readonly<Record<string, string>>;
  },
): Notice | undefined {
  if (differing.length === 0) return undefined;
  const copy = flow.copy(context.locale);
  const labels = new Map<string, string>();
  for (const { path, screen, field } of askedPlaces(flow, state, context)) {
    const label = copy.text(`${screen.copy}.fields.${field}.label`);
    if (label !== undefined && differing.includes(path) && !labels.has(path))
      labels.set(path, label);
  }
  return fieldsNotice(ENTRY_KEPT, labels.values(), context.locale, words);
}
