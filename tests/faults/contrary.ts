import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { runCases, type Outcome } from "./contrary/contrary-cases.ts";

/*
 * The merchant sign-up against a platform that answers otherwise, over HTTP: `node --import tsx/esm
 * tests/faults/contrary.ts [--sample N] [--seed S] [--journey J] [--call C] [--way W] [--every]
 * [--lanes N] [--out FILE]`; a PostgreSQL outside is needed. Each request of each journey is
 * answered once in each way. Exit 1 when a promise is broken.
 */

const { values } = parseArgs({
  options: {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    journey: { type: "string" },
    call: { type: "string" },
    way: { type: "string" },
    every: { type: "boolean" },
    lanes: { type: "string", default: "4" },
    out: { type: "string" },
  },
});

const { cases, outcomes } = await runCases(
  { ...values, sample: values.sample === undefined ? undefined : Number(values.sample) },
  Number(values.lanes),
  (outcome) => {
    if (outcome.faults.length > 0)
      console.log(
        `FAIL ${outcome.call}, ${outcome.way}: ${outcome.faults.map(({ kind, detail }) => `${kind}: ${detail}`).join("; ")} (${outcome.journey}) ${outcome.steps.slice(-6).join(", ")} → ${outcome.end}`,
      );
  },
);
if (values.out !== undefined) await writeFile(values.out, JSON.stringify(outcomes, null, 1));
for (const line of matrixOf(outcomes)) console.log(line);
const faulty = outcomes.filter(({ faults }) => faults.length > 0).length;
console.log(
  `${outcomes.length} of ${cases} contrary answers, ${faulty} with faults; effects repeated: ${outcomes.filter(({ faults }) => faults.some(({ kind }) => kind === "repeated")).length}`,
);
process.exitCode = faulty === 0 && outcomes.length > 0 ? 0 : 1;

/** One line a call: how many of its contrary answers took which course. */
function matrixOf(all: readonly Outcome[]): readonly string[] {
  return [...new Set(all.map(({ call }) => call))].map((call) => {
    const counts = new Map<string, number>();
    for (const { course } of all.filter((each) => each.call === call))
      counts.set(course, (counts.get(course) ?? 0) + 1);
    return `${call}: ${[...counts].map(([course, number]) => `${course} ${number}`).join(", ")}`;
  });
}
