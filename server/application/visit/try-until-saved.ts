/** The outcome of an attempt that another step of the application was faster than. */
export const OVERTAKEN = "overtaken";

/** Maximum number of attempts at a step; more of them mean a defect. */
export const MOST_ATTEMPTS = 5;

/**
 * Tries a step again, each time in the latest state, until no other step overtakes it.
 *
 * @param attempt takes the step; it gets the number of attempts before
 * @returns undefined where every attempt was overtaken
 */
export async function tryUntilSaved<T>(
  attempt: (before: number) => Promise<T | typeof OVERTAKEN>,
): Promise<T | undefined> {
  for (let before = 0; before < MOST_ATTEMPTS; before++) {
    const outcome = await attempt(before);
    if (outcome !== OVERTAKEN) return outcome;
  }
  return undefined;
}
