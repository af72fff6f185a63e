import type { Condition } from "../conditions/condition-formula.ts";
import { describeExample } from "../conditions/describe-example.ts";
import type { WayContext } from "./way-context.ts";

/** Assignments that are tried for a state. */
const STEPS = 600;

/**
 * Reports rows of the retention that cover no application, a state that no row covers, and a flow
 * that keeps personal values without any row: such an application stays until it is erased on
 * request.
 */
export function checkRetention({ flow, reporter, conditions, proof }: WayContext): void {
  const rows = flow.definition.retention?.applications ?? [];
  const before: Condition[] = [];
  for (const [index, { id, when }] of rows.entries()) {
    const holds = conditions.of(when, conditions.open);
    if (!conditions.canHold([...before, holds]))
      reporter.at(`/flow/retention/applications/${index}`, {
        code: "FLOW-RETENTION",
        message: `The retention "${id}" covers no application: ${
          conditions.canHold([holds])
            ? "the rows above it take every one that it would"
            : "its condition contradicts itself"
        }`,
        suggestion: "the row further up, another condition, or without the row",
      });
    before.push({ not: holds });
  }
  if (rows.length === 0) return warnOfNone({ flow, reporter });
  const open = proof.stateOf(before, STEPS);
  if (open?.doubt !== undefined)
    reporter.addQuestion("/flow/retention/applications", {
      question: "whether a retention covers every application",
      reason: open.doubt,
    });
  if (open === undefined || open.doubt !== undefined) return;
  const words = describeExample(open.example);
  reporter.at("/flow/retention/applications", {
    code: "FLOW-RETENTION",
    severity: "warning",
    message: `No retention covers an application${words === "" ? "" : ` where ${words}`}: it stays until it is erased on request`,
    suggestion: "a last row without a condition",
  });
}

/** Warns of personal values that are kept for ever. */
function warnOfNone({ flow, reporter }: Pick<WayContext, "flow" | "reporter">): void {
  const [first, ...others] = flow.pii.map(({ path }) => path);
  if (first === undefined) return;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  reporter.at("/flow", {
    code: "FLOW-RETENTION-NONE",
    severity: "warning",
    message: `The flow keeps personal values (${first}${more}) and has no retention: each application stays until it is erased on request`,
    suggestion: "retention: { applications: [{ id: all, days: 365 }] }",
  });
}
