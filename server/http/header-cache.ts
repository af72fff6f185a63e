/** Maximum number of values in the cache, and the longest header that is cached. */
const MOST = 500;
const LONGEST = 500;

/**
 * Caches the parsed values of one header, by its text: most requests come from few programs, which
 * repeat their headers.
 */
export class HeaderCache<T> {
  private readonly known = new Map<string, T>();
  /** The value of requests without the header. */
  private absent: { readonly value: T } | undefined;

  /** @param read parses the header */
  of(header: string | undefined, read: () => T): T {
    if (header === undefined) return (this.absent ??= { value: read() }).value;
    if (header.length > LONGEST) return read();
    const known = this.known.get(header);
    if (known !== undefined) return known;
    if (this.known.size >= MOST) this.known.clear();
    const value = read();
    this.known.set(header, value);
    return value;
  }
}
