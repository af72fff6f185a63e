/** Milliseconds in which one kind of line is logged once. */
const QUIET_MS = 60_000;

/**
 * Lets one line of each kind through a minute, and counts the others. For lines that each request
 * would write while something is wrong.
 *
 * @param now milliseconds of a clock that never goes back
 * @returns the number of lines of the kind that were held back since the last one; undefined while
 *   the line is to be held back
 */
export function onceAMinute(
  now: () => number = () => performance.now(),
): (kind: string) => number | undefined {
  const last = new Map<string, { readonly at: number; heldBack: number }>();
  return (kind) => {
    const before = last.get(kind);
    if (before !== undefined && now() - before.at < QUIET_MS) {
      before.heldBack++;
      return undefined;
    }
    last.set(kind, { at: now(), heldBack: 0 });
    return before?.heldBack ?? 0;
  };
}
