import type { CheckContext } from "../run/check-context.ts";
import type { CompiledAction, CompiledScreen } from "../../compiled-screen.ts";
import { Conditions } from "../conditions/condition.ts";
import { tablesAfter } from "./screen-links.ts";

type Direction = "next" | "previous";

/**
 * Reports `next` and `previous` on a screen without that neighbour in this variant: the button
 * would stay where it is. The screen is in no sequence, it stands at the end, or no screen on
 * that side can be shown.
 */
export function checkNeighbours({ flow, reporter }: CheckContext): void {
  const conditions = new Conditions(flow);
  const lacks = (screen: CompiledScreen, to: Direction): string | undefined => {
    const sequence = [...flow.sequences].find(([, names]) => names.includes(screen.id));
    if (sequence === undefined) return `the screen "${screen.id}" is in no sequence`;
    const [name, names] = sequence;
    const at = names.indexOf(screen.id);
    const side = to === "next" ? names.slice(at + 1) : names.slice(0, at);
    if (side.length === 0)
      return `the screen "${screen.id}" is the ${to === "next" ? "last" : "first"} of the sequence "${name}"`;
    const there = side.some((each) => {
      const other = flow.screens.get(each);
      return (
        other !== undefined &&
        conditions.canHold([
          conditions.of(other.exists?.rule, conditions.open),
          {
            not: other.skip === undefined ? false : conditions.of(other.skip.rule, conditions.open),
          },
        ])
      );
    });
    return there
      ? undefined
      : `no screen ${to === "next" ? "after" : "before"} "${screen.id}" in the sequence "${name}" ever exists`;
  };
  const report = (to: Direction, pointer: string, why: string) =>
    reporter.at(pointer, {
      code: "FLOW-NEIGHBOUR",
      message: `"${to}" leads nowhere: ${why}`,
      about: [to],
      suggestion: "the name of a screen, or the screen in a sequence of flow.yaml",
    });
  for (const screen of flow.screens.values()) {
    if (
      screen.definition.review === true &&
      ![...flow.sequences.values()].some((names) => names.includes(screen.id))
    )
      reporter.at(`/screens/${screen.id}/review`, {
        code: "FLOW-NEIGHBOUR",
        message: `Nothing leads back to the screen "${screen.id}": it is in no sequence`,
        about: [screen.id],
        suggestion: "the screen in a sequence of flow.yaml",
      });
    for (const [at, actions] of [
      [`/screens/${screen.id}/actions`, screen.actions],
      [
        `/screens/${screen.id}/list/actions`,
        screen.list?.actions ?? new Map<string, CompiledAction>(),
      ],
    ] as const)
      for (const [id, { definition }] of actions) {
        if (isDirection(definition.to)) {
          const why = lacks(screen, definition.to);
          if (why !== undefined) report(definition.to, `${at}/${id}/to`, why);
        }
        for (const table of tablesAfter(flow, definition.then))
          for (const [index, row] of (flow.tables.get(table)?.rows ?? []).entries()) {
            const { to } = row.definition;
            const why = isDirection(to) ? lacks(screen, to) : undefined;
            if (isDirection(to) && why !== undefined)
              report(
                to,
                `/tables/${table}/rows/${index}/to`,
                `${why}, and its action "${id}" asks this table`,
              );
          }
      }
  }
}

function isDirection(to: string | undefined): to is Direction {
  return to === "next" || to === "previous";
}
