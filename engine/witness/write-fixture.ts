import type { CompiledFlow } from "../compile/compiled-flow.ts";
import { runFixture } from "../fixtures/run-fixture.ts";
import type { FixtureResult } from "../fixtures/fixture-result.ts";
import type { StepTrace } from "../fixtures/trace.ts";
import type { FixtureAnswer, FixtureDefinition, FixtureStep } from "../language/fixture.ts";
import { wayTo, type SearchNode } from "./explore.ts";

/** Name and purpose of a fixture to write. */
export type FixtureHead = Pick<FixtureDefinition, "fixture" | "description">;

/**
 * The journey to a node as a fixture that replays: each step with the screen it must show and the
 * reason.
 */
export function fixtureOf(
  flow: CompiledFlow,
  node: SearchNode,
  head: FixtureHead,
): FixtureDefinition {
  const covered = new Set(wayTo(node).flatMap((each) => each.covered));
  for (const all of [false, true]) {
    const bare = bareFixture(node, head, all);
    const result = runFixture(flow, bare);
    // Where the sandbox's answers depend on those before, all answers are written out.
    if (all || [...covered].every((name) => isCoveredBy(result, name)))
      return {
        ...bare,
        steps: bare.steps.map((step, at) => withExpectation(step, result.steps[at])),
      };
  }
  throw new Error("unreachable");
}

/** Whether a run covers a name such as `rows resume/done`. */
export function isCoveredBy(result: FixtureResult, name: string): boolean {
  const [part = "", ...rest] = name.split(" ");
  const { screens, actions, rows, calls, outcomes, timers } = result;
  const parts: Readonly<Record<string, ReadonlySet<string>>> = {
    screens,
    actions,
    rows,
    calls,
    outcomes,
    timers,
  };
  return parts[part]?.has(rest.join(" ")) === true;
}

/** @param all names the answers of sandboxes too */
function bareFixture(
  node: SearchNode,
  { fixture, description }: FixtureHead,
  all: boolean,
): FixtureDefinition {
  const way = wayTo(node);
  const answers = new Map<string, FixtureAnswer[]>();
  const named = new Set<string>();
  for (const { name, answer, sandboxed } of way.flatMap(({ calls }) => calls)) {
    answers.set(name, [...(answers.get(name) ?? []), answer]);
    if (!sandboxed || all) named.add(name);
  }
  const calls = Object.fromEntries(
    [...answers].filter(([name]) => named.has(name)).map(([name, list]) => [name, trimmed(list)]),
  );
  return {
    fixture,
    description,
    given: { ...node.given, ...(Object.keys(calls).length === 0 ? {} : { calls }) },
    steps: way.map(({ step }) => step),
  };
}

/** The answers without repetitions at the end: the last one is repeated. */
function trimmed(answers: readonly FixtureAnswer[]): readonly FixtureAnswer[] {
  const last = JSON.stringify(answers.at(-1));
  let length = answers.length;
  while (length > 1 && JSON.stringify(answers[length - 2]) === last) length--;
  return answers.slice(0, length);
}

function withExpectation(step: FixtureStep, trace: StepTrace | undefined): FixtureStep {
  if (trace === undefined) return step;
  const { screen, because, leave } = trace;
  if (leave !== undefined)
    return { ...step, see: { leave, ...(because === "" ? {} : { because }) } };
  return {
    ...step,
    see: {
      ...(screen === undefined ? {} : { screen }),
      ...(because === "" ? {} : { because }),
    },
  };
}
