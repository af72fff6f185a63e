/** The meaning of a temporary SQLSTATE for its request. */
export interface TemporaryState {
  /** The code, or the class that it begins with. */
  readonly state: string;
  readonly meaning: string;
  /** What an operator can do about it. */
  readonly remedy?: string;
  /** Whether the connection stays usable: the server refused only the statement. */
  readonly keepsConnection: boolean;
  /** Whether the server is gone: the pool notices that by itself. */
  readonly isConnection?: true;
  /** Whether other writes may be refused, too, until something is repaired. */
  readonly stopsWrites?: true;
}

const SEE_ITS_LOG = "look at the database's own log";

/**
 * SQLSTATEs of temporary states: the same request may succeed a moment later. The first that fits
 * counts. See https://www.postgresql.org/docs/current/errcodes-appendix.html.
 */
export const TEMPORARY_STATES: readonly TemporaryState[] = [
  { state: "08", meaning: "the connection failed", keepsConnection: false, isConnection: true },
  // A demoted node keeps its connections: a new one may reach the new primary.
  {
    state: "25006",
    meaning: "the database is read-only",
    remedy: "lead DATABASE_URL to the primary, or end default_transaction_read_only",
    keepsConnection: false,
    stopsWrites: true,
  },
  { state: "25P03", meaning: "the transaction was idle for too long", keepsConnection: false },
  { state: "25P04", meaning: "the transaction took too long", keepsConnection: false },
  { state: "40001", meaning: "another transaction was faster", keepsConnection: true },
  { state: "40P01", meaning: "two transactions waited for each other", keepsConnection: true },
  {
    state: "53100",
    meaning: "the database's disk is full",
    remedy: "free disk space where it keeps its tables",
    keepsConnection: false,
    stopsWrites: true,
  },
  {
    state: "53300",
    meaning: "the database has no connections left",
    remedy: "raise max_connections, or have fewer nodes (16 connections each)",
    keepsConnection: false,
  },
  {
    state: "53",
    meaning: "the database has no memory or disk left",
    remedy: SEE_ITS_LOG,
    keepsConnection: false,
    stopsWrites: true,
  },
  { state: "55P03", meaning: "a lock was not to be had in time", keepsConnection: true },
  { state: "57014", meaning: "the statement took too long", keepsConnection: true },
  {
    state: "57P",
    meaning: "the server shuts down, starts or was restarted",
    keepsConnection: false,
    isConnection: true,
  },
  {
    state: "58",
    meaning: "the database's disk or system failed",
    remedy: SEE_ITS_LOG,
    keepsConnection: false,
    stopsWrites: true,
  },
  {
    state: "XX",
    meaning: "the database found its own data or itself broken",
    remedy: SEE_ITS_LOG,
    keepsConnection: false,
    stopsWrites: true,
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
  const known = temporaryStateOf(error);
  if (known === undefined) return "permanent";
  return known.keepsConnection ? "statement" : "connection";
}

/** The temporary state of an error; undefined: it has no such SQLSTATE. */
export function temporaryStateOf(error: unknown): TemporaryState | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === "string"
    ? TEMPORARY_STATES.find(({ state }) => code.startsWith(state))
    : undefined;
}

/** Whether the server is there, and refuses for now what it was asked. */
export function isRefusal(error: unknown): boolean {
  const state = temporaryStateOf(error);
  return state !== undefined && state.isConnection !== true;
}
