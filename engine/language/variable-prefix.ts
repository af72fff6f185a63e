/**
 * Prefixes of variables that no service reads: the server's settings and secrets, the database's,
 * and those that control Node.js, the library loader and the machine.
 */
const RESERVED_FAMILIES = [
  "FOYER_",
  "DATABASE_",
  "POSTGRES_",
  "PG",
  "OIDC_",
  "SMTP_",
  "PUBLIC_",
  "COOKIE_",
  "FRAME_",
  "SESSION_",
  "METRICS_",
  "LOG_",
  "OTEL_",
  "NODE_",
  "NPM_",
  "V8_",
  "LD_",
  "DYLD_",
  "SSL_",
  "SSH_",
  "GIT_",
  "HTTP_",
  "HTTPS_",
  "NO_",
  "ALL_",
  "XDG_",
  "LC_",
  "AWS_",
  "AZURE_",
  "KUBERNETES_",
] as const;

/** Single variables of the server whose prefix a service may still have. */
const RESERVED_NAMES = ["MAIL_FROM", "GOOGLE_APPLICATION_CREDENTIALS"] as const;

const PREFIX = /^[A-Z][A-Z0-9]+_(?:[A-Z0-9]+_)*$/;

/**
 * The prefix of a service's variables: its declared one, else its own name, `PLATFORM_` for
 * `platform`.
 */
export function prefixOf(id: string, declared: string | undefined): string {
  return declared ?? `${id.replaceAll(/[^A-Za-z0-9]+/g, "_").toUpperCase()}_`;
}

/** Why a prefix is invalid; undefined for a valid one. */
export function wrongPrefix(prefix: string): string | undefined {
  if (!PREFIX.test(prefix))
    return `"${prefix}" is no prefix: capital letters and digits, at least two, and an underscore at its end`;
  const family = RESERVED_FAMILIES.find(
    (each) => prefix.startsWith(each) || each.startsWith(prefix),
  );
  return family === undefined
    ? undefined
    : `"${prefix}" covers variables that belong to the server or the machine (${family}…)`;
}

/** Whether a variable belongs to the server or the machine, which no service may read. */
export function isReserved(variable: string): boolean {
  return (
    !variable.includes("_") ||
    RESERVED_FAMILIES.some((family) => variable.startsWith(family)) ||
    RESERVED_NAMES.some((name) => name === variable)
  );
}

/** Whether a service with a prefix may read a variable. */
export function mayReadVariable(prefix: string, variable: string): boolean {
  return wrongPrefix(prefix) === undefined && variable.startsWith(prefix) && !isReserved(variable);
}
