import pg from "pg";
import { projectFolder } from "../definitions/project-folder.ts";
import { readStorageConfig } from "../settings/config.ts";
import {
  runMigrations,
  newerDatabase,
  pendingMigrations,
  tablesOf,
  unknownMigrations,
} from "../storage/database/run-migrations.ts";
import { grantRights, openToAll } from "../storage/database/rights.ts";
import { MIGRATIONS, onDatabase } from "./command-database.ts";
import { defineCommand } from "./command.ts";

/** `foyer tables`: brings the tables up to date with the role that owns them. */
export const tablesCommand = defineCommand({
  usage: "tables [--grant ROLE] [--check] [--json]",
  help: `Runs the migrations of this release on DATABASE_URL. Its role has to own the tables that are there, and to have CREATE
on their schema. --grant gives ROLE what the service needs: USAGE of the schema, and SELECT, INSERT, UPDATE and DELETE on
the tables. The service may then run as ROLE, which needs no right to create. Run it before each deploy of a release with
new migrations. --check changes nothing, and ends with exit 1 where a migration has not run. FOYER_KEY is not needed.`,
  async run({ options, flags }) {
    const { grant } = options;
    if (flags.check && grant !== undefined)
      throw new Error("--check changes nothing; leave it or --grant out");
    const config = readStorageConfig(process.env, projectFolder(), false);
    return onDatabase(config, async (database) => {
      const pending = await pendingMigrations(database, MIGRATIONS);
      const ran = flags.check ? [] : await runMigrations(database, MIGRATIONS);
      if (grant !== undefined) await grantRights(database, grant, await tablesOf(MIGRATIONS));
      const open = grant === undefined ? undefined : await openToAll(database);
      const unknown = await unknownMigrations(database, MIGRATIONS);
      const left = flags.check ? pending : [];
      if (unknown.length > 0) console.error(`foyer: ${newerDatabase(unknown)}`);
      return {
        code: left.length === 0 ? 0 : 1,
        data: { ran, left, unknown, granted: grant },
        lines: [
          ...ran.map((file) => `${file} ran`),
          ...left.map((file) => `${file} has to run`),
          ...(ran.length + left.length === 0 ? ["The tables are up to date."] : []),
          ...(grant === undefined ? [] : [`${grant} may read and write them.`]),
          ...(open === undefined ? [] : openLines(open, grant ?? "")),
        ],
      };
    });
  },
});

/** What to do about a database that every role may connect to. */
function openLines(name: string, role: string): readonly string[] {
  return [
    `Every role of this server may connect to ${name}, as to any new or restored database. Its owner takes that away:`,
    `  revoke all on database ${name} from public;`,
    `  grant connect on database ${name} to ${pg.escapeIdentifier(role)};`,
  ];
}
