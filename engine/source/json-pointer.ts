/** A name as one segment of a JSON pointer (RFC 6901, section 3). */
export function escapeSegment(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The name that a segment of a JSON pointer stands for. */
export function unescapeSegment(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The pointer of a member or element of what `pointer` points at. */
export function childPointer(pointer: string, name: string | number): string {
  return `${pointer}/${typeof name === "number" ? name : escapeSegment(name)}`;
}
