import { wantsData, PAGE_VARY } from "../../http/wanted-type.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import { brandIn, plainPageContext } from "../../application/request/plain-page-context.ts";
import type { TargetTools } from "../../application/request/request-target.ts";
import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import { sendPlainPage } from "../../http/page/plain-page.ts";
import { sendProblem } from "../../http/problem.ts";

/** The reason to refuse another person's link. */
export type GrantRefusal = "unknown" | "expired" | "revoked";

/** A link that is refused. */
interface RefusedGrant {
  readonly refusal: GrantRefusal;
  /** The variant of its application, where it is known. */
  readonly variant: CompiledVariant | undefined;
}

const STATUS: Readonly<Record<GrantRefusal, number>> = { unknown: 403, expired: 410, revoked: 410 };

/**
 * Explains, in the visitor's language, why a link does not work and what to do. The page contains
 * no names.
 */
export function sendGrantRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  { refusal, variant }: RefusedGrant,
  tools: TargetTools,
): FastifyReply {
  const { words, ...context } = plainPageContext(request, tools);
  // The brand that sent the link, where it is known.
  const page = { ...context, ...(variant && brandIn(variant, context.locale)) };
  const say = (key: string) => words[`link.${key}`] ?? key;
  const [title, detail] = [say(`${refusal}.title`), say(`${refusal}.text`)];
  void reply.header("referrer-policy", "no-referrer").header("vary", PAGE_VARY);
  if (wantsData(request))
    return sendProblem(reply, { status: STATUS[refusal], code: `link-${refusal}`, title, detail });
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(detail)}</p><p>${escapeHtml(say("why"))}</p><p><a href="${escapeHtml(page.home ?? "/")}">${escapeHtml(say("home"))}</a></p>`;
  return sendPlainPage(reply, STATUS[refusal], { ...page, title, body });
}
