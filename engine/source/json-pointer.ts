/** Escapes a name as one segment of a JSON pointer (RFC 6901, section 3). */
export function escapeSegment(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll("~", "~0").replaceAll("/", "~1") : name;
}

/** Decodes a segment of a JSON pointer. */
export function unescapeSegment(segment: string): string {
  if (!segment.includes("~")) return segment;
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The pointer of a member or element below `pointer`. */
export function childPointer(pointer: string, name: string | number): string {
  return `${pointer}/${typeof name === "number" ? name : escapeSegment(name)}`;
}
