import type { FastifyReply, FastifyRequest } from "fastify";
import type { MailedLinkRefusal, OpenedLink } from "../../application/grants/mailed-link.ts";
import { localeCookie } from "../../application/request/choices.ts";
import { brandIn, plainPageContext } from "../../application/request/plain-page-context.ts";
import { localeFor, type TargetTools } from "../../application/request/request-target.ts";
import { acceptedLanguages } from "../../http/accepted-languages.ts";
import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import { sendPlainPage, type PlainPageContext } from "../../http/page/plain-page.ts";
import { sendProblem } from "../../http/problem.ts";
import { wantsData } from "../../http/wanted-type.ts";

/** A request for a page of a mailed link. */
interface LinkExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly tools: TargetTools;
}

const STATUS: Readonly<Record<MailedLinkRefusal, number>> = {
  unknown: 403,
  expired: 410,
  revoked: 410,
  used: 410,
};

/**
 * The words of a link's pages: the flow's own below `mailedLinks.<link>`, else those of the shell.
 */
interface LinkWords {
  /** The brand is that of the application, where the link is known. */
  readonly page: Pick<PlainPageContext, "locale" | "brand">;
  /** Words of the link to the start. */
  readonly home: string;
  say(key: string): string;
  /** The flow's own word; empty without one. */
  own(key: string): string;
}

function wordsOf({ request, tools }: LinkExchange, opened: OpenedLink | undefined): LinkWords {
  if (opened === undefined) {
    const { words, ...page } = plainPageContext(request, tools, "/");
    return {
      page,
      home: words["link.home"] ?? "",
      say: (key) => words[`link.mailed.${key}`] ?? key,
      own: () => "",
    };
  }
  const { flow, link } = opened;
  const languages = acceptedLanguages(request, {}, localeCookie(flow.definition));
  const locale = localeFor(flow.definition, flow.variant, languages);
  const copy = flow.copy(locale);
  const { words } = tools.library().wordsFor([locale]);
  const own = (key: string) => copy.text(`mailedLinks.${link.id}.${key}`);
  return {
    page: { locale, ...brandIn(flow, locale) },
    home: words["link.home"] ?? "",
    say: (key) => own(key) ?? words[`link.mailed.${key}`] ?? "",
    own: (key) => own(key) ?? "",
  };
}

/** Shows what the link does, with the button that does it. Programs get `{ link, title }`. */
export function sendLinkPage(exchange: LinkExchange, opened: OpenedLink): FastifyReply {
  const { page, say, own } = wordsOf(exchange, opened);
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
  return sendPlainPage(exchange.reply, 200, { ...page, title, body });
}

/** Tells a person on another device that the link has done its work. */
export function sendUsed(exchange: LinkExchange, opened: OpenedLink): FastifyReply {
  const { page, say } = wordsOf(exchange, opened);
  if (wantsData(exchange.request))
    return exchange.reply.header("cache-control", "no-store").send({ path: null });
  const title = say("done.title");
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(say("done.text"))}</p>`;
  return sendPlainPage(exchange.reply, 200, { ...page, title, body });
}

/** A way on from a page that ends; none for a brand without a start of its own. */
function homeLink({ brand }: LinkWords["page"], label: string): string {
  return brand?.homeHref === undefined || label === ""
    ? ""
    : `<p><a href="${escapeHtml(brand.homeHref)}">${escapeHtml(label)}</a></p>`;
}

/** Explains why a link does not work, and what to do. */
export function sendRefusal(
  exchange: LinkExchange,
  refusal: MailedLinkRefusal,
  opened?: OpenedLink,
): FastifyReply {
  const { page, home, say } = wordsOf(exchange, opened);
  const [title, detail] = [say(`${refusal}.title`), say(`${refusal}.text`)];
  if (wantsData(exchange.request))
    return sendProblem(exchange.reply, {
      status: STATUS[refusal],
      code: `link-${refusal}`,
      title,
      detail,
    });
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(detail)}</p><p>${escapeHtml(say("why"))}</p>${homeLink(page, home)}`;
  return sendPlainPage(exchange.reply, STATUS[refusal], { ...page, title, body });
}
