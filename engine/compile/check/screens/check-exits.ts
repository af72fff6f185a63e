import { allActions } from "../../compiled-screen.ts";
import type { CheckContext } from "../run/check-context.ts";
import { sendsWholeFormOf } from "./screen-links.ts";

/**
 * Reports screens without an exit although their kind promises one, and two screens at one path.
 */
export function checkExits({ flow, reporter }: CheckContext): void {
  checkUnknownPath({ flow, reporter });
  const paths = new Map<string, string>();
  for (const screen of flow.screens.values()) {
    const { definition } = screen;
    const actions = allActions(screen);
    const leads =
      actions.length > 0 ||
      definition.onOpen !== undefined ||
      definition.poll !== undefined ||
      screen.blocks.some(
        ({ definition: { change }, href, items }) =>
          (href ?? change) !== undefined ||
          items.some((item) => item.definition.change !== undefined),
      );
    if (definition.kind !== "outcome" && !leads)
      reporter.at(`/screens/${screen.id}`, {
        code: "FLOW-SCREEN-STUCK",
        message: `Nobody can leave the screen "${screen.id}": it has no action, and its kind is not outcome`,
        about: [screen.id],
        suggestion: "an action, or kind: outcome",
      });
    if (
      definition.form !== undefined &&
      !actions.some((action) => sendsWholeFormOf(screen, action))
    )
      reporter.at(`/screens/${screen.id}/form`, {
        code: "FLOW-FORM-UNSENT",
        message: `No action of the screen "${screen.id}" sends its form`,
        suggestion: "an action called submit, or one with form: true",
      });
    for (const [index, { definition: block, href }] of screen.blocks.entries())
      if (
        block.kind === "dialog" &&
        block.closable === false &&
        href === undefined &&
        (block.actions ?? []).length === 0
      )
        reporter.at(`/screens/${screen.id}/blocks/${index}`, {
          code: "FLOW-SCREEN-STUCK",
          message: `Nobody can leave the dialog "${block.id}" of the screen "${screen.id}": it cannot be closed, and has no action and no link`,
          about: [block.id, screen.id],
          suggestion: "actions: [ID], href, or closable: true",
        });
    for (const path of [definition.path, ...(definition.aliases ?? [])]) {
      const plain = path.replaceAll(/\{[^{}]*\}/g, "{}");
      const other = paths.get(plain);
      // Two screens may share a path when each says where it exists.
      if (
        other !== undefined &&
        other !== screen.id &&
        (screen.exists === undefined || flow.screens.get(other)?.exists === undefined)
      )
        reporter.at(`/screens/${screen.id}/path`, {
          code: "FLOW-PATH-REPEATED",
          message: `The screens "${other}" and "${screen.id}" have the same path ${path}`,
        });
      paths.set(plain, screen.id);
    }
  }
}

/** Reports a screen for unknown addresses that visitors without an application cannot see. */
function checkUnknownPath({ flow, reporter }: Pick<CheckContext, "flow" | "reporter">): void {
  const { unknownPath } = flow.definition;
  const screen = flow.screens.get(unknownPath);
  const [parameter] = screen?.pattern.parameters ?? [];
  const sequence = [...flow.sequences].find(([, names]) => names.includes(unknownPath))?.[0];
  if (parameter === undefined && sequence === undefined) return;
  const why =
    sequence === undefined ? `its path has {${parameter ?? ""}}` : `it is part of "${sequence}"`;
  reporter.at("/flow/unknownPath", {
    code: "FLOW-UNKNOWN-PATH",
    message: `"${unknownPath}" is shown at any unknown address, also without an application, and ${why}`,
    suggestion: "a public screen of its own, such as lost, with the path /lost",
  });
}
