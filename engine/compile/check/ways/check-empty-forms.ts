import { describeExample } from "../conditions/describe-example.ts";
import type { WayContext } from "./way-context.ts";

/** Assignments that are tried for a state. */
const STEPS = 1_000;

/**
 * Reports screens that may ask for nothing: each field of their form has an `x-when`, and in some
 * state that opens the screen and does not skip it none of them holds.
 */
export function checkEmptyForms({ flow, reporter, conditions, proof }: WayContext): void {
  if (reporter.has("FLOW-FIELD-NEVER")) return;
  for (const screen of flow.screens.values()) {
    const form = flow.forms.get(screen.definition.form ?? "");
    const fields = Object.keys(form?.compiled.fields ?? {});
    const asked = fields.flatMap((field) => form?.askedWhile.get(field) ?? []);
    if (fields.length === 0 || asked.length < fields.length) continue;
    // A page that shows something beside its form is worth its visit.
    if (screen.blocks.length > 0 || screen.list !== undefined) continue;
    const hidden = asked.map(({ rule }) => ({ not: conditions.of(rule, conditions.open) }));
    const holds = [
      ...[screen.exists, screen.allow].map((rule) => conditions.of(rule?.rule, conditions.open)),
      ...(screen.skip === undefined
        ? []
        : [{ not: conditions.of(screen.skip.rule, conditions.open) }]),
      ...hidden,
    ];
    if (!conditions.canHold(holds, STEPS)) continue;
    const state = proof.stateOf(holds, STEPS);
    if (state?.doubt !== undefined)
      reporter.addQuestion(`/screens/${screen.id}/form`, {
        question: `whether the screen "${screen.id}" always asks something`,
        reason: state.doubt,
      });
    if (state === undefined || state.doubt !== undefined) continue;
    const words = describeExample(conditions.example(hidden, STEPS) ?? state.example);
    reporter.at(`/screens/${screen.id}/form`, {
      code: "FLOW-FORM-EMPTY",
      severity: "warning",
      message: `${words === "" ? "In every state" : `Where ${words}`}, the screen "${screen.id}" asks for nothing: every field of its form has an \`x-when\` that does not hold`,
      suggestion: "skip: the opposite of these rules, or a field without `x-when`",
    });
  }
}
