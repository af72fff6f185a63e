/** A column that holds sealed values: whole, or at leaves of a document. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly type: "text" | "bytea" | "jsonb";
  /** SQL of the row that its values are bound to; repositories build the same in TypeScript. */
  readonly row: string;
  /** Documents: SQL of whether one is bound, and SQL that marks it so. */
  readonly document?: {
    readonly bound: string;
    readonly bind: string;
    /**
     * SQL of the application's key, for reading its inputs: they tell typed text from sealed
     * values.
     */
    readonly application: string;
  };
}

/** Every column that a key of FOYER_KEY encrypts. A test finds a missing one. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: "applications",
    column: "state",
    type: "jsonb",
    row: "key::text",
    document: {
      bound: "bound_revision is not null",
      bind: "bound_revision = revision",
      application: "key",
    },
  },
  {
    table: "journal",
    column: "events",
    type: "jsonb",
    row: "application || ' ' || revision",
    document: { bound: "bound", bind: "bound = true", application: "application" },
  },
  {
    table: "journal",
    column: "input",
    type: "bytea",
    row: "application || ' ' || revision",
  },
  { table: "calls", column: "request", type: "bytea", row: "application || ' ' || id" },
  {
    table: "idempotency_keys",
    column: "sealed_answer",
    type: "text",
    row: "application || ' ' || key",
  },
  { table: "application_reads", column: "result", type: "bytea", row: "ticket::text" },
  { table: "sessions", column: "person", type: "text", row: "encode(id_hash, 'hex')" },
  { table: "sessions", column: "id_token", type: "text", row: "encode(id_hash, 'hex')" },
  {
    table: "webhook_events",
    column: "event",
    type: "bytea",
    row: "flow || ' ' || provider || ' ' || encode(event_hash, 'hex')",
  },
  { table: "files", column: "about", type: "text", row: "application || ' ' || id" },
  {
    table: "drafts",
    column: "body",
    type: "text",
    row: "application || ' ' || screen || ' ' || thing",
  },
  { table: "mails", column: "body", type: "bytea", row: "key" },
  {
    table: "looks",
    column: "who",
    type: "text",
    row: "coalesce(application::text, '') || ' ' || encode(subject, 'hex')",
  },
  {
    table: "looks",
    column: "reason",
    type: "text",
    row: "coalesce(application::text, '') || ' ' || encode(subject, 'hex')",
  },
  { table: "platform_applications", column: "body", type: "bytea", row: "id" },
  { table: "platform_owners", column: "body", type: "bytea", row: "application || ' ' || id" },
  {
    table: "platform_records",
    column: "content",
    type: "bytea",
    row: "application || ' ' || id",
  },
  { table: "platform_effects", column: "answer", type: "bytea", row: "key" },
];
