import type { JsonObject } from "../../../engine/language/json.ts";
import { failed, type Answer } from "./answer.ts";
import { decideApplication } from "./decide.ts";
import type { Work } from "./platform-tools.ts";
import type { PlatformApplication } from "./repositories/platform-applications.ts";
import type { PlatformOwner } from "./repositories/platform-owners.ts";
import type { Once } from "./generated/decisions.ts";
import type { SandboxTables } from "./tables.ts";

/**
 * The failure that a test value requests at this point; undefined without one, or after it has
 * happened.
 */
export async function failOnce(
  work: Work,
  tables: SandboxTables,
  whose: PlatformApplication | PlatformOwner,
  at: readonly Once["at"][],
): Promise<Answer | undefined> {
  const due = await dueOnce(work, tables, whose, at);
  if (due === undefined) return undefined;
  const [error, message] = WORDS[due.status] ?? ["Failed", `The sandbox answers ${due.status}`];
  return {
    ...failed(due.status, error, message),
    counts: true,
    ...(due.location === undefined ? {} : { headers: { location: due.location } }),
  };
}

/** Whether the answer to a step-up update lacks its id. Called after the update is saved. */
export async function losesId(
  work: Work,
  tables: SandboxTables,
  whose: PlatformApplication | PlatformOwner,
): Promise<boolean> {
  return (await dueOnce(work, tables, whose, ["update"])) !== undefined;
}

async function dueOnce(
  work: Work,
  tables: SandboxTables,
  whose: PlatformApplication | PlatformOwner,
  at: readonly Once["at"][],
): Promise<Once | undefined> {
  const { failed: happened = [] } = whose.progress;
  const facts: JsonObject = "application" in whose ? { owner: whose.body } : whose.body;
  const due = decideApplication(tables, facts).once.find(
    (once) => at.includes(once.at) && !happened.includes(once.because),
  );
  if (due === undefined) return undefined;
  const first =
    "application" in whose
      ? work.owners.fail(whose.application, whose.id, due.because)
      : work.applications.fail(whose.id, due.because);
  return (await first) ? due : undefined;
}

const WORDS: Readonly<Record<number, readonly [string, string]>> = {
  401: ["Unauthorized", "The session is over"],
  403: ["Forbidden", "The application belongs to another account"],
  404: ["Not found", "Application not found"],
  417: ["Expectation failed", "Go on at the location"],
};
