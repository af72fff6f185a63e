import type { CompiledVariant } from "../../compiled-variant.ts";
import type { TransitionRowDefinition } from "../../../language/transition.ts";
import type { Reporter } from "../../reporter.ts";
import type { Condition } from "../conditions/condition-formula.ts";
import type { Conditions } from "../conditions/condition.ts";
import { tablePaths } from "./table-paths.ts";
import type { ConditionContext } from "../conditions/condition-context.ts";

/** The reason why a question about conditions stays open. */
const TOO_MANY_STATES = "its conditions have more states than the check tries";

/**
 * Reports rules that contradict one another in every state: a row that earlier rows leave nothing
 * for, a screen that no state opens, a screen that is skipped whenever it is open.
 */
export function checkNever({ flow, reporter, conditions }: ConditionContext): void {
  const never = checkScreens(flow, reporter, conditions);
  checkRows({ flow, reporter, conditions }, never);
}

/** Reports fields that are never asked. */
export function checkNeverAsked({ flow, reporter, conditions }: ConditionContext): void {
  checkFields(flow, reporter, conditions);
}

/** @param never screens whose problem explains why nothing leads to them */
function checkRows(
  { flow, reporter, conditions }: Pick<ConditionContext, "flow" | "reporter" | "conditions">,
  never: ReadonlySet<string>,
): void {
  for (const [id, table] of flow.tables)
    for (const { row, index, before, holds } of tablePaths(table, conditions)) {
      // A row without `when` stands for the rest, and may be there for safety's sake.
      if (row.definition.when === undefined || typeof holds === "boolean") continue;
      if (never.has(row.definition.to ?? "")) continue;
      const matches = conditions.provenSatisfiable([
        ...before.map(({ condition }) => condition),
        holds,
      ]);
      if (matches === undefined)
        reporter.addQuestion(`/tables/${id}/rows/${index}/when`, {
          question: `whether the row "${row.id}" ever matches`,
          reason: TOO_MANY_STATES,
        });
      if (matches !== false) continue;
      const asked = missingRow(flow, row.definition);
      if (asked !== undefined && !conditions.canHold([holds])) {
        reporter.at(`/screens/${asked}/done`, {
          code: "FLOW-DONE-ALWAYS",
          message: `The screen "${asked}" is never asked for: its \`done\` holds wherever its sequence would lead to it`,
          suggestion: "the opposite of this `done`, or another rule",
        });
        continue;
      }
      const above = before.find(({ condition }) => !conditions.canHold([condition, holds]));
      const why = !conditions.canHold([holds])
        ? "its `when` contradicts itself"
        : above === undefined
          ? "the rows above it take every state in which it would"
          : `"${above.row}" above it takes every state in which it would`;
      reporter.at(`/tables/${id}/rows/${index}/when`, {
        code: "FLOW-ROW-DEAD",
        message: `The row "${row.id}" can never match: ${why}`,
        about: [row.id],
        suggestion: "the row further up, another `when`, or without the row",
      });
    }
}

/**
 * The screen of a derived row that leads to it while it is missing, where its author says `done`.
 */
function missingRow(
  flow: CompiledVariant,
  { id, to = "" }: TransitionRowDefinition,
): string | undefined {
  const derived = id === `${to}-missing` && !Object.hasOwn(flow.derived.done, to);
  return derived && flow.screens.get(to)?.done !== undefined ? to : undefined;
}

/** @returns the screens that no state opens, or that are always skipped */
function checkScreens(
  flow: CompiledVariant,
  reporter: Reporter,
  conditions: Conditions,
): ReadonlySet<string> {
  const never = new Set<string>();
  for (const screen of flow.screens.values()) {
    const opens = [screen.exists, screen.allow].map((rule) =>
      conditions.of(rule?.rule, conditions.open),
    );
    // A constant is a deliberate switch.
    if (opens.includes(false)) continue;
    const skips =
      screen.skip === undefined ? false : conditions.of(screen.skip.rule, conditions.open);
    if (typeof skips !== "boolean" && !conditions.canHold([{ not: skips }])) {
      never.add(screen.id);
      reporter.at(`/screens/${screen.id}/skip`, {
        code: "FLOW-SCREEN-NEVER",
        message: `The screen "${screen.id}" is always skipped: its \`skip\` holds in every state`,
        suggestion: "the opposite of this `skip`",
      });
      continue;
    }
    const member = screen.allow === undefined ? "exists" : "allow";
    const isOpen = conditions.provenSatisfiable(opens);
    if (isOpen === undefined)
      reporter.addQuestion(`/screens/${screen.id}/${member}`, {
        question: `whether a state opens the screen "${screen.id}"`,
        reason: TOO_MANY_STATES,
      });
    if (isOpen === false) {
      never.add(screen.id);
      reporter.at(`/screens/${screen.id}/${member}`, {
        code: "FLOW-SCREEN-NEVER",
        message: `No state opens the screen "${screen.id}": its \`${member}\` contradicts itself${screen.allow !== undefined && screen.exists !== undefined ? " or its `exists`" : ""}`,
        suggestion: `another \`${member}\`, or without the screen`,
      });
      continue;
    }
    if (screen.skip === undefined) continue;
    // A constant is a deliberate switch.
    if (typeof skips !== "boolean" && !conditions.canHold([skips]))
      reporter.at(`/screens/${screen.id}/skip`, {
        code: "FLOW-SCREEN-NEVER",
        message: `The screen "${screen.id}" is never skipped: its \`skip\` contradicts itself`,
        suggestion: "another `skip`, or without it",
      });
    const asked: Condition = { not: skips };
    if (asked.not === true || conditions.canHold([...opens, asked])) continue;
    reporter.at(`/screens/${screen.id}/skip`, {
      code: "FLOW-SCREEN-NEVER",
      message: `The screen "${screen.id}" is skipped in every state that opens it: its \`skip\` and its \`${member}\` contradict each other`,
      suggestion: "the opposite of this `skip`",
    });
  }
  return never;
}

function checkFields(flow: CompiledVariant, reporter: Reporter, conditions: Conditions): void {
  for (const [name, form] of flow.forms)
    for (const [field, rule] of form.askedWhile) {
      const asked = conditions.of(rule.rule, conditions.open);
      if (typeof asked === "boolean" || conditions.canHold([asked])) continue;
      reporter.at(`/forms/${name}/properties/${field}/x-when`, {
        code: "FLOW-FIELD-NEVER",
        message: `The form "${name}" never asks for the field "${field}": its \`x-when\` contradicts itself`,
        suggestion: "another `x-when`, or without the field",
      });
    }
}
