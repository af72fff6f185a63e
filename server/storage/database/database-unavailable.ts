import { severityOf } from "./sql-states.ts";

/**
 * Thrown when the database is unreachable or refuses work for now; the same request may be sent
 * again.
 */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The database cannot be reached: ${databaseMessage(cause)}`, { cause });
    this.name = "DatabaseUnavailable";
  }
}

/** Whether the database is gone, which its pool logs once, and did not only refuse a statement. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable)) return false;
  const { code } = error.cause as { readonly code?: unknown };
  const sqlState = typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
  return sqlState === undefined || sqlState.startsWith("57P");
}

/** Wraps temporary errors of the database, as `sql-states.ts` lists them. */
export function asUnavailable(error: unknown): unknown {
  return severityOf(error) === "permanent" ? error : new DatabaseUnavailable(error);
}

/** The message of an error; for several tried addresses, of each. */
export function databaseMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(databaseMessage).join("; ");
  return error instanceof Error ? error.message : String(error);
}
