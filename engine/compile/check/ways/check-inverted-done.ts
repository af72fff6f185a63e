import type { Json } from "../../../language/json.ts";
import type { CompiledRule } from "../../../rules/compiled-rule.ts";
import type { Condition } from "../conditions/condition-formula.ts";
import { factsAt } from "../values/facts-at.ts";
import { ownPlaces } from "./own-places.ts";
import { isPathNow } from "../conditions/term.ts";
import { OTHER } from "../conditions/term-values.ts";
import type { WayContext } from "./way-context.ts";

/** Assignments that are tried for a state without answers. */
const STEPS = 1_000;

/** Maximum number of choices of answers that are tried in such a state. */
const CHOICES = 500;

/** A `done` that an author wrote, and what it is about. */
interface WrittenDone {
  readonly what: string;
  readonly at: string;
  readonly done: CompiledRule;
  readonly screens: readonly string[];
  /** What holds where it is asked. */
  readonly holds: readonly Condition[];
  /** Its screens are open only while more is asked for. */
  readonly isStepUp: boolean;
}

/**
 * Reports a `done` of a screen or a phase that was turned round: in some state it holds while
 * nothing of the screen was answered, and no answer keeps it so; or a step-up is done wherever its
 * questions are open.
 */
export function checkInvertedDone(context: WayContext): void {
  for (const written of [...donesOfScreens(context), ...donesOfPhases(context)]) {
    const { what, at } = written;
    const why = isInverted(written, context)
      ? "is done while nothing of it is answered, and no longer once it is"
      : isDoneWhileAsked(written, context)
        ? "is done wherever its questions are open"
        : undefined;
    if (why === undefined) continue;
    context.reporter.at(at, {
      code: "FLOW-DONE-INVERTED",
      severity: "warning",
      message: `The ${what} ${why}: its \`done\` says the opposite`,
      suggestion: "the opposite of this `done`",
    });
  }
}

function donesOfScreens({ flow, conditions, ways }: WayContext): readonly WrittenDone[] {
  return [...flow.screens.values()].flatMap((screen): WrittenDone[] => {
    const { id, done, skip } = screen;
    if (done === undefined || flow.derived.done[id] !== undefined) return [];
    const skips = skip === undefined ? false : conditions.of(skip.rule, conditions.open);
    const holds = [ways.shown(screen), { not: skips }];
    const what = { what: `screen "${id}"`, at: `/screens/${id}/done`, screens: [id] };
    return [{ ...what, done, holds, isStepUp: false }];
  });
}

function donesOfPhases({ flow, conditions }: WayContext): readonly WrittenDone[] {
  const { phases = [] } = flow.definition;
  return flow.sections.flatMap(({ id, done, when, screens, stepUp }): WrittenDone[] => {
    if (done === undefined) return [];
    const index = phases.findIndex((phase) => phase.id === id);
    const holds = [conditions.of(when?.rule, conditions.open)];
    const what = { what: `phase "${id}"`, at: `/flow/phases/${index}/done`, screens };
    return [{ ...what, done, holds, isStepUp: stepUp === true }];
  });
}

/** Whether a step-up is done in every state in which one of its forms is open. */
function isDoneWhileAsked(
  { done, screens, holds, isStepUp }: WrittenDone,
  { flow, conditions, ways }: WayContext,
): boolean {
  if (!isStepUp) return false;
  const open = screens.flatMap((id): Condition[] => {
    const screen = flow.screens.get(id);
    return screen?.definition.form === undefined ? [] : [ways.shown(screen)];
  });
  const isDone = conditions.of(done.rule, conditions.open);
  const isOpen = [...holds, { any: open }];
  return conditions.canHold(isOpen, STEPS) && !conditions.canHold([...isOpen, { not: isDone }]);
}

function isInverted(
  { done, screens, holds }: WrittenDone,
  { flow, conditions, proof }: WayContext,
): boolean {
  const own = ownPlaces(
    flow,
    screens.flatMap((id) => flow.screens.get(id) ?? []),
  );
  const reads = typeof done.rule === "object" ? conditions.pathsOf(done.rule as never) : [];
  const answers = reads.flatMap((path): (readonly [string, readonly Json[]])[] => {
    const values = own.get(path);
    return values === undefined || values.length === 0 ? [] : [[path, values]];
  });
  if (answers.length === 0) return false;
  const absent = answers.map(([path]) => conditions.of({ "!": { var: path } }, conditions.open));
  const others = [...own.keys()]
    .filter((path) => !reads.includes(path))
    .map((path) => conditions.of({ "!": { var: path } }, conditions.open));
  const isDone = conditions.of(done.rule, conditions.open);
  const state = proof.stateOf([...holds, ...absent, ...others, isDone], STEPS);
  if (state === undefined || state.doubt !== undefined) return false;
  const values = [...state.example.values].flatMap(([path, value]): [string, Json][] =>
    isPathNow(path) ? [[path, value === OTHER ? "other" : value]] : [],
  );
  if (!done.test(factsAt(values))) return false;
  const choices = choicesOf(answers);
  return choices?.every((chosen) => !done.test(factsAt([...values, ...chosen]))) === true;
}

/** Every choice of one value for each path; undefined where there are too many. */
function choicesOf(
  answers: readonly (readonly [path: string, values: readonly Json[]])[],
): readonly (readonly (readonly [string, Json])[])[] | undefined {
  if (answers.reduce((product, [, { length }]) => product * length, 1) > CHOICES) return undefined;
  return answers.reduce<readonly (readonly (readonly [string, Json])[])[]>(
    (chosen, [path, values]) =>
      chosen.flatMap((each) => values.map((value) => [...each, [path, value] as const])),
    [[]],
  );
}
