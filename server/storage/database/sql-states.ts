/** What an SQLSTATE that PostgreSQL answers with means for the request that met it. */
interface TemporaryState {
  /** The code, or the class of codes that begin with it. */
  readonly state: string;
  readonly meaning: string;
  /** Whether the connection can be used again: the server has refused the statement and nothing else. */
  readonly keepsConnection: boolean;
}

/**
 * SQLSTATEs that say nothing about the request: the same request, sent again a moment later, can succeed. See
 * https://www.postgresql.org/docs/current/errcodes-appendix.html.
 */
export const TEMPORARY_STATES: readonly TemporaryState[] = [
  { state: "08", meaning: "the connection failed", keepsConnection: false },
  // A node that was demoted stays connected: another connection may lead to the new primary.
  { state: "25006", meaning: "the database takes no writes now", keepsConnection: false },
  { state: "25P03", meaning: "the transaction was idle for too long", keepsConnection: false },
  { state: "25P04", meaning: "the transaction took too long", keepsConnection: false },
  { state: "40001", meaning: "another transaction was faster", keepsConnection: true },
  { state: "40P01", meaning: "two transactions waited for each other", keepsConnection: true },
  { state: "53", meaning: "no memory, disk or connections left", keepsConnection: false },
  { state: "55P03", meaning: "a lock was not to be had in time", keepsConnection: true },
  { state: "57014", meaning: "the statement took too long", keepsConnection: true },
  {
    state: "57P",
    meaning: "the server shuts down, starts or was restarted",
    keepsConnection: false,
  },
  { state: "58", meaning: "the server's own system failed", keepsConnection: false },
  {
    state: "XX",
    meaning: "the server found its own data or itself broken",
    keepsConnection: false,
  },
];

/** Errors of sockets, and what the driver says of a connection that is gone; they carry no SQLSTATE. */
const SOCKET_CODE =
  /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOENT|ENOTFOUND|EAI_|ERR_SOCKET|ERR_STREAM|ERR_SSL|ERR_TLS)/;
const CONNECTION_LOST =
  /^(?:Connection terminated|Connection ended|Client has encountered|Client was closed|Query read timeout|timeout exceeded|timeout expired|Cannot use a pool|read ECONN|write E)/;

/**
 * Whether an error that a statement met is the database's trouble rather than the request's, and what it does to the
 * connection. `permanent`: the statement itself is wrong or refused, and would be again.
 */
export function severityOf(error: unknown): "permanent" | "statement" | "connection" {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code !== "string")
    return CONNECTION_LOST.test(String(message)) ? "connection" : "permanent";
  if (SOCKET_CODE.test(code)) return "connection";
  const known = TEMPORARY_STATES.find(({ state }) => code.startsWith(state));
  if (known === undefined) return "permanent";
  return known.keepsConnection ? "statement" : "connection";
}
