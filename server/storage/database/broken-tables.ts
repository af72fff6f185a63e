/** SQLSTATEs of a statement that does not fit the tables: class 42, without a missing right. */
const DOES_NOT_FIT = /^42(?!501)/;

/** Thrown when the rows of `migrations` and the tables do not fit. */
export class BrokenTables extends Error {
  constructor(problem: string, remedies: readonly string[], changed = "Nothing was changed") {
    super(
      [
        `The table "migrations" of DATABASE_URL does not fit the database: ${problem}.`,
        ...remedies.map((remedy) => `  - ${remedy}`),
        `${changed} (server/RUNBOOK.md, A deploy).`,
      ].join("\n"),
    );
    this.name = "BrokenTables";
  }
}

/** Whether PostgreSQL refused a statement since the tables are others than it expects. */
export function isMisfit(error: unknown): error is Error {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return error instanceof Error && typeof code === "string" && DOES_NOT_FIT.test(code);
}

/** A migration without a row that cannot run, since the database has something of it. */
export function rowMissing(file: string, error: Error): BrokenTables {
  return new BrokenTables(
    `it has no row "${file}", and that migration cannot run (${error.message})`,
    [
      "If the row was deleted, or a restore left it out, and everything that the file creates is there, put the row back: " +
        `insert into migrations (name) values ('${file}');`,
      "If the tables are those of another program, give Foyer a database of its own.",
      "Else restore the last backup.",
    ],
    "This migration changed nothing",
  );
}

/** A migration with a row whose tables are not there. */
export function tablesMissing(file: string, tables: readonly string[]): BrokenTables {
  const [the, are] = tables.length === 1 ? ["table", "is"] : ["tables", "are"];
  return new BrokenTables(
    `its row "${file}" says that the migration ran, and the ${the} ${tables.join(", ")} ${are} missing`,
    [
      `If the ${the} ${are} in another schema, set the search_path of the role or of DATABASE_URL.`,
      "If a restore left something out, or somebody dropped it, restore the last backup: its data is gone here.",
    ],
  );
}

/** A table of this name that has other columns. */
export function anotherTable(error: Error): BrokenTables {
  return new BrokenTables(`it has other columns (${error.message})`, [
    "Another program made it: give Foyer a database or a schema of its own.",
  ]);
}
