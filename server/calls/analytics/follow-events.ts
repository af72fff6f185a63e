import { setTimeout as sleep } from "node:timers/promises";
import type { EventFilter, EventLine, Events } from "../../storage/repositories/events.ts";

/** Longer than any statement may run: after it no event with a lower id can appear. */
const SETTLED_AFTER_MS = 60_000;
const LOOK_EVERY_MS = 1000;

/**
 * Passes on events as they are written, each once, until `signal` aborts. Concurrent statements may
 * commit out of order of their ids, so each pass reads the last minute again.
 */
export async function followEvents(
  events: Events,
  filter: EventFilter,
  handle: (event: EventLine) => Promise<void> | void,
  signal: AbortSignal,
): Promise<void> {
  let settled = 0;
  const shown = new Set<number>();
  while (!signal.aborted) {
    const upTo = await events.settledUpTo(settled, SETTLED_AFTER_MS);
    for (let after = settled, more = true; more && !signal.aborted;) {
      const found = await events.after(after, filter);
      for (const event of found) {
        if (shown.has(event.id)) continue;
        await handle(event);
        if (event.id > upTo) shown.add(event.id);
      }
      after = found.at(-1)?.id ?? after;
      more = found.length > 0;
    }
    settled = upTo;
    for (const id of shown) if (id <= settled) shown.delete(id);
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
