import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { basePath } from "../../../engine/transition/destination.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import { resolveResumption } from "../../../engine/transition/resolve-resumption.ts";
import {
  openMailedLink,
  useMailedLink,
  type MailedLinkTools,
  type OpenedLink,
} from "../../application/grants/mailed-link.ts";
import type { PendingLinks } from "../../application/grants/pending-links.ts";
import { mailedLinkPath, tokenHash } from "../../application/grants/site-links.ts";
import { openSession, readSession, type SessionTools } from "../../application/request/session.ts";
import type { TargetTools } from "../../application/request/request-target.ts";
import { visitorOf } from "../../application/request/visitor-of.ts";
import { unattendedContext } from "../../application/visit/unattended-context.ts";
import { readQuery } from "../../http/request-text.ts";
import { wantsData } from "../../http/wanted-type.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type { Session } from "../../storage/repositories/sessions.ts";
import { refuseCrossSite } from "../cross-site.ts";
import { refusePrefetch } from "../prefetch.ts";
import { redirectToPage } from "../redirect.ts";
import { sendLinkPage, sendUsed, sendRefusal } from "./link-pages.ts";

/** The parts of the server that answer mailed links. */
export type LinkRouteTools = MailedLinkTools &
  SessionTools &
  TargetTools & { readonly pendingLinks: PendingLinks };

/**
 * `GET /links/ID?grant=TOKEN` shows a page with one button, and its POST uses the link: programs
 * that scan mails open links and press nothing. The token leaves the address at once.
 */
export function mailedLinkRoutes(app: FastifyInstance, tools: LinkRouteTools): void {
  app.get("/links/:id", async (request, reply) => {
    refusePrefetch(request);
    void reply.header("referrer-policy", "no-referrer");
    const path = pathOf(request);
    const token = readQuery(request.url.slice(path.length))["grant"];
    if (token === undefined) return showLink(request, reply, tools);
    if (mailedLinkPath(token) === path) tools.pendingLinks.remember(request, reply, path, token);
    return redirectToPage(reply, path);
  });
  app.post("/links/:id", async (request, reply) => {
    void reply.header("referrer-policy", "no-referrer");
    refuseCrossSite(request);
    return pressLink(request, reply, tools);
  });
}

function pathOf({ url }: FastifyRequest): string {
  return url.split("?", 1)[0] ?? url;
}

async function showLink(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: LinkRouteTools,
): Promise<FastifyReply> {
  const token = tools.pendingLinks.find(request, pathOf(request));
  const opened = token === undefined ? undefined : await openMailedLink(token, tools);
  if (opened === undefined) return sendRefusal({ request, reply, tools }, "unknown");
  return opened.refusal === undefined
    ? sendLinkPage({ request, reply, tools }, opened)
    : sendRefusal({ request, reply, tools }, opened.refusal, opened);
}

async function pressLink(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: LinkRouteTools,
): Promise<FastifyReply> {
  const exchange = { request, reply, tools };
  const path = pathOf(request);
  const token = tools.pendingLinks.find(request, path);
  const opened = token === undefined ? undefined : await openMailedLink(token, tools);
  if (token === undefined || opened === undefined) return sendRefusal(exchange, "unknown");
  const session = await readSession(request, tools);
  const isInside = session !== undefined && (await isApplicant(session, opened.record, tools));
  const used = opened.refusal === undefined ? await useMailedLink(token, opened, tools) : undefined;
  if (used === undefined) {
    const refusal = opened.refusal ?? "used";
    // A second press by a visitor whom the first one let in leads to the same page.
    return refusal === "used" && isInside
      ? leadOn(exchange, opened, session, tools)
      : sendRefusal(exchange, refusal, opened);
  }
  const { admits = false } = opened.link.definition;
  if (!admits && !isInside) return sendUsed(exchange, opened);
  tools.pendingLinks.forget(request, reply, path);
  const holder = session ?? (await openSession(reply, tools));
  if (!isInside) await tools.grants.admit(tokenHash(token), holder.subject);
  return leadOn(exchange, { ...opened, record: used }, holder, tools);
}

/** True for a session that acts as the applicant of an application. */
async function isApplicant(
  { subject }: Session,
  record: ApplicationRecord,
  { grants }: Pick<LinkRouteTools, "grants">,
): Promise<boolean> {
  if (record.subject.equals(subject)) return true;
  return (await grants.givenTo(subject, record.key)).includes("own");
}

/** Redirects to the page where the applicant belongs. */
function leadOn(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { flow, record }: Pick<OpenedLink, "flow" | "record">,
  { person }: Session,
  tools: LinkRouteTools,
): FastifyReply {
  const context: InputContext = {
    ...unattendedContext(record, tools),
    signedIn: person !== undefined,
    ...visitorOf(person),
  };
  const resumption = resolveResumption(flow, record.state, context);
  const path = resumption.kind === "screen" ? resumption.path : basePath(flow) || "/";
  if (wantsData(request)) return reply.header("cache-control", "no-store").send({ path });
  return redirectToPage(reply, path);
}
