import type { MigrationTools } from "../migration/migrate-application.ts";
import { inPresentVersion } from "./in-present-version.ts";
import type { RequestContext } from "./request-context.ts";
import { applicationFilter } from "./request-target.ts";

/**
 * Reads the request's application anew: the one it has, else the latest of its subject. One that a
 * step changed and left in the version before migrates anew, from its latest state.
 */
export async function reload(
  context: RequestContext,
  tools: MigrationTools,
): Promise<RequestContext> {
  const { record: known, subject, target } = context;
  const record =
    known !== undefined
      ? await tools.applications.byKey(known.key)
      : subject === undefined
        ? undefined
        : await tools.applications.latest(subject, target.flow.id, applicationFilter(target));
  if (record === undefined) return context;
  if (known === undefined || context.readOnly === true) return { ...context, record };
  const live = tools.library().flows.get(target.flow.id);
  if (record.revision === known.revision)
    // Without a step in between the migration is still to be saved.
    return context.migrated?.migration === undefined ? { ...context, record } : context;
  if (live === undefined || record.flowVersion === target.flow.version)
    return { ...context, record };
  const asked = { ...(context.migrated?.target ?? target), flow: live };
  const { migrated: _, ...rest } = context;
  return inPresentVersion(
    { ...rest, target: asked, flow: live.variant(asked.variant) },
    record,
    tools,
  );
}
