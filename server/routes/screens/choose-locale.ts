import type { FastifyReply } from "fastify";
import { joinAddress } from "../../../engine/language/address.ts";
import { restartsOnLocaleChange } from "../../../engine/render/render-locales.ts";
import { keepChoice, localeCookie } from "../../application/request/choices.ts";
import type { RequestContext } from "../../application/request/request-context.ts";
import { redirectToPage } from "../redirect.ts";
import type { Exchange } from "./exchange.ts";

/**
 * Saves the chosen locale and redirects to the page. Where the change means a new application, an
 * address alone does not decide it.
 */
export function chooseLocale(
  { reply, tools }: Exchange,
  { flow, target, actor, record }: RequestContext,
  locale: string | undefined,
): FastifyReply {
  const { locale: _, ...rest } = target.query;
  const begun = actor === undefined && record !== undefined && record.revision > 0;
  const offered = locale !== undefined && flow.locales.includes(locale);
  if (offered && !restartsOnLocaleChange(flow, begun))
    keepChoice(reply, localeCookie(flow.definition), locale, tools);
  return redirectToPage(reply, joinAddress(target.path, rest));
}
