import type { Logger } from "pino";

/** Parts by name, in the order in which they are stopped. */
export type StoppedParts = Readonly<Record<string, () => unknown>>;

/**
 * Stops parts one after the other. One that fails is logged by its name, and leaves no other open.
 *
 * @throws Error naming those that failed, once all others are stopped
 */
export async function stopParts(parts: StoppedParts, logger: Pick<Logger, "error">): Promise<void> {
  const failed: string[] = [];
  for (const [part, stop] of Object.entries(parts))
    try {
      await stop();
    } catch (error) {
      const { name, message } = error as Error;
      logger.error({ part, err: { name, message } }, "a part of the service could not be stopped");
      failed.push(part);
    }
  if (failed.length > 0) throw new Error(`these parts could not be stopped: ${failed.join(", ")}`);
}
