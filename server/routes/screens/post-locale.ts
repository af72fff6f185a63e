import { beginApplication } from "../../application/request/begin-application.ts";
import type { FastifyReply } from "fastify";
import { LOCALE_BUTTON } from "../../../engine/language/page-actions.ts";
import type { RequestContext } from "../../application/request/request-context.ts";
import { ProblemError } from "../../http/problem.ts";
import type { Submission } from "./read-submission.ts";
import { authorize } from "./authorize.ts";
import { chooseLocale } from "./choose-locale.ts";
import { keepDraft } from "./drafts/keep-draft.ts";
import type { Exchange } from "./exchange.ts";

/**
 * Changes the language of a page with a form, without scripts: what was typed is kept as a draft,
 * then the page comes back in the other language. Chosen files are not kept.
 */
export async function postLocale(
  exchange: Exchange,
  context: RequestContext,
  submission: Submission,
): Promise<FastifyReply> {
  try {
    await keepTyped(exchange, context, submission);
  } catch (error) {
    // The page that follows shows how things stand; the language changes all the same.
    if (!(error instanceof ProblemError)) throw error;
  }
  return chooseLocale(exchange, context, submission.action.slice(LOCALE_BUTTON.length));
}

async function keepTyped(
  exchange: Exchange,
  context: RequestContext,
  { data, revision }: Submission,
): Promise<void> {
  if (context.readOnly === true || revision !== (context.record?.revision ?? 0)) return;
  const own = await authorize(exchange, context);
  if ("signIn" in own) return;
  // A draft needs an application.
  const record = own.record ?? (await beginApplication(own.target, own, exchange.tools));
  await keepDraft(exchange, { ...own, record }, { data });
}
