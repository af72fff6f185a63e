import type { FastifyInstance } from "fastify";
import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import type { KeptMail, Mails } from "../../storage/repositories/mails.ts";
import { INBOX_PATH } from "../paths.ts";
import { sandboxPage } from "../sandbox-page.ts";
import { SANDBOX_WORDS, sandboxLanguage, type SandboxLanguage } from "../sandbox-words.ts";

/** What a mail as HTML may load: its own inline styles. */
const MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/**
 * The development inbox: stored mails, newest first, as a page and as JSON, and each as its HTML.
 * Absent in production.
 */
export function inboxRoutes(app: FastifyInstance, mails: Mails): void {
  app.get(INBOX_PATH, async (request, reply) => {
    const language = sandboxLanguage(request);
    const words = SANDBOX_WORDS[language];
    const kept = await mails.latest();
    const list =
      kept.length === 0
        ? `<p>${words.empty}</p>`
        : kept.map((mail) => article(mail, language)).join("");
    const body = `<h1>${words.inbox}</h1><p>${words.kept}</p>${list}`;
    return reply
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .type("text/html; charset=utf-8")
      .send(sandboxPage({ title: words.inbox, nonce: reply.nonce, body, language }));
  });
  app.get<{ Params: { id: string } }>(`${INBOX_PATH}/:id`, async ({ params }, reply) => {
    const mail = (await mails.latest()).find(({ id }) => id === params.id);
    if (mail === undefined) return reply.callNotFound();
    return reply
      .header("cache-control", "no-store")
      .header("content-security-policy", MAIL_POLICY)
      .type("text/html; charset=utf-8")
      .send(mail.html);
  });
  app.get("/inbox.json", async (_, reply) =>
    reply.header("cache-control", "no-store").send({ mails: await mails.latest() }),
  );
}

function article(
  { id, at, to, name, brand, sender: from, locale, subject, text, links }: KeptMail,
  language: SandboxLanguage,
): string {
  const words = SANDBOX_WORDS[language];
  const written = new Intl.DateTimeFormat(words.instants, {
    dateStyle: "medium",
    timeStyle: "long",
    timeZone: "UTC",
  }).format(new Date(at));
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${linked(paragraph, links)}</p>`);
  const sender =
    brand === undefined
      ? ""
      : words.sender(escapeHtml([brand, ...(from === undefined ? [] : [from])].join(", ")));
  const receiver = escapeHtml(name === "" ? to : `${name}, ${to}`);
  const instant = `<time datetime="${escapeHtml(at)}">${escapeHtml(written)}</time>`;
  const line = `${sender}${words.receiver(receiver, instant)} <a href="${INBOX_PATH}/${escapeHtml(id)}">${words.html}</a>`;
  return `<article aria-labelledby="mail-${escapeHtml(id)}"><h2 id="mail-${escapeHtml(id)}" lang="${escapeHtml(locale)}">${escapeHtml(subject)}</h2><p class="muted small">${line}</p><div lang="${escapeHtml(locale)}">${paragraphs.join("")}</div></article>`;
}

/** The addresses of a mail as links; everything else as text. */
function linked(paragraph: string, links: readonly string[]): string {
  const [link] = links.filter((each) => paragraph.includes(each));
  if (link === undefined) return escapeHtml(paragraph).replaceAll("\n", "<br>");
  return paragraph
    .split(link)
    .map((part) => escapeHtml(part).replaceAll("\n", "<br>"))
    .join(`<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`);
}
