import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import type { Database } from "../storage/database/database.ts";
import { Events } from "../storage/repositories/events.ts";
import { unownedEvents } from "../storage/retention/unowned-events.ts";
import { Applications } from "../storage/repositories/applications.ts";
import { Drafts } from "../storage/repositories/drafts.ts";
import { Files } from "../storage/repositories/files.ts";
import { IdempotencyKeys } from "../storage/repositories/idempotency-keys.ts";
import { Mails } from "../storage/repositories/mails.ts";
import { WebhookEvents } from "../storage/repositories/webhook-events.ts";
import { eraseApplication } from "../storage/retention/erase.ts";
import { dueApplications, type Due, type Found } from "../storage/retention/find-applications.ts";
import { forgetOld } from "../storage/retention/forget-old.ts";
import { withDatabase, type CommandDatabase } from "./command-database.ts";
import { defineCommand } from "./command.ts";
import { Failures } from "./failures.ts";
import { liveFlows } from "./live-flows.ts";

/** `foyer retain`: erases data past its retention. */
export const retainCommand = defineCommand({
  usage: "retain [--dry-run] [--json]",
  help: `Run it once a day. The periods are those of the live version; of the files, where a flow has none. --dry-run lists
what would be erased, and by which row. Drafts go after the days of drafts in flow.yaml, events without an application after
those of its retention, mails and webhooks after 30 days, and idempotency keys and unused files after one day, in every flow.
An application that has a step meanwhile stays. What fails delays nothing else: it is listed, with exit 1.`,
  async run({ flags }) {
    return withDatabase(async (opened) => {
      const failures = new Failures();
      const flows = await liveFlows(opened, failures);
      const erased = await retain(opened, flows, { failures, isDry: flags["dry-run"] });
      if (!flags["dry-run"])
        await forgetOld(
          expiring(opened, flows),
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

/**
 * Erases applications past their retention, batch by batch. With `--dry-run` it only lists them.
 *
 * @returns those that were erased, without those that had a step since they were found
 */
async function retain(
  { database, vault, environment }: CommandDatabase,
  flows: readonly CompiledFlow[],
  { failures, isDry }: { readonly failures: Failures; readonly isDry: boolean },
): Promise<readonly Found[]> {
  const applications = new Applications(database, vault);
  const erased = await failures.each(
    flows,
    ({ id }) => id,
    async (flow) => {
      const now = new Date().toISOString();
      const done: Found[] = [];
      for await (const due of dueApplications(flow, applications, environment, now)) {
        if (failures.isOver) break;
        done.push(...(isDry ? due : await eraseDue(due, database, failures)));
      }
      return done;
    },
  );
  return erased.flat();
}

async function eraseDue(
  due: readonly Due[],
  database: Database,
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

function expiring({ database, vault }: CommandDatabase, flows: readonly CompiledFlow[]) {
  return {
    drafts: new Drafts(database, vault),
    mails: new Mails(database, vault),
    "idempotency keys": new IdempotencyKeys(database, vault),
    "unused files": new Files(database, vault),
    webhooks: new WebhookEvents(database, vault),
    "events without an application": unownedEvents(new Events(database), () => flows),
  };
}
