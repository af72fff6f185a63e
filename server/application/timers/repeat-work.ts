/**
 * Repeats work at an interval; a round in progress delays the next one.
 *
 * @param report called with the error of a round; the next round follows all the same
 * @returns stops the repetition, once the round in progress is done
 */
export function repeatWork(
  everyMs: number,
  work: () => Promise<void>,
  report: (error: Error) => void,
): () => Promise<void> {
  let round: Promise<void> | undefined;
  const timer = setInterval(() => {
    round ??= work()
      .catch((error: unknown) => report(error as Error))
      .finally(() => {
        round = undefined;
      });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}
