import { membersThrough, pathsRead } from "../../../rules/members.ts";
import { closest } from "../../../source/closest.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { CheckContext, FlowWideCheck } from "../run/check-context.ts";
import { pressedCalls } from "./check-typed-recipients.ts";

/** The fields of the pages that make each call. */
type FieldsByCall = Map<string, Set<string>>;

/**
 * Reports calls that send an answer to a field that no form has where the call is made, in any
 * variant. `form` is the form of the page that was sent: the request lacks the answer each time.
 */
export class SentAnswersCheck implements FlowWideCheck {
  private readonly fields: FieldsByCall = new Map();

  gather({ flow }: Pick<CheckContext, "flow">): void {
    addFields(flow, this.fields);
  }

  check({ flow, reporter }: CheckContext): void {
    // Where a name is mistyped, the page that makes the call may be the one with the mistake.
    if (reporter.has("FLOW-NAME")) return;
    for (const [id, { definition }] of flow.calls) {
      const known = this.fields.get(id);
      if (known === undefined) continue;
      for (const part of ["body", "params", "query"] as const)
        for (const path of pathsRead(membersThrough(flow, definition[part] ?? null))) {
          const [root, name] = path.split(".");
          if (root !== "form" || name === undefined || known.has(name)) continue;
          reporter.at(`/calls/${id}/${part}`, {
            code: "FLOW-RULE-PATH",
            message: `The call "${id}" sends "${path}", and no page that makes it asks for "${name}"`,
            suggestion: closest(name, known) ?? "a place of the state",
          });
        }
    }
  }
}

/** Adds the fields of one variant; calls that no page makes are left out. */
function addFields(flow: CompiledVariant, found: FieldsByCall): void {
  const add = (call: string, form: string | undefined) => {
    const known = found.get(call) ?? new Set();
    for (const name of Object.keys(flow.forms.get(form ?? "")?.compiled.fields ?? {}))
      known.add(name);
    found.set(call, known);
  };
  for (const [screen, call] of pressedCalls(flow))
    add(call, flow.screens.get(screen)?.definition.form);
  for (const [form, { suggests }] of flow.forms)
    for (const { definition } of suggests.values())
      for (const call of [definition.call, definition.choose?.call])
        if (call !== undefined) add(call, form);
}
