import type { CompiledScreen } from "../../compiled-screen.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { Reporter } from "../../reporter.ts";
import { endsTable } from "../screens/check-tables.ts";
import type { Condition } from "../conditions/condition-formula.ts";
import { describeExample } from "../conditions/describe-example.ts";
import type { ExampleProof } from "../conditions/example-proof.ts";
import type { PossibleAction, ScreenWays } from "./screen-ways.ts";
import type { WayContext } from "./way-context.ts";

/** Assignments that are tried for a state; beyond them the question is left open. */
const STEPS = 600;

/**
 * Reports where people would get stuck:
 *
 * - a screen from which no way leads to an end of the flow;
 * - a state in which resumption finds no screen;
 * - an action whose table has no row for some state.
 *
 * Conditions are taken to hold together wherever they can. So a reported screen is certain, and a
 * reported table is open in the state that the message names.
 */
export function checkEnds({ flow, reporter, ways, proof }: WayContext): void {
  if (reporter.has("FLOW-RESUME-OPEN")) return;
  checkResume(reporter, { proof, ways });
  checkOpenTables(flow, reporter, { proof, ways });
  checkEndless(flow, reporter, ways);
}

interface Analysis {
  readonly proof: ExampleProof;
  readonly ways: ScreenWays;
}

/**
 * Reports a state in which resumption finds no screen: the page for unknown paths would be shown.
 * Without answers of the flow's forms that lead to such a state it is a warning.
 */
function checkResume(reporter: Reporter, { proof, ways }: Analysis): void {
  const found = ways.resume.open.flatMap(({ holds, table }) => {
    const state = describeState(proof, holds, (reason) =>
      reporter.addQuestion(`/tables/${table}`, {
        question: "whether resumption finds a screen in every state",
        reason,
      }),
    );
    return state === undefined ? [] : [{ ...state, table }];
  });
  const first = found.find(({ isCertain }) => isCertain) ?? found[0];
  if (first === undefined) return;
  reporter.at(`/tables/${first.table}`, {
    code: "FLOW-RESUME-OPEN",
    ...(first.isCertain ? {} : { severity: "warning" }),
    message: `Resumption finds no screen that may be shown${first.words}: applicants get the page for unknown paths`,
    suggestion: "a row for this state, or a screen whose `allow` takes it",
  });
}

/**
 * Reports tables of actions where in some state no row matches: the button would do nothing and say
 * nothing.
 */
function checkOpenTables(
  flow: CompiledVariant,
  reporter: Reporter,
  { proof, ways }: Analysis,
): void {
  const reported = new Set<string>();
  for (const screen of flow.screens.values())
    for (const possible of ways.possibleActions(screen)) {
      if (isAutomatic(possible)) continue;
      for (const { holds, table, failed } of possible.ends?.open ?? []) {
        if (reported.has(table) || changesSomething(flow, table)) continue;
        const state = describeState(proof, [...possible.holds, ...holds], (reason) =>
          reporter.addQuestion(`/tables/${table}`, {
            question: `whether a row of the table "${table}" matches whenever "${possible.action.id}" of the screen "${possible.screen.id}" asks it`,
            reason,
          }),
        );
        if (state === undefined) continue;
        reported.add(table);
        reporter.at(`/tables/${table}`, {
          code: "FLOW-TABLE-OPEN",
          severity: "warning",
          message: `No row of the table matches${failed ? " once the call has failed" : ""}${state.words}: the action "${possible.action.id}" of the screen "${screen.id}" then does nothing`,
          suggestion: "a last row without a condition, with a destination or a message",
        });
      }
    }
}

/** Whether a table has rows that lead nowhere and change or say something. */
function changesSomething(flow: CompiledVariant, table: string): boolean {
  const rows = flow.tables.get(table)?.rows ?? [];
  return rows.some(({ definition }) => !endsTable(definition));
}

/** Whether the page takes an action by itself. */
function isAutomatic({ screen: { definition }, action: { id } }: PossibleAction): boolean {
  return definition.load === id || definition.poll?.action === id;
}

/** A state in which conditions hold, in words; undefined where none was found. */
function describeState(
  proof: ExampleProof,
  holds: readonly Condition[],
  leave: (reason: string) => void,
): { readonly words: string; readonly isCertain: boolean } | undefined {
  const state = proof.stateOf(holds, STEPS);
  if (state === undefined) return undefined;
  const { doubt, isSampled, example } = state;
  if (doubt !== undefined) leave(doubt);
  if (!isSampled) return undefined;
  const words = describeExample(example);
  return {
    words: `${words === "" ? "" : `, for example where ${words}`}${doubt === undefined ? "" : ` (${doubt})`}`,
    isCertain: doubt === undefined,
  };
}

/** Reports screens from which no end of the flow is reached. */
function checkEndless(flow: CompiledVariant, reporter: Reporter, ways: ScreenWays): void {
  const screens = [...flow.screens.values()];
  const ending = new Set(
    screens
      .filter((screen) => screen.definition.kind === "outcome" || leadsOutside(screen))
      .map(({ id }) => id),
  );
  const isEnding = (to: string | undefined) => to === undefined || ending.has(to);
  // Screens that others lead to come last, so each round finds many.
  for (let before = -1; before !== ending.size;) {
    before = ending.size;
    for (const screen of screens.toReversed())
      if (!ending.has(screen.id) && ways.leads(screen, isEnding)) ending.add(screen.id);
  }
  // A flow may have no end at all.
  if (ending.size === 0) return;
  const reported = new Set<string>();
  for (const screen of screens) {
    const { id } = screen;
    if (ending.has(id) || reported.has(id)) continue;
    const loop = reachedFrom(screen, flow, ways);
    for (const each of loop) reported.add(each);
    const others = [...loop].filter((each) => each !== id);
    // Without any way its own problem is FLOW-SCREEN-STUCK.
    if (others.length === 0 && !ways.leads(screen, () => true)) continue;
    reporter.at(`/screens/${id}`, {
      code: "FLOW-SCREEN-ENDLESS",
      severity: "warning",
      message: `No way from the screen "${id}" leads to an end of the flow: ${
        others.length === 0
          ? "its ways lead back to itself"
          : `they lead to ${others.map((each) => `"${each}"`).join(", ")} only`
      }`,
      suggestion: "an action that leads on, or kind: outcome for an end",
    });
  }
}

/** Whether a block of a screen links to an address, which may be anywhere. */
function leadsOutside({ blocks }: CompiledScreen): boolean {
  return blocks.some(({ href }) => href !== undefined);
}

function reachedFrom(
  start: CompiledScreen,
  flow: CompiledVariant,
  ways: ScreenWays,
): ReadonlySet<string> {
  const reached = new Set([start.id]);
  for (const id of reached) {
    const screen = flow.screens.get(id);
    if (screen === undefined) continue;
    for (const { to } of ways.from(screen)) if (to !== undefined) reached.add(to);
  }
  return reached;
}
