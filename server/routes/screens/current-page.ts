import { findRoute } from "../../../engine/transition/resolve-screen.ts";
import { sendsWholeForm } from "../../../engine/language/sends-whole-form.ts";
import { reload } from "../../application/request/reload.ts";
import type { RequestContext } from "../../application/request/request-context.ts";
import { resolveTarget } from "../../application/request/resolve-target.ts";
import { resumeCall } from "../../application/request/resume-call.ts";
import { shownPage } from "../../application/request/shown-page.ts";
import { waitFor } from "../../pausing/wait-for.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import { buildView } from "./build-view.ts";
import type { ScreenTools } from "./exchange.ts";

/** A context with an application. */
type WithRecord = RequestContext & { readonly record: ApplicationRecord };

/** Milliseconds for which a press waits for the call of a timer. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 100;

/**
 * Whether a page of an earlier revision may still be answered. Where all steps since are timers, it
 * has to look as it did. Where all are mailed links, the pressed button may send no form.
 */
export async function isCurrentPage(
  context: WithRecord,
  { action, revision }: { readonly action: string; readonly revision: number },
  tools: ScreenTools,
): Promise<boolean> {
  const since = await tools.applications.stepsSince(context.record.key, revision);
  if (since.onlyTimers) return !since.changes || (await isDrawnAlike(context, revision, tools));
  if (!since.onlyLinks) return false;
  const { facts } = resolveTarget(context);
  const found = findRoute(context.flow, context.target.path, facts)?.screen.actions.get(action);
  return found !== undefined && !sendsWholeForm(found);
}

/** Whether the requested page shows the same as it did at an earlier revision. */
async function isDrawnAlike(
  context: WithRecord,
  revision: number,
  tools: ScreenTools,
): Promise<boolean> {
  const then = await tools.applications.at(context.record, revision);
  if (then === undefined || then.flowVersion !== context.record.flowVersion) return false;
  const [was, is] = [{ ...context, record: then }, context].map((each) => drawn(each, tools));
  return was !== undefined && was === is;
}

/**
 * The view of the requested page as text, without its revision; undefined where it leads elsewhere.
 */
function drawn(context: RequestContext, tools: ScreenTools): string | undefined {
  const { resolution } = resolveTarget(context);
  if (resolution.kind === "leave") return undefined;
  const page = shownPage(context, resolution, context.target.query);
  return JSON.stringify({ ...buildView(context, page, tools, {}), revision: 0 });
}

/**
 * The context after a timer's call that is under way, such as a mail that is being sent: a press
 * waits for it, so that it is not lost. After five seconds, or one attempt at a call that stays
 * open, the latest context is returned as it is, with `record.calling` still true.
 */
export async function afterTimerCall(
  context: WithRecord,
  revision: number,
  tools: ScreenTools,
): Promise<WithRecord> {
  if (!context.record.calling || revision >= context.record.revision) return context;
  // The request has made the open call once already.
  if (context.repeatedCall !== undefined) return context;
  const since = await tools.applications.stepsSince(context.record.key, revision);
  if (!since.onlyTimers) return context;
  let latest = context;
  const look = async () => {
    const { context: present, resumed } = await resumeCall(await reload(latest, tools), tools);
    latest = { ...present, record: present.record ?? latest.record };
    return latest.record.calling && !resumed ? undefined : "answered";
  };
  await waitFor(look, {
    patienceMs: PATIENCE_MS,
    everyMs: LOOK_EVERY_MS,
    scope: context.scope,
  });
  return latest;
}
