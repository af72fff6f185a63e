import type { JsonObject } from "../../../engine/language/json.ts";
import { done, type Answer } from "./answer.ts";
import { losesId } from "./once-failures.ts";
import type { Work } from "./platform-tools.ts";
import type { PlatformApplication } from "./repositories/platform-applications.ts";
import { object, STEP_UPS } from "./schemas/parts.ts";

/** The answer of a step-up's update (spec 1 §7). */
export const UPDATED = object({
  applicationId: { type: "string" },
  id: { type: "string" },
  inquirySessionStatus: { enum: ["IN_PROGRESS", "RECEIVED", "TIMEOUT"] },
  boStatus: { type: "string" },
  stepUpDetails: STEP_UPS,
});

/** Saves the application's standing after an update, and answers with the pending step-ups. */
export async function updated(
  work: Work,
  before: PlatformApplication,
  after: PlatformApplication,
  more: Answer["body"] = {},
): Promise<Answer> {
  await keepChanged(work, before, after);
  // "An update answer without an id is an error" (spec 1 §4): a test value asks for one.
  const ids: JsonObject = (await losesId(work, work.tables(), before))
    ? {}
    : { applicationId: before.id, id: before.id };
  return done({ ...ids, ...more, stepUpDetails: [...after.stepUps] });
}

/** Saves the application's standing when it has changed. */
export async function keepChanged(
  work: Work,
  before: PlatformApplication,
  after: PlatformApplication,
): Promise<void> {
  if (after.body !== before.body) await work.applications.put(after);
  else if (after !== before) await work.applications.save(after);
}
