import { wantsData, PAGE_VARY } from "../../plugins/wanted-type.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import { renderBrand } from "../../../engine/render/render-brand.ts";
import type { FlowLibrary } from "../../definitions/flow-library.ts";
import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import { sendPlainPage } from "../../plugins/page/plain-page.ts";
import { sendProblem } from "../../plugins/problem.ts";
import { acceptedLanguages } from "../../plugins/accepted-languages.ts";

/** Why a link is refused. */
export type LinkTrouble = "unknown" | "expired" | "revoked";

/** A link that is refused. */
interface UselessLink {
  readonly trouble: LinkTrouble;
  /** The variant of its application, where it is known. */
  readonly variant: CompiledVariant | undefined;
}

const STATUS: Readonly<Record<LinkTrouble, number>> = { unknown: 403, expired: 410, revoked: 410 };

/**
 * Explains, in the visitor's language, why a link does not work and what to do. The page contains
 * no names.
 */
export function sendLinkTrouble(
  request: FastifyRequest,
  reply: FastifyReply,
  { trouble, variant }: UselessLink,
  library: FlowLibrary,
): FastifyReply {
  const { locale, words } = library.wordsFor(acceptedLanguages(request, {}));
  const say = (key: string) => words[`link.${key}`] ?? key;
  const [title, detail] = [say(`${trouble}.title`), say(`${trouble}.text`)];
  void reply.header("referrer-policy", "no-referrer").header("vary", PAGE_VARY);
  if (wantsData(request))
    return sendProblem(reply, { status: STATUS[trouble], code: `link-${trouble}`, title, detail });
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(detail)}</p><p>${escapeHtml(say("why"))}</p><p><a href="/">${escapeHtml(say("home"))}</a></p>`;
  // The brand that sent the link, where it is known.
  const brand = variant && renderBrand(variant, variant.copy(locale));
  return sendPlainPage(reply, STATUS[trouble], {
    locale,
    title,
    body,
    ...(brand === undefined ? {} : { brand }),
  });
}
