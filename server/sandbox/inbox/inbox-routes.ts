import type { FastifyInstance } from "fastify";
import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import type { KeptMail, Mails } from "../../storage/repositories/mails.ts";
import { INBOX_PATH } from "../paths.ts";
import { sandboxPage } from "../sandbox-page.ts";

/** What a mail as HTML may load: its own inline styles. */
const MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/**
 * The development inbox: stored mails, newest first, as a page and as JSON, and each as its HTML.
 * Absent in production.
 */
export function inboxRoutes(app: FastifyInstance, mails: Mails): void {
  app.get(INBOX_PATH, async (_, reply) => {
    const kept = await mails.latest();
    const body = `<h1>Inbox</h1><p>Mails are kept here and not sent.</p>${kept.length === 0 ? "<p>There are no mails yet.</p>" : kept.map(article).join("")}`;
    return reply
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .type("text/html; charset=utf-8")
      .send(sandboxPage({ title: "Inbox", nonce: reply.nonce, body }));
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

const INSTANT = new Intl.DateTimeFormat("en-US", {
  dateStyle: "medium",
  timeStyle: "long",
  timeZone: "UTC",
});

function article({
  id,
  at,
  to,
  name,
  brand,
  sender: from,
  locale,
  subject,
  text,
  links,
}: KeptMail): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${linked(paragraph, links)}</p>`);
  const sender =
    brand === undefined
      ? ""
      : `From ${escapeHtml([brand, ...(from === undefined ? [] : [from])].join(", "))}. `;
  const receiver = escapeHtml(name === "" ? to : `${name}, ${to}`);
  const instant = `<time datetime="${escapeHtml(at)}">${escapeHtml(INSTANT.format(new Date(at)))}</time>`;
  const line = `${sender}To ${receiver}, ${instant}. <a href="${INBOX_PATH}/${escapeHtml(id)}">As HTML</a>`;
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
