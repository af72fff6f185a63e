/** A table that holds rows for a limited time. */
export interface Forgetting {
  forgetOld(): Promise<unknown>;
}

const HOUR_MS = 3_600_000;

/**
 * Deletes expired rows of these tables every hour.
 *
 * @returns stops it
 */
export function forgetOldHourly(
  tables: readonly Forgetting[],
  log: { warn(details: object, message: string): void },
): () => void {
  const timer = setInterval(
    () =>
      void Promise.all(tables.map(async (table) => table.forgetOld())).catch((error: unknown) =>
        log.warn(
          { err: error },
          "what is old could not be forgotten; in an hour it is tried again",
        ),
      ),
    HOUR_MS,
  );
  timer.unref();
  return () => clearInterval(timer);
}
