/** Headers of the transport: a definition that set one could smuggle a second request. */
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

/**
 * Whether a definition may set a header: a token of RFC 9110 that the transport does not set
 * itself.
 */
export function mayNameHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return (
    /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(lower) &&
    !TRANSPORT.has(lower) &&
    !lower.startsWith("proxy-") &&
    !lower.startsWith("x-forwarded-")
  );
}
