import { beginApplication } from "../../application/request/begin-application.ts";
import type { FastifyReply } from "fastify";
import { basePath } from "../../../engine/transition/destination.ts";
import { restartsOnLocaleChange } from "../../../engine/render/render-locales.ts";
import { ProblemError } from "../../http/problem.ts";
import { keepChoice, localeCookie } from "../../application/request/choices.ts";
import type { Exchange } from "./exchange.ts";
import { exit } from "./exit.ts";
import type { RequestContext } from "../../application/request/request-context.ts";

/**
 * Begins a new application of the same visitor in another language. The application before stays as
 * it is; its drafts are deleted.
 *
 * @throws ProblemError 422 where the flow changes its language in place, or has no such language
 */
export async function restart(
  exchange: Exchange,
  context: RequestContext,
  locale: string | undefined,
): Promise<FastifyReply> {
  const { reply, tools } = exchange;
  const { flow, target, subject, record } = context;
  const offered = locale !== undefined && flow.locales.includes(locale);
  if (
    !offered ||
    context.actor !== undefined ||
    context.access !== "ok" ||
    !restartsOnLocaleChange(flow, true)
  )
    throw new ProblemError({
      status: 422,
      code: "unknown-action",
      title: "The page has no such action",
    });
  keepChoice(reply, localeCookie(flow.definition), locale, tools);
  if (record !== undefined && subject !== undefined && locale !== target.locale) {
    await beginApplication(target, { subject }, tools);
    await tools.drafts.forgetOf(record.key);
  }
  return exit(exchange, {
    kind: "leave",
    to: "base",
    location: basePath(flow) || "/",
    reason: { kind: "locale" },
  });
}
