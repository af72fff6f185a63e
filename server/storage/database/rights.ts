import pg from "pg";
import type { Database } from "./database.ts";

/** SQLSTATEs of a missing right, and of no schema in which the role may create. */
const NO_RIGHT: ReadonlySet<unknown> = new Set(["42501", "3F000"]);

/** Rights that the service needs on each of its tables. */
const RIGHTS = ["SELECT", "INSERT", "UPDATE", "DELETE"] as const;

/** Thrown when the role of DATABASE_URL lacks a right. Names role, database and right. */
export class MissingRight extends Error {
  /** @param problems one sentence each */
  constructor({ role, database, owner }: DatabaseRole, problems: readonly string[]) {
    super(
      [
        `The role "${role}" lacks a right on the database "${database}":`,
        ...problems.map((problem) => `  - ${problem}`),
        `Run \`npx foyer tables --grant ${role}\` with a DATABASE_URL whose role ${owner === null ? "may create tables" : `owns the tables ("${owner}")`}`,
        "(server/RUNBOOK.md, Roles of the database; after a restore: Backup and restore).",
      ].join("\n"),
    );
    this.name = "MissingRight";
  }
}

/** The role of a connection, and its database. */
export interface DatabaseRole {
  readonly role: string;
  readonly database: string;
  /** The role that owns the tables; null before the first migration. */
  readonly owner: string | null;
}

/** The role and the database of DATABASE_URL. */
export async function roleOf(database: Database): Promise<DatabaseRole> {
  const [row] = await database.query<DatabaseRole>(
    `select current_user as role, current_database() as database,
       (select pg_get_userbyid(relowner) from pg_class where oid = to_regclass('migrations')) as owner`,
  );
  return row ?? { role: "", database: "", owner: null };
}

/** Whether PostgreSQL refused a statement for want of a right. */
export function isRightMissing(error: unknown): error is Error {
  return error instanceof Error && NO_RIGHT.has((error as { readonly code?: unknown }).code);
}

/**
 * Checks that the role may read and write every table, so that nothing is done by half.
 *
 * @param tables names of the tables; those that are not there are left out
 * @throws MissingRight with the tables of each right
 */
export async function assertRights(database: Database, tables: readonly string[]): Promise<void> {
  const rows = await database.query<{ right: string; tables: readonly string[] }>(
    `select r.name as right, array_agg(t.name order by t.name) as tables
     from unnest($1::text[]) t(name), unnest($2::text[]) with ordinality r(name, at)
     where not has_table_privilege(to_regclass(t.name)::oid, r.name) group by r.name, r.at order by r.at`,
    [tables, RIGHTS],
  );
  if (rows.length === 0) return;
  throw new MissingRight(
    await roleOf(database),
    rows.map((row) => `${row.right} is missing on ${row.tables.join(", ")}.`),
  );
}

/**
 * Grants a role what the service needs: to use the schema, to read and write these tables, and no
 * more.
 *
 * @throws Error when there is no such role
 */
export async function grantRights(
  database: Database,
  role: string,
  tables: readonly string[],
): Promise<void> {
  const [known] = await database.query("select 1 from pg_roles where rolname = $1", [role]);
  if (known === undefined)
    throw new Error(`the database knows no role "${role}"; create it first: create role … login`);
  const rows = await database.query<{ schema: string; table: string }>(
    `select relnamespace::regnamespace::text as schema, oid::regclass::text as table from pg_class
     where oid = any (select to_regclass(name)::oid from unnest($1::text[]) t(name))`,
    [tables],
  );
  const name = pg.escapeIdentifier(role);
  await database.transaction(async (client) => {
    for (const schema of new Set(rows.map((row) => row.schema)))
      await client.query(`grant usage on schema ${schema} to ${name}`);
    for (const { table } of rows)
      await client.query(`grant ${RIGHTS.join(", ")} on ${table} to ${name}`);
    await client.query(`grant select on migrations to ${name}`);
  });
}

/** The name of the database, where every role of the server may connect to it. */
export async function openToAll(database: Database): Promise<string | undefined> {
  const [row] = await database.query<{ name: string }>(
    `select quote_ident(datname) as name from pg_database
     where datname = current_database() and exists (
       select 1 from aclexplode(coalesce(datacl, acldefault('d', datdba)))
       where grantee = 0 and privilege_type = 'CONNECT')`,
  );
  return row?.name;
}
