import { liesIn, overlaps } from "../../../rules/state-path.ts";
import type { CompiledRule } from "../../../rules/compiled-rule.ts";
import type { CompiledScreen } from "../../compiled-screen.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { CheckContext } from "../run/check-context.ts";
import { outsideWrites } from "./outside-writes.ts";
import { ownPlaces } from "./own-places.ts";
import { requiredPlaces } from "./required-places.ts";
import { membersThrough, pathsRead } from "../../../rules/members.ts";

/**
 * Reports a `done` of a screen in a sequence that reads only some of the required answers of its
 * form, or nothing that the page changes: applicants go past the page without the others.
 */
export function checkDone({ flow, reporter }: CheckContext): void {
  for (const [sequence, names] of flow.sequences)
    for (const id of names) {
      const screen = flow.screens.get(id);
      const form = flow.forms.get(screen?.definition.form ?? "");
      if (screen?.done === undefined || form === undefined) continue;
      if (flow.derived.done[id] !== undefined) continue;
      const reads = readsOf(flow, screen.done);
      const required = requiredPlaces(flow, screen).filter((place) => !place.includes("["));
      const missed = required.filter((place) => !isRead(place, reads));
      if (missed.length === 0) continue;
      if (missed.length === required.length && mayFollow(flow, screen, reads)) continue;
      reporter.at(`/screens/${id}/done`, {
        code: "FLOW-DONE-LACKS",
        severity: "warning",
        message: `The screen "${id}" of the sequence "${sequence}" is done without ${missed.map((place) => `"${place}"`).join(", ")}, which its form requires: people without it go past the page`,
        suggestion: "no done: it follows from the form",
      });
    }
}

/** Whether the page itself, or what comes from outside, changes something that a rule reads. */
function mayFollow(
  flow: CompiledVariant,
  screen: CompiledScreen,
  reads: ReadonlySet<string>,
): boolean {
  const written = [...ownPlaces(flow, [screen]).keys(), ...outsideWrites(flow)];
  return written.some((path) => [...reads].some((read) => overlaps(read, path)));
}

/** Whether a rule reads a place, or a group of answers that it belongs to. */
function isRead(place: string, reads: ReadonlySet<string>): boolean {
  return [...reads].some((read) => liesIn(place, read));
}

/** The paths that a rule reads, those of the guards and values that it names included. */
function readsOf(flow: CompiledVariant, rule: CompiledRule): ReadonlySet<string> {
  return new Set([...rule.reads, ...pathsRead(membersThrough(flow, rule.rule))]);
}
