import type { CompiledRule } from "../rules/compiled-rule.ts";
import type { CompiledTemplate } from "../rules/compile-template.ts";
import type { FormOfFlow } from "./compiled-variant.ts";
import type { CompiledScreen } from "./compiled-screen.ts";

/** A compiled rule or template with its source, for live parts of a page. */
export type LivePart = CompiledRule | CompiledTemplate;

/** The live parts of a screen, with their places in its file. */
export function livePartsOf(
  screen: CompiledScreen,
  form: FormOfFlow | undefined,
): readonly { readonly part: LivePart; readonly pointer: string }[] {
  const at = `/screens/${screen.id}`;
  const ofForm = `/forms/${screen.definition.form ?? ""}/properties`;
  return [
    ...screen.blocks.flatMap(({ definition, items }, index) =>
      definition.live !== true
        ? []
        : items.flatMap(({ when, value }, place) =>
            [
              { part: when, pointer: `${at}/blocks/${index}/items/${place}/when` },
              { part: value, pointer: `${at}/blocks/${index}/items/${place}/value` },
            ].flatMap(({ part, pointer }) => (part === undefined ? [] : [{ part, pointer }])),
          ),
    ),
    // Without a form nothing is typed that they could follow.
    ...(form === undefined ? [] : [...screen.actions.values()]).flatMap(({ id, labels }) =>
      labels.map(({ when }, place) => ({
        part: when,
        pointer: `${at}/actions/${id}/labels/${place}/when`,
      })),
    ),
    ...[...(form?.computed ?? [])].map(([field, part]) => ({
      part,
      pointer: `${ofForm}/${field}/x-computed`,
    })),
    ...[...(form?.offered ?? [])].flatMap(([field, choices]) =>
      [...choices].map(([choice, part]) => ({
        part,
        pointer: `${ofForm}/${field}/x-offered/${choice}`,
      })),
    ),
  ];
}
