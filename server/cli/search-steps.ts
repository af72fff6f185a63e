/** Steps that a search for journeys tries, unless `--steps` says otherwise. */
export const SEARCH_STEPS = 20_000;

/**
 * Reads the value of `--steps`.
 *
 * @throws Error for anything but a whole number from 1
 */
export function searchSteps(text: string | undefined): number {
  const steps = Number(text ?? SEARCH_STEPS);
  if (!Number.isInteger(steps) || steps < 1)
    throw new Error(`--steps is a whole number from 1, not ${text}`);
  return steps;
}
