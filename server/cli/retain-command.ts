import { Applications } from "../storage/repositories/applications.ts";
import { Drafts } from "../storage/repositories/drafts.ts";
import { Files } from "../storage/repositories/files.ts";
import { IdempotencyKeys } from "../storage/repositories/idempotency-keys.ts";
import { Mails } from "../storage/repositories/mails.ts";
import { eraseApplication } from "../storage/retention/erase.ts";
import { dueApplications } from "../storage/retention/find-applications.ts";
import { withDatabase } from "./command-database.ts";
import { defineCommand } from "./command.ts";
import { libraryHere } from "./read-library.ts";

/** `foyer retain`: erases data past its retention. */
export const retainCommand = defineCommand({
  usage: "retain [--dry-run] [--json]",
  help: `Run it once a day. --dry-run lists what would be erased, and by which row. Drafts go after the days of drafts in
flow.yaml, mails after 30 days, and idempotency keys and unused files after one day, in every flow.`,
  async run({ flags, rest }) {
    if (rest.length > 0) throw new Error(`there is no option ${rest[0]}; there is --dry-run`);
    return withDatabase(async ({ database, vault, environment }) => {
      const { flows } = await libraryHere(environment);
      const due = [];
      for (const flow of flows.values())
        due.push(
          ...(await dueApplications(
            flow,
            new Applications(database, vault),
            environment,
            new Date().toISOString(),
          )),
        );
      if (!flags["dry-run"]) {
        for (const { key, because } of due) await eraseApplication(database, key, because);
        await new Drafts(database, vault).forgetOld();
        await Promise.all([
          new Mails(database, vault).forgetOld(),
          new IdempotencyKeys(database, vault).forgetOld(),
          new Files(database, vault).forgetUnused(),
        ]);
      }
      return {
        code: 0,
        data: due.map(({ id, because }) => ({ id, because })),
        lines: [
          ...due.map(({ id, because }) => `${id}  ${because}`),
          `${due.length} ${flags["dry-run"] ? "would be" : "were"} erased`,
        ],
      };
    });
  },
});
