import { Applications } from "../storage/repositories/applications.ts";
import { Drafts } from "../storage/repositories/drafts.ts";
import { Files } from "../storage/repositories/files.ts";
import { IdempotencyKeys } from "../storage/repositories/idempotency-keys.ts";
import { Mails } from "../storage/repositories/mails.ts";
import { WebhookEvents } from "../storage/repositories/webhook-events.ts";
import { eraseApplication } from "../storage/retention/erase.ts";
import { dueApplications, type Due } from "../storage/retention/find-applications.ts";
import { forgetOld } from "../storage/retention/forget-old.ts";
import { withDatabase, type CommandDatabase } from "./command-database.ts";
import { defineCommand } from "./command.ts";
import { Failures } from "./failures.ts";
import { libraryHere } from "./library-here.ts";

/** `foyer retain`: erases data past its retention. */
export const retainCommand = defineCommand({
  usage: "retain [--dry-run] [--json]",
  help: `Run it once a day. --dry-run lists what would be erased, and by which row. Drafts go after the days of drafts in
flow.yaml, mails and webhooks after 30 days, and idempotency keys and unused files after one day, in every flow. An
application that has a step meanwhile stays. What fails delays nothing else: it is listed, with exit 1.`,
  async run({ flags }) {
    return withDatabase(async (opened) => {
      const failures = new Failures();
      const due = await findDue(opened, failures);
      const erased = flags["dry-run"] ? due : await eraseDue(due, opened, failures);
      if (!flags["dry-run"])
        await forgetOld(
          expiring(opened),
          (table, error) => failures.note(table, error),
          () => failures.isOver,
        );
      return {
        code: failures.all.length === 0 ? 0 : 1,
        data: [...erased.map(({ id, because }) => ({ id, because })), ...failures.all],
        lines: [
          ...erased.map(({ id, because }) => `${id}  ${because}`),
          `${erased.length} ${flags["dry-run"] ? "would be" : "were"} erased`,
        ],
        errors: failures.lines,
      };
    });
  },
});

async function findDue(
  { database, vault, environment }: CommandDatabase,
  failures: Failures,
): Promise<readonly Due[]> {
  const applications = new Applications(database, vault);
  const { flows } = await libraryHere(environment);
  const due = await failures.each(
    [...flows.values()],
    ({ id }) => id,
    async (flow) => dueApplications(flow, applications, environment, new Date().toISOString()),
  );
  return due.flat();
}

/** @returns those that were erased, without those that had a step since they were found */
async function eraseDue(
  due: readonly Due[],
  { database }: CommandDatabase,
  failures: Failures,
): Promise<readonly Due[]> {
  const erased = await failures.each(
    due,
    ({ id }) => id,
    async (each) =>
      (await eraseApplication(database, each.key, each.because, each.revision)) ? [each] : [],
  );
  return erased.flat();
}

function expiring({ database, vault }: CommandDatabase) {
  return {
    drafts: new Drafts(database, vault),
    mails: new Mails(database, vault),
    "idempotency keys": new IdempotencyKeys(database, vault),
    "unused files": new Files(database, vault),
    webhooks: new WebhookEvents(database, vault),
  };
}
