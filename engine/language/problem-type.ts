/** The type of a problem (RFC 9457) by its code, as programs read it: `urn:foyer:problem:stale`. */
export function problemType(code: string): string {
  return `urn:foyer:problem:${code}`;
}
