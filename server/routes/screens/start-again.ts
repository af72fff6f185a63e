import type { FastifyReply } from "fastify";
import type { Exit } from "../../../engine/transition/answer.ts";
import { buildFacts } from "../../../engine/transition/facts.ts";
import { beginApplication } from "../../application/request/begin-application.ts";
import { inputContext } from "../../application/request/input-context.ts";
import type { RequestContext } from "../../application/request/request-context.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type { Exchange } from "./exchange.ts";
import { exit } from "./exit.ts";

/** How often an erasure looks again at an application that changed meanwhile. */
const ERASE_ATTEMPTS = 3;

/**
 * Begins a new application of the visitor at the flow's first address, and erases the one that is
 * left where its row says so. A press of a page alone does that: an address changes nothing.
 *
 * All repetitions of a press begin the same application: its key is derived from the step that was
 * left. The press's key then leads to the first address, also once that step is erased.
 *
 * @param key Idempotency-Key of the press
 */
export async function startAgain(
  exchange: Exchange,
  context: RequestContext,
  leave: Exit,
  key: string | undefined,
): Promise<FastifyReply> {
  const { request, tools } = exchange;
  const { target, record, subject, access, actor } = context;
  const own = access === "ok" && actor === undefined && context.readOnly !== true;
  if (request.method === "POST" && own && record !== undefined && subject !== undefined) {
    const step = `start-again ${record.key} ${record.revision}`;
    const begun = await beginApplication(target, { subject, key: step }, tools);
    if (key !== undefined)
      await tools.idempotencyKeys.handOver(
        { subject, key, application: record.key },
        { to: begun.key, answer: { next: { ...leave, to: "base" }, notices: [] } },
      );
    await tools.drafts.forgetOf(record.key);
    if (leave.erase === true) await eraseLeft(exchange, context, record);
  }
  return exit(exchange, leave);
}

/** Erases the application that was left, unless it is handed in by now. */
async function eraseLeft(
  { tools }: Exchange,
  context: RequestContext,
  left: ApplicationRecord,
): Promise<void> {
  const { flow } = context;
  let latest: ApplicationRecord | undefined = left;
  for (let at = 0; at < ERASE_ATTEMPTS && latest !== undefined; at++) {
    const facts = buildFacts(flow, latest.state, inputContext(context));
    if (flow.handedIn?.test(facts) === true || (await tools.eraseApplication(latest))) return;
    latest = await tools.applications.byKey(left.key);
  }
}
