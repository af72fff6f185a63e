import type { FastifyReply, FastifyRequest } from "fastify";
import type { FlowDefinition } from "../../../engine/language/flow.ts";
import type { SessionTools } from "./session.ts";

/*
 * What a visitor chose stands in two cookies, which the other sites of the domain may read and set as well:
 * `currency` holds a market's currency, `market` a locale. Everything else in them is taken for no choice.
 */

const YEAR_SECONDS = 31_536_000;

/** The market of a visitor's choice: by its currency, else by one of its locales. */
export function chosenMarket(
  definition: FlowDefinition,
  request: FastifyRequest,
): string | undefined {
  const { market: locale = "" } = request.cookies;
  return (
    marketOfCurrency(definition, request) ??
    Object.entries(definition.variants.markets).find(
      ([name, { locales }]) => name === locale || locales.includes(locale),
    )?.[0]
  );
}

/** The market of a chosen currency; the visitor leaves an application in another one for it. */
export function marketOfCurrency(
  { variants: { markets } }: FlowDefinition,
  request: FastifyRequest,
): string | undefined {
  return Object.entries(markets).find(
    ([, { currency }]) => currency === request.cookies["currency"],
  )?.[0];
}

/** Saves a choice for a year in a cookie of the shared domain. */
export function keepChoice(
  reply: FastifyReply,
  name: string,
  value: string,
  { cookies }: Pick<SessionTools, "cookies">,
): void {
  cookies.share(reply, name, value, YEAR_SECONDS);
}
