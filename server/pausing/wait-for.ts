import type { RequestScope } from "../telemetry/request-scope.ts";
import { pause } from "./pause.ts";

/** How long to look for something, and how often. */
export interface Patience {
  /** Milliseconds after which no further look begins, however long the looks took. */
  readonly patienceMs: number;
  /** Milliseconds between two looks. The request's admission slot is free meanwhile. */
  readonly everyMs: number;
  /** Ends the wait where it aborts: the visitor has left. */
  readonly signal?: AbortSignal;
  readonly scope?: RequestScope | undefined;
}

/**
 * Looks until it finds something.
 *
 * @returns undefined when patience ended before
 */
export async function waitFor<Found>(
  look: () => Promise<Found | undefined>,
  { patienceMs, everyMs, ...waiting }: Patience,
): Promise<Found | undefined> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() + everyMs > end) return undefined;
    await pause(everyMs, waiting);
    if (waiting.signal?.aborted === true) return undefined;
  }
}
