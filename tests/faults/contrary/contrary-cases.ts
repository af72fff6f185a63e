import { createHash } from "node:crypto";
import { courseOf, faultsOf, run, type Course, type Fault, type Run } from "./faults-of-run.ts";
import { JOURNEYS, type Journey } from "./journeys.ts";
import { Lane } from "./lane.ts";
import type { After } from "./walk.ts";
import { WAYS, type Way } from "./ways.ts";

/** A request of a journey that is answered in one way. */
export interface Case {
  readonly journey: Journey;
  readonly call: string;
  readonly way: Way;
}

/** What became of a case. */
export interface Outcome {
  readonly journey: string;
  readonly call: string;
  readonly way: string;
  readonly acts: boolean;
  readonly course: Course;
  readonly after: After | undefined;
  readonly end: string;
  readonly steps: readonly string[];
  readonly faults: readonly Fault[];
  /** Effects that came more often than in the regular journey, allowed ones included. */
  readonly more: Readonly<Record<string, number>>;
}

/** Which cases are run. */
export interface Choice {
  /** Maximum number of cases; absent: all. */
  readonly sample?: number | undefined;
  /** Chooses the cases of a sample. */
  readonly seed: string;
  /** Parts of the names of journeys, calls and ways; absent: all. */
  readonly journey?: string | undefined;
  readonly call?: string | undefined;
  readonly way?: string | undefined;
  /** Each call in each journey that makes it, and not in the first alone. */
  readonly every?: boolean | undefined;
}

/** Runs cases over several services at a time. */
export async function runCases(
  choice: Choice,
  lanes: number,
  tell: (outcome: Outcome) => void = () => undefined,
): Promise<{ readonly cases: number; readonly outcomes: readonly Outcome[] }> {
  const open: Lane[] = [];
  for (let at = 0; at < lanes; at++) open.push(await Lane.start());
  try {
    const [first] = open;
    if (first === undefined) return { cases: 0, outcomes: [] };
    const regular = await regularRuns(first, choice);
    const cases = casesOf(regular, choice);
    const chosen = choice.sample === undefined ? cases : sampled(cases, choice.sample, choice.seed);
    const outcomes: Outcome[] = [];
    const left = [...chosen];
    await Promise.all(
      open.map(async (lane) => {
        for (let next = left.shift(); next !== undefined; next = left.shift()) {
          const known = regular.get(next.journey.name);
          if (known === undefined) continue;
          const outcome = await outcomeOf(lane, known, next);
          outcomes.push(outcome);
          tell(outcome);
        }
      }),
    );
    return { cases: cases.length, outcomes };
  } finally {
    await Promise.all(open.map(async (lane) => lane.stop()));
  }
}

/** Goes each journey once with a platform that answers as ever. */
async function regularRuns(
  lane: Lane,
  { journey: wanted = "" }: Choice,
): Promise<Map<string, Run>> {
  const runs = new Map<string, Run>();
  for (const journey of JOURNEYS.filter(({ name }) => name.includes(wanted))) {
    const regular = await run(lane, journey);
    const { end, steps, broken } = regular.walked;
    if (end.startsWith("!") || broken.length > 0)
      throw new Error(`${journey.name} ends at ${end}: ${steps.join(", ")} ${broken.join(", ")}`);
    runs.set(journey.name, regular);
  }
  return runs;
}

function casesOf(
  regular: ReadonlyMap<string, Run>,
  { call = "", way = "", every }: Choice,
): Case[] {
  const seen = new Set<string>();
  return JOURNEYS.flatMap((journey) => {
    const calls = [...new Set(regular.get(journey.name)?.calls)].filter(
      (name) => every === true || !seen.has(name),
    );
    for (const name of calls) seen.add(name);
    return calls
      .filter((name) => name.includes(call))
      .flatMap((name) =>
        WAYS.filter((each) => each.name.includes(way)).map((each) => ({
          journey,
          call: name,
          way: each,
        })),
      );
  });
}

/** Chooses some cases by the hash of seed and case, so that a seed always chooses the same. */
function sampled(cases: readonly Case[], most: number, seed: string): readonly Case[] {
  return cases
    .map((each) => {
      const name = [seed, each.journey.name, each.call, each.way.name].join("\n");
      return { each, rank: createHash("sha256").update(name).digest("hex") };
    })
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, most)
    .map(({ each }) => each);
}

async function outcomeOf(lane: Lane, regular: Run, { journey, call, way }: Case): Promise<Outcome> {
  const contrary = await run(lane, journey, { call, way });
  const faults: readonly Fault[] = contrary.met
    ? faultsOf(lane, regular, contrary)
    : [{ kind: "stuck", detail: `${call} was not sent` }];
  const { after, end, steps } = contrary.walked;
  return {
    journey: journey.name,
    call,
    way: way.name,
    acts: way.acts,
    course: courseOf(regular, contrary, faults),
    after,
    end,
    steps,
    faults,
    more: Object.fromEntries(
      Object.entries(contrary.effects).flatMap(([name, number]) =>
        number > (regular.effects[name] ?? 0)
          ? [[name, number - (regular.effects[name] ?? 0)]]
          : [],
      ),
    ),
  };
}
