/** A ratio with the interval that holds it in 95 of 100 repetitions. */
export interface Ratio {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 2000;

/**
 * How many times the baseline's figure the own one is, over rounds that were measured in turns; the
 * interval is a bootstrap over rounds.
 *
 * @param rounds of each: the own figure, and the baseline's from the same round
 */
export function ratioOf(rounds: readonly (readonly [own: number, baseline: number])[]): Ratio {
  const ratio = (chosen: readonly (readonly [number, number])[]) =>
    chosen.reduce((sum, [own]) => sum + own, 0) /
    chosen.reduce((sum, [, baseline]) => sum + baseline, 0);
  const drawn = Array.from({ length: RESAMPLES }, () =>
    ratio(rounds.map(() => rounds[Math.floor(Math.random() * rounds.length)] ?? [0, 0])),
  ).toSorted((one, other) => one - other);
  return {
    value: ratio(rounds),
    low: drawn[Math.floor(RESAMPLES * 0.025)] ?? Number.NaN,
    high: drawn[Math.floor(RESAMPLES * 0.975)] ?? Number.NaN,
  };
}

/** The middle of some figures. */
export function medianOf(figures: readonly number[]): number {
  return quantileOf(figures, 0.5);
}

/** @param share 0.99: the figure that 99 of 100 do not exceed */
export function quantileOf(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
