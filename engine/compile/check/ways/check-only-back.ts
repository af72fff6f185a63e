import { savedPlaces } from "../../saved-fields.ts";
import { overlaps } from "../../../rules/state-path.ts";
import type { CompiledRule } from "../../../rules/compiled-rule.ts";
import type { CompiledScreen } from "../../compiled-screen.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { Condition } from "../conditions/condition-formula.ts";
import { describeExample } from "../conditions/describe-example.ts";
import { mayChange } from "../conditions/scopes.ts";
import { pathOf } from "../conditions/term.ts";
import { PlacesWritten } from "../screens/places-written.ts";
import { outsideWrites } from "./outside-writes.ts";
import type { WayContext } from "./way-context.ts";

/** Assignments that are tried for a state. */
const STEPS = 1_000;

/**
 * Reports screens that offer only the way back in some state, although what they wait for is
 * missing. Their conditions read places that no other screen, timer or webhook writes, so people
 * who go back come here again.
 */
export function checkOnlyBack(context: WayContext): void {
  for (const screen of context.flow.screens.values()) checkScreen(context, screen);
}

function checkScreen(context: WayContext, screen: CompiledScreen): void {
  const { flow, reporter, conditions, ways, proof } = context;
  const { definition, actions, done, list } = screen;
  const { kind, poll, load, onOpen } = definition;
  const isLed = [poll, load, onOpen, list].some((each) => each !== undefined);
  if (kind === "outcome" || done === undefined || isLed) return;
  const others = [...actions.values()].filter((action) => action.definition.style !== "back");
  if (others.length === 0 || others.length === actions.size) return;
  const rules = others.flatMap(({ when }) => when ?? []);
  if (rules.length < others.length) return;
  const read = [done, ...rules].flatMap((rule) => placesRead(context, rule));
  const written = writtenElsewhere(flow, screen);
  if (read.some((path) => [...written].some((each) => mayChange(each, path)))) return;
  const { open } = conditions;
  const holds: readonly Condition[] = [
    ways.shown(screen),
    { not: conditions.of(done.rule, open) },
    ...rules.map((rule): Condition => ({ not: conditions.of(rule.rule, open) })),
  ];
  const state = proof.stateOf(holds, STEPS);
  if (state === undefined) return;
  if (state.doubt !== undefined) {
    reporter.addQuestion(`/screens/${screen.id}/actions`, {
      question: `whether the screen "${screen.id}" offers more than the way back until it is done`,
      reason: state.doubt,
    });
    return;
  }
  const told = [...state.example.values].filter(([term]) =>
    read.some((path) => overlaps(path, pathOf(term).path)),
  );
  reporter.at(`/screens/${screen.id}/actions`, {
    code: "FLOW-SCREEN-STUCK",
    severity: "warning",
    message: `Where ${describeExample({ ...state.example, values: new Map(told) })}, the screen "${screen.id}" is not done and offers nothing but the way back, to screens that change nothing of it`,
    about: [screen.id],
    suggestion: "an action for this state, such as another try of the call that failed",
  });
}

/** The places of the facts that a rule reads, through the guards and values that it names. */
function placesRead({ conditions }: WayContext, { rule }: CompiledRule): readonly string[] {
  return typeof rule === "object" && rule !== null && !Array.isArray(rule)
    ? conditions.pathsOf(rule as Parameters<typeof conditions.pathsOf>[0])
    : [];
}

/** Places of the state that something other than a screen's own actions may change. */
function writtenElsewhere(flow: CompiledVariant, own: CompiledScreen): ReadonlySet<string> {
  const places = new PlacesWritten(flow);
  for (const { definition } of flow.timers.values()) places.addTable(definition.then);
  for (const screen of flow.screens.values()) {
    for (const place of savedPlaces(flow, screen)) places.add(place);
    if (screen !== own) places.addActions(screen);
  }
  return new Set([...outsideWrites(flow), ...places.paths]);
}
