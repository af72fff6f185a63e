/** The meaning of a temporary SQLSTATE for its request. */
interface TemporaryState {
  /** The code, or the class that it begins with. */
  readonly state: string;
  readonly meaning: string;
  /** Whether the connection stays usable: the server refused only the statement. */
  readonly keepsConnection: boolean;
}

/**
 * SQLSTATEs of temporary states: the same request may succeed a moment later. See
 * https://www.postgresql.org/docs/current/errcodes-appendix.html.
 */
export const TEMPORARY_STATES: readonly TemporaryState[] = [
  { state: "08", meaning: "the connection failed", keepsConnection: false },
  // A demoted node keeps its connections: a new one may reach the new primary.
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

/** Error codes of sockets and of lost connections; they carry no SQLSTATE. */
const SOCKET_CODE =
  /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOENT|ENOTFOUND|EAI_|ERR_SOCKET|ERR_STREAM|ERR_SSL|ERR_TLS)/;
const CONNECTION_LOST =
  /^(?:Connection terminated|Connection ended|Client has encountered|Client was closed|Query read timeout|timeout exceeded|timeout expired|Cannot use a pool|read ECONN|write E)/;

/**
 * Classifies an error of a statement. `statement` and `connection`: a temporary state of the
 * database, which the connection survives or not. `permanent`: the statement itself is wrong, and
 * would fail again.
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
