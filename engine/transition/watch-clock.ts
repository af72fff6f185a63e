import type { InputContext } from "./input.ts";

/** Whether anything has read the time or the fresh ids of an input. */
export interface ClockWatch {
  wasRead: boolean;
}

const watchedContexts = new WeakSet<InputContext>();

/**
 * The same context, which notes on `watch` that its time or its fresh ids are read. What is made of
 * it without such a read is the same at any time. A copy of the context counts as a read.
 */
export function watchClock(context: InputContext, watch: ClockWatch): InputContext {
  const { now, uuids } = context;
  const noting = <T>(value: T) => ({
    get: () => {
      watch.wasRead = true;
      return value;
    },
    enumerable: true,
  });
  const noted = Object.defineProperties({ ...context }, { now: noting(now), uuids: noting(uuids) });
  watchedContexts.add(noted);
  return noted;
}

/** Whether `watchClock` made a context. */
export function isWatched(context: InputContext): boolean {
  return watchedContexts.has(context);
}
