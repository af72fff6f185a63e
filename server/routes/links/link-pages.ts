import type { FastifyReply, FastifyRequest } from "fastify";
import { renderBrand } from "../../../engine/render/render-brand.ts";
import type { MailedLinkTrouble, OpenedLink } from "../../application/grants/mailed-link.ts";
import { localeCookie } from "../../application/request/choices.ts";
import { localeFor } from "../../application/request/request-target.ts";
import type { FlowLibrary } from "../../definitions/flow-library.ts";
import { acceptedLanguages } from "../../plugins/accepted-languages.ts";
import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import { sendPlainPage, type PlainPage } from "../../plugins/page/plain-page.ts";
import { sendProblem } from "../../plugins/problem.ts";
import { wantsData } from "../../plugins/wanted-type.ts";

/** A request for a page of a mailed link. */
interface LinkExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly library: FlowLibrary;
}

const STATUS: Readonly<Record<MailedLinkTrouble, number>> = {
  unknown: 403,
  expired: 410,
  revoked: 410,
  used: 410,
};

/**
 * The words of a link's pages: the flow's own below `mailedLinks.<link>`, else those of the shell.
 */
interface LinkWords {
  readonly locale: string;
  say(key: string): string;
  /** The flow's own word; empty without one. */
  own(key: string): string;
}

function wordsOf({ request, library }: LinkExchange, opened: OpenedLink | undefined): LinkWords {
  if (opened === undefined) {
    const { locale, words } = library.wordsFor(acceptedLanguages(request, {}));
    return { locale, say: (key) => words[`link.mailed.${key}`] ?? key, own: () => "" };
  }
  const { flow, link } = opened;
  const languages = acceptedLanguages(request, {}, localeCookie(flow.definition));
  const locale = localeFor(flow.definition, flow.variant, languages);
  const copy = flow.copy(locale);
  const { words } = library.wordsFor([locale]);
  const own = (key: string) => copy.text(`mailedLinks.${link.id}.${key}`);
  return {
    locale,
    say: (key) => own(key) ?? words[`link.mailed.${key}`] ?? "",
    own: (key) => own(key) ?? "",
  };
}

/** The brand of the application, where the link is known. */
function brandOf(opened: OpenedLink | undefined, locale: string): Pick<PlainPage, "brand"> {
  return opened === undefined ? {} : { brand: renderBrand(opened.flow, opened.flow.copy(locale)) };
}

/** Shows what the link does, with the button that does it. Programs get `{ link, title }`. */
export function sendLinkPage(exchange: LinkExchange, opened: OpenedLink): FastifyReply {
  const { locale, say, own } = wordsOf(exchange, opened);
  const { id } = opened.link;
  const title = say("title");
  if (wantsData(exchange.request))
    return exchange.reply.header("cache-control", "no-store").send({ link: id, title });
  // What another link does, the flow alone knows.
  const text = opened.link.definition.admits === true ? say("text") : own("text");
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    text === "" ? "" : `<p>${escapeHtml(text)}</p>`,
    `<form method="post"><button>${escapeHtml(say("action"))}</button></form>`,
  ].join("");
  return sendPlainPage(exchange.reply, 200, { locale, title, body, ...brandOf(opened, locale) });
}

/** Tells a person on another device that the link has done its work. */
export function sendUsed(exchange: LinkExchange, opened: OpenedLink): FastifyReply {
  const { locale, say } = wordsOf(exchange, opened);
  if (wantsData(exchange.request))
    return exchange.reply.header("cache-control", "no-store").send({ path: null });
  const title = say("done.title");
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(say("done.text"))}</p>`;
  return sendPlainPage(exchange.reply, 200, { locale, title, body, ...brandOf(opened, locale) });
}

/** Explains why a link does not work, and what to do. */
export function sendUseless(
  exchange: LinkExchange,
  trouble: MailedLinkTrouble,
  opened?: OpenedLink,
): FastifyReply {
  const { locale, say } = wordsOf(exchange, opened);
  const [title, detail] = [say(`${trouble}.title`), say(`${trouble}.text`)];
  if (wantsData(exchange.request))
    return sendProblem(exchange.reply, {
      status: STATUS[trouble],
      code: `link-${trouble}`,
      title,
      detail,
    });
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(detail)}</p><p>${escapeHtml(say("why"))}</p>`;
  return sendPlainPage(exchange.reply, STATUS[trouble], {
    locale,
    title,
    body,
    ...brandOf(opened, locale),
  });
}
