import { isRefusal, severityOf } from "./sql-states.ts";

/**
 * Thrown when the database is unreachable or refuses work for now; the same request may be sent
 * again.
 */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    const what = isRefusal(cause)
      ? "The database refuses this now"
      : "The database cannot be reached";
    super(`${what}: ${databaseMessage(cause)}`, { cause });
    this.name = "DatabaseUnavailable";
  }
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
