/**
 * A frequent statement. Each connection parses and plans it once, under its name, where the
 * connection allows that. No two statements share a name.
 */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/**
 * `named`: on every connection; `unnamed`: on none; `auto`: on direct connections to PostgreSQL.
 */
export const STATEMENT_NAMES = ["auto", "named", "unnamed"] as const;
export type StatementNames = (typeof STATEMENT_NAMES)[number];
