import type { FastifyReply } from "fastify";
import type { FlowDefinition } from "../../../engine/language/flow.ts";
import { LOCALE_COOKIE } from "../../http/accepted-languages.ts";
import type { SessionTools } from "./session.ts";

const YEAR_SECONDS = 31_536_000;

/** Name of the cookie that keeps the language people choose in a flow. */
export function localeCookie({ cookies }: Pick<FlowDefinition, "cookies">): string {
  return cookies?.locale ?? LOCALE_COOKIE;
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
