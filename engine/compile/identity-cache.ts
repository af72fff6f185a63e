/** A result with the values it was made from. */
interface Entry<T> {
  readonly from: readonly unknown[];
  readonly made: T;
}

/**
 * Results by the identity of what they were made from. It keeps those that the present and the
 * former compilation use.
 */
export class IdentityCache<T> {
  private present: Entry<T>[] = [];
  private former: Entry<T>[] = [];

  /** The result made from the same values, or a new one. */
  get(from: readonly unknown[], make: () => T): T {
    const known = find(this.present, from);
    if (known !== undefined) return known.made;
    const entry = find(this.former, from) ?? { from, made: make() };
    this.present.push(entry);
    return entry.made;
  }

  /** Begins another compilation. */
  next(): void {
    this.former = this.present;
    this.present = [];
  }
}

function find<T>(entries: readonly Entry<T>[], from: readonly unknown[]): Entry<T> | undefined {
  return entries.find(
    (each) => each.from.length === from.length && each.from.every((one, at) => one === from[at]),
  );
}
