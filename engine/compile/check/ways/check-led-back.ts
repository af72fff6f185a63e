import { liesIn } from "../../../rules/state-path.ts";
import type { CompiledScreen } from "../../compiled-screen.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import { savedPlaces } from "../../saved-fields.ts";
import type { Reporter } from "../../reporter.ts";
import { namesApplication, reportRefused } from "./check-allow.ts";
import type { Json } from "../../../language/json.ts";
import type { Condition } from "../conditions/condition-formula.ts";
import type { Scope } from "../conditions/condition.ts";
import { describeExample } from "../conditions/describe-example.ts";
import { placedActions, sendsWholeFormOf, tablesAfter } from "../screens/screen-links.ts";
import { isPathNow, pathOf } from "../conditions/term.ts";
import { combinationsLedBack, type PressEnds } from "./answers-led-back.ts";
import type { PossibleAction } from "./screen-ways.ts";
import { PRESS_ROOTS } from "../conditions/scopes.ts";
import { requiredPlaces } from "./required-places.ts";
import type { WayContext } from "./way-context.ts";
import type { EndRow } from "./ways.ts";

/** Assignments that are tried for a state. */
const STEPS = 600;

/**
 * Reports actions that lead back: a form whose accepted answers lead to the form again in some
 * state, and a row whose screen refuses wherever the one action that asks it is offered.
 */
export function checkLedBack(context: WayContext): void {
  if (context.reporter.has("FLOW-RESUME-OPEN")) return;
  const check = new LedBack(context);
  for (const screen of context.flow.screens.values()) check.checkScreen(screen);
}

class LedBack {
  /** Number of actions that evaluate a table. */
  private readonly asking = new Map<string, number>();

  private readonly flow: CompiledVariant;
  private readonly reporter: Reporter;

  constructor(private readonly analysis: WayContext) {
    const { flow, reporter } = analysis;
    this.flow = flow;
    this.reporter = reporter;
    for (const screen of flow.screens.values())
      for (const { action } of placedActions(screen))
        for (const table of tablesAfter(flow, action.definition.then))
          this.asking.set(table, (this.asking.get(table) ?? 0) + 1);
  }

  checkScreen(screen: CompiledScreen): void {
    for (const possible of this.analysis.ways.possibleActions(screen)) {
      this.checkRefused(possible);
      if (sendsWholeFormOf(screen, possible.action) && !this.reporter.has("FLOW-FORM-CIRCLE"))
        this.checkForm(possible);
    }
  }

  /** Reports rows of an action's own table that lead to a screen which no way to the row opens. */
  private checkRefused({ screen, action, holds, ends }: PossibleAction): void {
    const { conditions, ways } = this.analysis;
    const own = `${screen.id}/${action.id}`;
    const rows = new Map<string, EndRow[]>();
    for (const end of ends?.endRows ?? [])
      rows.set(end.pointer, [...(rows.get(end.pointer) ?? []), end]);
    for (const [pointer, endRows] of rows) {
      const [{ row, passed }] = endRows as [EndRow];
      const { to } = row.definition;
      const table = (passed.at(-1) ?? "").slice(0, -row.id.length - 1);
      if (to === undefined || !this.flow.screens.has(to) || namesApplication(this.flow, row))
        continue;
      if (table !== own && !table.startsWith(`${own}/`)) continue;
      if ((this.asking.get(table) ?? 0) > 1) continue;
      const known = endRows.map((end) => ({ all: [...holds, ...end.holds], end }));
      const opens = known.some(({ all, end }) => conditions.canHold([...all, ways.opens(to, end)]));
      if (!opens && known.some(({ all }) => conditions.canHold(all)))
        reportRefused(
          this.reporter,
          `${pointer}/to`,
          `The row "${row.id}" of the table "${table}"`,
          to,
        );
    }
  }

  private checkForm(possible: PossibleAction): void {
    const { proof, conditions } = this.analysis;
    const presses = this.pressesOf(possible);
    for (const holds of presses.flatMap(({ back }) => back)) {
      const example = conditions.example(holds, STEPS);
      if (example?.isProven === false)
        this.addQuestion(possible, `no answer within ${STEPS} assignments`);
      if (example?.isProven !== true || [...example.values.keys()].some(isLater)) continue;
      // Another answer of the form may lead on.
      const fixed = this.fixedBy(possible.screen, example.values);
      if (presses.some(({ past }) => past.some((each) => conditions.canHold([...fixed, ...each]))))
        continue;
      // A proof takes long: it is the last question.
      const state = proof.stateOf(holds, STEPS);
      if (state?.doubt !== undefined) this.addQuestion(possible, state.doubt);
      if (state === undefined || state.doubt !== undefined) continue;
      const words = describeExample(state.example);
      this.reporter.at(possible.at, {
        code: "FLOW-FORM-CIRCLE",
        severity: "warning",
        message: `${words === "" ? "In every state" : `Where ${words}`}, the form of the screen "${possible.screen.id}" leads back to itself, whatever is answered, and says nothing`,
        about: [possible.screen.id],
        suggestion: "another screen, a message, or a set that lets people go on",
      });
      return;
    }
    this.checkCombinations(possible, presses);
  }

  /** Reports answers that the form takes and that lead back to it, while others lead on. */
  private checkCombinations({ screen, at }: PossibleAction, presses: readonly PressEnds[]): void {
    const [first, ...others] = combinationsLedBack(this.analysis, screen, presses);
    if (first === undefined) return;
    const values = new Map([...first].map(([place, value]) => [place, value ?? null]));
    const more =
      others.length === 0
        ? ""
        : ` (and with ${others.length} other combination${others.length === 1 ? "" : "s"})`;
    this.reporter.at(at, {
      code: "FLOW-FORM-CIRCLE",
      severity: "warning",
      message: `Where ${describeExample({ values, isProven: true })}${more}, the form of the screen "${screen.id}" takes the answers and leads back to itself, and says nothing`,
      about: [screen.id],
      suggestion: "a row for these answers, or another `done` of the screen",
    });
  }

  private addQuestion({ screen, action, at }: PossibleAction, reason: string): void {
    this.reporter.addQuestion(at, {
      question: `whether "${action.id}" of the screen "${screen.id}" leads back to its form in some state, whatever is answered`,
      reason,
    });
  }

  /** The conditions that everything but the form's answers has the values of a state. */
  private fixedBy(screen: CompiledScreen, values: ReadonlyMap<string, Json>): readonly Condition[] {
    const typed = savedPlaces(this.flow, screen);
    return [...values].flatMap(([term, value]): Condition[] => {
      const isTyped = typed.some((place) => liesIn(term, place));
      if (isTyped || !isPathNow(term)) return [];
      return [{ term, asks: value === null ? "missing" : { equals: value } }];
    });
  }

  /** Each way on which a press of the form's action succeeds. */
  private pressesOf({ screen, action, holds, ends }: PossibleAction): readonly PressEnds[] {
    const { conditions } = this.analysis;
    const { to, then } = action.definition;
    const typed = requiredPlaces(this.flow, screen).map((term): Condition => ({
      not: { term, asks: "missing" },
    }));
    const known = [...holds, ...typed];
    if (then === undefined)
      return [this.press(screen, { to, known, scope: conditions.open }, action.calls.length > 0)];
    return (ends?.endRows ?? [])
      .filter(({ failed }) => !failed)
      .map((end) => {
        const all = [...known, ...end.holds];
        const { to: next, set, leave } = end.row.definition;
        // A message lets people stay, and get no further.
        if (next === undefined && leave === undefined) return { back: [], past: [] };
        const changes = action.calls.length > 0 || set !== undefined;
        return end.notifies || namesApplication(this.flow, end.row)
          ? { back: [], past: [all] }
          : this.press(screen, { to: next, known: all, scope: end.scope, row: end.row }, changes);
      })
      .concat((ends?.open ?? []).map((open) => ({ back: [], past: [[...known, ...open.holds]] })));
  }

  /** A press that leads to a screen by its name. */
  private press(
    screen: CompiledScreen,
    {
      to,
      known,
      scope,
      row,
    }: {
      readonly to: string | undefined;
      readonly known: readonly Condition[];
      readonly scope: Scope;
      readonly row?: EndRow["row"];
    },
    changes: boolean,
  ): PressEnds {
    const { ways } = this.analysis;
    if (to === undefined) return { back: [], past: [known] };
    if (to === screen.id)
      return changes ? { back: [], past: [known] } : { back: [known], past: [] };
    const names = ways.named(screen, to);
    const opens = names.map((name) => ways.opens(name, { scope, row }));
    const resumed = ways.resume.endRows.filter(
      ({ row: { definition } }) => definition.to === screen.id,
    );
    const refused = [...known, ...opens.map((each): Condition => ({ not: each }))];
    return {
      past: opens.map((each) => [...known, each]),
      back: resumed.map((end) => [...refused, ...end.holds, ways.shown(screen)]),
    };
  }
}

/** Whether a term stands for a value of the state that a call changed meanwhile. */
function isLater(term: string): boolean {
  const { path, time = "" } = pathOf(term);
  return /^s\d/.test(time) && !PRESS_ROOTS.includes(path.split(".")[0] ?? "");
}
