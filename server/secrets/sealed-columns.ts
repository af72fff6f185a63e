/** A column that holds boxes: whole, or at leaves of a document. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly type: "text" | "bytea" | "jsonb";
}

/** Everything that is closed with a key of FOYER_KEY. A test finds a column that is missing here. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: "applications", column: "state", type: "jsonb" },
  { table: "journal", column: "events", type: "jsonb" },
  { table: "journal", column: "input", type: "bytea" },
  { table: "calls", column: "request", type: "bytea" },
  { table: "application_reads", column: "result", type: "bytea" },
  { table: "sessions", column: "person", type: "text" },
  { table: "sessions", column: "id_token", type: "text" },
  { table: "webhook_events", column: "event", type: "bytea" },
  { table: "files", column: "about", type: "text" },
  { table: "drafts", column: "body", type: "text" },
  { table: "mails", column: "body", type: "bytea" },
  { table: "looks", column: "who", type: "text" },
  { table: "looks", column: "reason", type: "text" },
  { table: "platform_applications", column: "body", type: "bytea" },
  { table: "platform_owners", column: "body", type: "bytea" },
  { table: "platform_records", column: "content", type: "bytea" },
  { table: "platform_effects", column: "answer", type: "bytea" },
];
