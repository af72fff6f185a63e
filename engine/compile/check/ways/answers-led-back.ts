import { savedFields } from "../../saved-fields.ts";
import type { Json } from "../../../language/json.ts";
import { overlaps } from "../../../rules/state-path.ts";
import type { CompiledScreen } from "../../compiled-screen.ts";
import type { CompiledVariant, FormOfFlow } from "../../compiled-variant.ts";
import type { Condition } from "../conditions/condition-formula.ts";
import { pathOf } from "../conditions/term.ts";
import type { WayContext } from "./way-context.ts";

/** Combinations of answers that are tried. */
const COMBINATIONS = 128;

/** Assignments that are tried for a state. */
const STEPS = 600;

/** A day on which answers are validated: choices do not depend on it. */
const TODAY = "2026-01-15";

/** The ends of a press: what holds where it leads back to its screen, and where it leads on. */
export interface PressEnds {
  readonly back: readonly (readonly Condition[])[];
  readonly past: readonly (readonly Condition[])[];
}

/** A field with its place, and the answers it is tried with; undefined for none. */
interface Chosen {
  readonly name: string;
  readonly place: string;
  readonly choices: readonly (Json | undefined)[];
}

/** Answers by the place that keeps them; undefined for none. */
type Combination = ReadonlyMap<string, Json | undefined>;

/**
 * The combinations of choices that a form takes and that lead back to it in every state, without a
 * word: people answer, press, and are on the same page.
 */
export function combinationsLedBack(
  { flow, conditions, proof }: WayContext,
  screen: CompiledScreen,
  presses: readonly PressEnds[],
): readonly Combination[] {
  const form = flow.forms.get(screen.definition.form ?? "");
  if (form === undefined || presses.every(({ back }) => back.length === 0)) return [];
  const asked = pathsAsked(presses);
  const deciding = choosingFields(flow, screen).filter(({ place }) =>
    [...asked].some((path) => overlaps(path, place)),
  );
  const found: Combination[] = [];
  for (const answers of combinationsOf(deciding)) {
    if (!isTaken(form, deciding, answers)) continue;
    const fixed = deciding.map(({ name, place }): Condition => {
      const value = answers.get(name);
      return { term: place, asks: value === undefined ? "missing" : { equals: value } };
    });
    const leadsOn = presses.some(({ past }) =>
      past.some((each) => conditions.canHold([...fixed, ...each])),
    );
    if (leadsOn) continue;
    const isProven = presses.some(({ back }) =>
      back.some((each) => {
        const state = proof.stateOf([...fixed, ...each], STEPS);
        return state !== undefined && state.doubt === undefined;
      }),
    );
    if (isProven)
      found.push(new Map(deciding.map(({ name, place }) => [place, answers.get(name)])));
  }
  return found;
}

/** The fields of a screen's form that have few answers, and are kept at a place of the state. */
function choosingFields(flow: CompiledVariant, screen: CompiledScreen): readonly Chosen[] {
  return savedFields(flow, screen).flatMap(({ name, field, place }): Chosen[] => {
    const choices = field.type === "boolean" ? [true, false] : field.enum;
    if (choices === undefined || field.type === "array") return [];
    return [{ name, place, choices: [...choices, undefined] }];
  });
}

function combinationsOf(
  fields: readonly Chosen[],
): readonly ReadonlyMap<string, Json | undefined>[] {
  const count = fields.reduce((product, { choices }) => product * choices.length, 1);
  if (fields.length === 0 || count > COMBINATIONS) return [];
  return fields.reduce<readonly ReadonlyMap<string, Json | undefined>[]>(
    (made, { name, choices }) =>
      made.flatMap((known) => choices.map((value) => new Map([...known, [name, value]]))),
    [new Map()],
  );
}

/** Whether a form takes some answers, as far as these fields and its rules say. */
function isTaken(
  { compiled }: FormOfFlow,
  fields: readonly Chosen[],
  answers: ReadonlyMap<string, Json | undefined>,
): boolean {
  const data = Object.fromEntries(
    [...answers].flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const { data: kept, problems } = compiled.validate(data, { today: TODAY, facts: {} });
  // What a form does not ask for with these answers is no answer of it.
  if (Object.keys(data).some((name) => kept[name] !== data[name])) return false;
  return !problems.some(({ pointer }) => fields.some(({ name }) => pointer === `/${name}`));
}

/** The paths that the conditions of presses ask about. */
function pathsAsked(presses: readonly PressEnds[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (condition: Condition): void => {
    if (typeof condition === "boolean") return;
    if ("term" in condition) found.add(pathOf(condition.term).path);
    else if ("not" in condition) visit(condition.not);
    else for (const each of "all" in condition ? condition.all : condition.any) visit(each);
  };
  for (const { back, past } of presses) for (const each of [...back, ...past].flat()) visit(each);
  return found;
}
