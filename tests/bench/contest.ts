import { ratioOf } from "./ratios.ts";

/** One way of doing the same work: the answer for each input. */
export interface Contestant<Input> {
  readonly name: string;
  readonly answer: (input: Input) => unknown;
  /** Answers so many times fewer inputs in each round: it would take the time of all others. */
  readonly share?: number;
}

/**
 * Measures ways of doing the same work in turns, round by round, in processor time of this process,
 * and prints each as a multiple of the first with its 95 % interval. Every answer is held against
 * the first one's.
 *
 * @param ms processor time that the first one gets in a round
 * @throws Error when two contestants answer differently
 */
export function contest<Input>(
  contestants: readonly Contestant<Input>[],
  inputs: readonly Input[],
  { rounds, ms }: { readonly rounds: number; readonly ms: number },
): void {
  const [baseline] = contestants;
  if (baseline === undefined) return;
  const own = contestants.map(({ share = 1 }) =>
    inputs.slice(0, Math.max(20, Math.ceil(inputs.length / share))),
  );
  for (const [at, { name, answer }] of contestants.entries())
    for (const input of own[at] ?? []) {
      const [given, expected] = [answer(input), baseline.answer(input)];
      if (JSON.stringify(given) !== JSON.stringify(expected))
        throw new Error(
          `${name} answers ${JSON.stringify(given)}, ${baseline.name} ${JSON.stringify(expected)}, for ${JSON.stringify(input).slice(0, 500)}`,
        );
    }
  let passes = 1;
  while (timeOf(baseline, inputs, passes) < ms * 1000 && passes < 1e6) passes *= 2;
  const figures = contestants.map((): number[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [at, contestant] of contestants.entries()) {
      const part = own[at] ?? [];
      const { share = 1 } = contestant;
      const times = Math.max(1, Math.round((passes * inputs.length) / share / part.length));
      figures[at]?.push(timeOf(contestant, part, times) / (times * part.length));
    }
  const first = figures[0] ?? [];
  for (const [at, { name }] of contestants.entries()) {
    const taken = figures[at] ?? [];
    const ratio = ratioOf(taken.map((figure, round) => [figure, first[round] ?? 0]));
    const ns = (taken.reduce((sum, figure) => sum + figure, 0) / taken.length) * 1000;
    console.log(
      `  ${name.padEnd(36)}${ns.toFixed(0).padStart(10)} ns${`${digits(ratio.value)}×`.padStart(11)}   95 %: ${digits(ratio.low)} to ${digits(ratio.high)}`,
    );
  }
}

/** What is answered goes here, so that no answer is left out as unused. */
let kept: unknown;

function timeOf<Input>(
  { answer }: Contestant<Input>,
  inputs: readonly Input[],
  passes: number,
): number {
  const start = process.cpuUsage();
  for (let pass = 0; pass < passes; pass++) for (const input of inputs) kept = answer(input);
  const { user, system } = process.cpuUsage(start);
  return kept === timeOf ? 0 : user + system;
}

function digits(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0);
}
