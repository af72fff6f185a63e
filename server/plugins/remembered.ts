/** Values that are remembered, and the longest text that one is remembered for. */
const MOST = 500;
const LONGEST = 500;

/** What was read from a header, by its text: those of a few programs come again and again. */
export class Remembered<T> {
  private readonly known = new Map<string, T>();

  /** @param read reads the header; a request without one is read each time */
  of(header: string | undefined, read: () => T): T {
    if (header === undefined || header.length > LONGEST) return read();
    const known = this.known.get(header);
    if (known !== undefined) return known;
    if (this.known.size >= MOST) this.known.clear();
    const value = read();
    this.known.set(header, value);
    return value;
  }
}
