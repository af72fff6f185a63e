import type { FastifyReply, FastifyRequest } from "fastify";
import { basePath } from "../../../engine/transition/destination.ts";
import { restartsOnLocaleChange } from "../../../engine/render/render-locales.ts";
import { ProblemError } from "../../plugins/problem.ts";
import { keepChoice } from "../../application/request/choices.ts";
import type { ServerTools } from "../../application/server-tools.ts";
import { exit } from "./exit.ts";
import type { RequestContext } from "../../application/request/request-context.ts";

/** The action that says yes to beginning anew in another language. */
export const LOCALE_ACTION = "@locale";

/**
 * Takes another language and begins anew with it: a new application of the same visitor, at the flow's beginning.
 * What was begun stays as it is; what was only typed is forgotten.
 *
 * @throws ProblemError 422 where the flow changes its language in place, or has no such language
 */
export async function restart(
  request: FastifyRequest,
  reply: FastifyReply,
  scene: RequestContext,
  locale: string | undefined,
  tools: ServerTools,
): Promise<FastifyReply> {
  const { flow, visit, subject, record } = scene;
  const offered = locale !== undefined && flow.market.locales.includes(locale);
  if (
    !offered ||
    scene.actor !== undefined ||
    scene.access !== "ok" ||
    !restartsOnLocaleChange(flow, true)
  )
    throw new ProblemError({
      status: 422,
      code: "unknown-action",
      title: "The page has no such action",
    });
  keepChoice(reply, "market", locale, tools);
  if (record !== undefined && subject !== undefined && locale !== visit.locale) {
    await tools.applications.begin(visit.flow.id, visit.flow.version, visit.variant, subject);
    await tools.drafts.forgetOf(record.key);
  }
  return exit(
    request,
    reply,
    { kind: "leave", to: "base", location: basePath(flow) || "/", because: "locale" },
    tools,
  );
}
