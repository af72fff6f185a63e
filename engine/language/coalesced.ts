/**
 * Makes work run one run at a time. Calls during a run cause one further run, which they share; no
 * call is lost, also when the run before it throws.
 *
 * @param work does a run; it may ask whether a further one follows
 * @returns resolves after the last run that was asked for, or rejects with its error
 */
export function coalesced(
  work: (isAskedAgain: () => boolean) => Promise<void>,
): () => Promise<void> {
  let isAsked = false;
  let running: Promise<void> | undefined;
  const runAll = async () => {
    // `running` has to be set before a run may end.
    await Promise.resolve();
    for (;;) {
      isAsked = false;
      const error = await work(() => isAsked).then(
        () => undefined,
        (thrown: unknown) => ({ thrown }),
      );
      if (isAsked) continue;
      // In this turn no call can come between the test and the end.
      running = undefined;
      if (error !== undefined) throw error.thrown;
      return;
    }
  };
  return async () => {
    isAsked = true;
    running ??= runAll();
    return running;
  };
}
