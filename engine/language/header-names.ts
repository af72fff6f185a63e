/** Headers that say where a request goes and where it ends: a definition that set one could smuggle another request. */
const TRANSPORT = new Set([
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "keep-alive",
  "upgrade",
  "te",
  "trailer",
  "expect",
  "forwarded",
  "via",
]);

/** Whether a definition may name a header: a token of RFC 9110, and none that the transport sets itself. */
export function mayNameHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return (
    /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(lower) &&
    !TRANSPORT.has(lower) &&
    !lower.startsWith("proxy-") &&
    !lower.startsWith("x-forwarded-")
  );
}
