import { performance } from "node:perf_hooks";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { runFixture } from "../../engine/fixtures/run-fixture.ts";
import { resolveScreen } from "../../engine/transition/resolve-screen.ts";
import { LONG_FLOW, longFlow } from "./long-flow.ts";

/*
 * How compiling, checking and deciding grow with the number of screens: `npx tsx
 * tests/bench/scale.ts [SCREENS…]` (50 500 5000). What grows in proportion has the same time for
 * each screen; exit 1 when the longest flow takes more than three times as long for each screen as
 * the one before it. Processor time, so that what else the machine does counts less.
 */

const sizes = process.argv.slice(2).map(Number);
const OPENINGS = 200;

function clock(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function timed<T>(work: () => T): readonly [T, number] {
  const begin = clock();
  const result = work();
  return [result, clock() - begin];
}

/** Milliseconds at one size. */
interface Row {
  readonly screens: number;
  readonly compile: number;
  readonly check: number;
  readonly fixture: number;
  readonly open: number;
}

async function measured(screens: number): Promise<Row> {
  const sources = await longFlow(screens);
  const [compiled, compile] = timed(() => compileFlow(sources, LONG_FLOW, ["LOCAL"]));
  if (!compiled.ok)
    throw new Error(
      compiled.problems
        .slice(0, 5)
        .map(({ file, line, message }) => `${file}:${line} ${message}`)
        .join("\n"),
    );
  if (compiled.warnings.length > 0) throw new Error(compiled.warnings[0]?.message);
  const { flow } = compiled;
  const [, check] = timed(() => compileFlow(new Map(sources), LONG_FLOW));
  const [fixture] = flow.fixtures;
  if (fixture === undefined) throw new Error("the fixture is not there");
  const [result, played] = timed(() => runFixture(flow, fixture));
  if (result.deviations.length > 0) throw new Error(result.deviations.join("\n"));
  const last = result.steps.at(-1);
  if (last === undefined) throw new Error("the fixture has no step");
  const variant = flow.variant(last.context.variant);
  const [, opened] = timed(() => {
    for (let time = 0; time < OPENINGS; time++)
      resolveScreen(variant, last.state, { path: last.path, query: {}, context: last.context });
  });
  return { screens, compile, check, fixture: played, open: opened / OPENINGS };
}

// What is compiled for the first time is slow in any process.
await measured(50);
const rows: Row[] = [];
const begin = performance.now();
for (const screens of sizes.length > 0 ? sizes : [50, 500, 5000])
  rows.push(await measured(screens));
const cell = (value: number, digits = 0) => value.toFixed(digits).padStart(11);
console.log("screens  compile, ms   a screen   check, ms   a screen  fixture, ms  opening, ms");
for (const { screens, compile, check, fixture, open } of rows)
  console.log(
    `${String(screens).padStart(7)} ${cell(compile)}${cell(compile / screens, 2)}${cell(check)}${cell(check / screens, 2)}${cell(fixture, 1)} ${cell(open, 3)}`,
  );
console.log(`in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
for (const [at, row] of rows.entries()) {
  const before = rows[at - 1];
  if (before === undefined) continue;
  for (const what of ["compile", "check"] as const) {
    const growth = row[what] / row.screens / (before[what] / before.screens);
    if (growth > 3) {
      console.log(
        `${what} takes ${growth.toFixed(1)} times as long for each screen with ${row.screens} screens as with ${before.screens}`,
      );
      process.exitCode = 1;
    }
  }
}
