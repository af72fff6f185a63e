import { choicesAsked } from "../compile/check/values/written-values.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { savedFields } from "../compile/saved-fields.ts";
import { valuesAt } from "../rules/values-at.ts";
import { replaceIds } from "../rules/state-path.ts";
import type { ApplicationState } from "../transition/state.ts";

/** A choice that one version of a flow offers and the next one does not. */
export interface UnofferedChoice {
  /** State path of the answer, list entries as `*`. */
  readonly path: string;
  readonly choice: string;
  /** Key of the text that names the choice, where the new version does not have it any more. */
  readonly missingText?: string;
}

/** The choices that a version no longer offers, with the texts that it lacks for them. */
export function unofferedChoices(
  before: CompiledVariant,
  after: CompiledVariant,
): readonly UnofferedChoice[] {
  const [was, is] = [choicesAsked(before), choicesAsked(after)];
  return [...is].flatMap(([place, offered]) =>
    (was.get(place) ?? [])
      .filter((choice) => !offered.includes(choice))
      .map((choice) => {
        const missingText = missingTextOf(after, place, String(choice));
        return {
          path: place.replaceAll(/(^|\.)0(?=\.|$)/g, "$1*"),
          choice: String(choice),
          ...(missingText === undefined ? {} : { missingText }),
        };
      }),
  );
}

/** Those of the choices that a state holds. */
export function keptChoices(
  choices: readonly UnofferedChoice[],
  state: ApplicationState,
): readonly UnofferedChoice[] {
  return choices.filter(({ path, choice }) =>
    valuesAt(state, path.split(".")).some((value) => String(value) === choice),
  );
}

/** Key of the text of a choice, in the words of the field that asks for a place. */
function missingTextOf(flow: CompiledVariant, place: string, choice: string): string | undefined {
  const copy = flow.copy(flow.locales[0] ?? "");
  for (const screen of flow.screens.values())
    for (const { name, field, place: path } of savedFields(flow, screen)) {
      if (replaceIds(path, "0") !== place) continue;
      const options = field["x-options"] ?? `${screen.copy}.fields.${name}.options`;
      return copy.under(`${options}.${choice}`) === undefined ? `${options}.${choice}` : undefined;
    }
  return undefined;
}
