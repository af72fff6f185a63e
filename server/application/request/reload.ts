import type { VisitTools } from "../visit/visit-tools.ts";
import type { RequestContext } from "./request-context.ts";
import { applicationFilter } from "./request-target.ts";

/** Reads the request's application anew: the one it has, else the latest of its subject. */
export async function reload(
  context: RequestContext,
  tools: Pick<VisitTools, "applications">,
): Promise<RequestContext> {
  const { record: known, subject, target } = context;
  const record =
    known !== undefined
      ? await tools.applications.byKey(known.key)
      : subject === undefined
        ? undefined
        : await tools.applications.latest(subject, target.flow.id, applicationFilter(target));
  // Without a step in between the migration is still to be saved.
  const isMigrating =
    context.migrated?.migration !== undefined && record?.revision === known?.revision;
  return record === undefined || isMigrating ? context : { ...context, record };
}
