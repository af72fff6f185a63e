import { DatabaseUnavailable } from "../storage/database/database-unavailable.ts";
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
import { libraryHere } from "./library-here.ts";

/** What could not be erased or deleted. */
interface Failure {
  /** The id of an application, a flow, or the kind of the rows. */
  readonly failed: string;
  readonly error: string;
}

/** `foyer retain`: erases data past its retention. */
export const retainCommand = defineCommand({
  usage: "retain [--dry-run] [--json]",
  help: `Run it once a day. --dry-run lists what would be erased, and by which row. Drafts go after the days of drafts in
flow.yaml, mails and webhooks after 30 days, and idempotency keys and unused files after one day, in every flow. An
application that has a step meanwhile stays. What fails delays nothing else: it is listed, with exit 1.`,
  async run({ flags }) {
    return withDatabase(async (opened) => {
      const failures: Failure[] = [];
      const fail = (failed: string, error: unknown) => {
        if (error instanceof DatabaseUnavailable) throw error;
        failures.push({ failed, error: error instanceof Error ? error.message : String(error) });
      };
      const due = await findDue(opened, fail);
      const erased = flags["dry-run"] ? due : await eraseDue(due, opened, fail);
      if (!flags["dry-run"]) await forgetOld(expiring(opened), fail);
      return {
        code: failures.length === 0 ? 0 : 1,
        data: [...erased.map(({ id, because }) => ({ id, because })), ...failures],
        lines: [
          ...erased.map(({ id, because }) => `${id}  ${because}`),
          `${erased.length} ${flags["dry-run"] ? "would be" : "were"} erased`,
        ],
        errors: failures.map(({ failed, error }) => `${failed} failed: ${error}`),
      };
    });
  },
});

type Fail = (failed: string, error: unknown) => void;

async function findDue(
  { database, vault, environment }: CommandDatabase,
  fail: Fail,
): Promise<readonly Due[]> {
  const applications = new Applications(database, vault);
  const { flows } = await libraryHere(environment);
  const due: Due[] = [];
  for (const flow of flows.values())
    try {
      const now = new Date().toISOString();
      due.push(...(await dueApplications(flow, applications, environment, now)));
    } catch (error) {
      fail(flow.id, error);
    }
  return due;
}

/** @returns those that were erased, without those that had a step since they were found */
async function eraseDue(
  due: readonly Due[],
  { database }: CommandDatabase,
  fail: Fail,
): Promise<readonly Due[]> {
  const erased: Due[] = [];
  for (const each of due)
    try {
      if (await eraseApplication(database, each.key, each.because, each.revision))
        erased.push(each);
    } catch (error) {
      fail(each.id, error);
    }
  return erased;
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
