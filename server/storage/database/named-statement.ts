/**
 * A statement that runs on most requests. Each connection parses and plans it once, under its name, where the way to
 * the database allows that. Two statements never share a name.
 */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/** `named`: on every connection; `unnamed`: on none; `auto`: on those that lead to PostgreSQL itself. */
export const STATEMENT_NAMES = ["auto", "named", "unnamed"] as const;
export type StatementNames = (typeof STATEMENT_NAMES)[number];
