import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import { visitAt, type VisitEvent } from "../../../engine/visit/visit.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type { UsedLink } from "../../storage/repositories/steps/step.ts";
import type { FlowTools } from "../flow-tools.ts";
import { migrateApplication, type MigrationStep } from "../migration/migrate-application.ts";
import { driveVisit } from "./drive-visit.ts";
import { resumePendingCalls } from "./resume-calls.ts";
import { OVERTAKEN, tryUntilSaved } from "./try-until-saved.ts";
import type { VisitRun } from "./visit-run.ts";
import { freshUuids } from "./fresh-uuids.ts";
import { unattendedContext } from "./unattended-context.ts";
import type { VisitTools } from "./visit-tools.ts";

/** An application in the version that applies now, without a visitor. */
export interface UnattendedApplication {
  readonly flow: CompiledVariant;
  readonly version: string;
  readonly record: ApplicationRecord;
  readonly context: InputContext;
  /** What the migration to this version changes, to be saved before the next step. */
  readonly migration?: MigrationStep | undefined;
}

/** Loads an application; undefined when its flow is not served. */
export async function loadUnattended(
  record: ApplicationRecord,
  tools: VisitTools & FlowTools,
): Promise<UnattendedApplication | undefined> {
  const live = tools.library().flows.get(record.flow);
  if (live === undefined) return undefined;
  const context = unattendedContext(record, tools);
  const migrated = await migrateApplication(record, live, context, tools);
  const { flow: version, record: current, migration } = migrated;
  const flow = version.variant(context.variant);
  return { flow, version: version.version, record: current, context, migration };
}

/** An application without a visitor, for one attempt at its step. */
interface UnattendedAttempt extends UnattendedApplication {
  /** The application as it was loaded, before any migration. */
  readonly loaded: ApplicationRecord;
  /** The number of attempts before. */
  readonly before: number;
}

/**
 * Takes a step of an application in its latest state, once its pending call is resumed; tries it
 * again where another step is faster.
 *
 * @returns undefined where the flow is not served, another process makes the call, the call stays
 *   open, or every attempt was overtaken
 */
export async function stepUnattended<T>(
  application: string,
  tools: VisitTools & FlowTools,
  step: (attempt: UnattendedAttempt) => Promise<T | typeof OVERTAKEN>,
): Promise<T | undefined> {
  return tryUntilSaved<T | undefined>(async (before) => {
    const loaded = await tools.applications.byKey(application);
    const present = loaded === undefined ? undefined : await loadUnattended(loaded, tools);
    if (loaded === undefined || present === undefined) return undefined;
    if (present.record.calling) {
      const resumed = await resumePendingCalls(present, tools);
      const isOpen = resumed !== "stale" && resumed?.record.calling !== false;
      return isOpen ? undefined : OVERTAKEN;
    }
    return step({ ...present, loaded, before });
  });
}

/** The run of a visit without a visitor. */
export function unattendedRun(
  { flow, version, record, migration }: UnattendedApplication,
  { events }: Pick<VisitTools, "events">,
): VisitRun {
  const owner = { flow: record.flow, flowVersion: version, application: record.key };
  return {
    flow,
    version,
    record,
    migration,
    report: async (reports) => events.write(reports, owner),
  };
}

/**
 * Takes the step of a timer or of a mailed link.
 *
 * @param used the mailed link, whose use the step counts
 * @returns the application after the step; undefined when another step was faster, or the link has
 *   no use left
 */
export async function visitUnattended(
  application: UnattendedApplication,
  event:
    | Omit<Extract<VisitEvent, { kind: "timer" }>, "context">
    | Omit<Extract<VisitEvent, { kind: "link" }>, "context">,
  tools: VisitTools,
  used?: UsedLink,
): Promise<ApplicationRecord | undefined> {
  const { flow, record, context } = application;
  const { end, record: latest } = await driveVisit(
    { ...unattendedRun(application, tools), link: used },
    visitAt({ path: "/", query: {} }, record.state),
    { ...event, context: { ...context, uuids: freshUuids(flow) } },
    tools,
  );
  return end.kind === "done" ? latest : undefined;
}
