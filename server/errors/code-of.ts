/** A code such as ECONNREFUSED or CERT_HAS_EXPIRED; messages may quote a value, codes do not. */
const CODE = /^[A-Z][A-Z0-9_]{2,60}$/;

/** The code of an error; undefined without one. */
export function codeOf(error: unknown): string | undefined {
  const code =
    typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" && CODE.test(code) ? code : undefined;
}
