import type { FastifyReply } from "fastify";
import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import type { InvitationView } from "../../../engine/render/render-invitation.ts";
import { sendPlainPage, type PlainPage } from "../../plugins/page/plain-page.ts";

/**
 * Shows the guest of a link who asks them and why, with the button that leads to the sign-in. The
 * sign-in is another company's page, which says nothing of the link.
 */
export function sendInvitation(
  reply: FastifyReply,
  { title, text, account, action, note }: InvitationView,
  page: Pick<PlainPage, "locale" | "brand"> & { readonly signIn: string },
): FastifyReply {
  const paragraph = (words: string | undefined) =>
    words === undefined ? "" : `<p>${escapeHtml(words)}</p>`;
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    paragraph(text),
    paragraph(account),
    `<p><a class="button" href="${escapeHtml(page.signIn)}">${escapeHtml(action)}</a></p>`,
    note === undefined ? "" : `<p class="muted small">${escapeHtml(note)}</p>`,
  ].join("");
  void reply.header("referrer-policy", "no-referrer");
  return sendPlainPage(reply, 200, { ...page, title, body });
}
