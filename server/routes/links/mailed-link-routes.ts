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
import {
  LINK_WAITS_MS,
  type PendingLink,
  type PendingLinks,
} from "../../application/grants/pending-links.ts";
import { mailedLinkPath } from "../../application/grants/site-links.ts";
import {
  readSession,
  setSessionCookie,
  type SessionTools,
} from "../../application/request/session.ts";
import type { TargetTools } from "../../application/request/request-target.ts";
import { visitorOf } from "../../application/request/visitor-of.ts";
import { unattendedContext } from "../../application/visit/unattended-context.ts";
import { readQuery } from "../../http/request-text.ts";
import { wantsData } from "../../http/wanted-type.ts";
import { sessionOver } from "../../http/problem.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type { FirstRequest, Session } from "../../storage/repositories/sessions.ts";
import { refuseCrossSite } from "../cross-site.ts";
import { refusePrefetch } from "../prefetch.ts";
import { redirectToPage } from "../redirect.ts";
import { sendLinkPage, sendUsed, sendRefusal } from "./link-pages.ts";
import { PAGE } from "../../plugins/route-config.ts";

/** The parts of the server that answer mailed links. */
export type LinkRouteTools = MailedLinkTools &
  SessionTools &
  TargetTools & { readonly pendingLinks: PendingLinks };

/**
 * `GET /links/ID?grant=TOKEN` shows a page with one button, and its POST uses the link: programs
 * that scan mails open links and press nothing. The token leaves the address at once.
 */
export function mailedLinkRoutes(app: FastifyInstance, tools: LinkRouteTools): void {
  app.get("/links/:id", { config: PAGE }, async (request, reply) => {
    refusePrefetch(request);
    void reply.header("referrer-policy", "no-referrer");
    const path = pathOf(request);
    const token = readQuery(request.url.slice(path.length))["grant"];
    if (token === undefined) return showLink(request, reply, tools);
    if (mailedLinkPath(token) === path) tools.pendingLinks.remember(request, reply, path, token);
    return redirectToPage(reply, path);
  });
  app.post("/links/:id", { config: PAGE }, async (request, reply) => {
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
  const link = tools.pendingLinks.find(request, pathOf(request));
  const opened = link === undefined ? undefined : await openMailedLink(link.token, tools);
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
  const link = tools.pendingLinks.find(request, path);
  const opened = link === undefined ? undefined : await openMailedLink(link.token, tools);
  if (link === undefined || opened === undefined) return sendRefusal(exchange, "unknown");
  const visitor = await readSession(request, tools);
  const used =
    opened.refusal === undefined ? await useLink(link, opened, visitor, tools) : undefined;
  const refusal = used === undefined ? (opened.refusal ?? "used") : undefined;
  if (refusal !== undefined && refusal !== "used") return sendRefusal(exchange, refusal, opened);
  // A second press of the holder whom the first one admitted leads to the same page.
  const holder =
    visitor === undefined ? await tools.sessions.openedBy(firstPress(link)) : { session: visitor };
  const record = used ?? (await tools.applications.byKey(opened.record.key));
  if (
    holder === undefined ||
    record === undefined ||
    !(await isApplicant(holder.session, record, tools))
  )
    return refusal === undefined
      ? sendUsed(exchange, opened)
      : sendRefusal(exchange, refusal, opened);
  if ("token" in holder) setSessionCookie(reply, holder.token, tools);
  tools.pendingLinks.forget(request, reply, path);
  return leadOn(exchange, { ...opened, record }, holder.session, tools);
}

/**
 * Uses a living link. One that admits a visitor without a session first opens the session that it
 * admits: after a crash the next press finds it.
 */
async function useLink(
  link: PendingLink,
  opened: OpenedLink,
  visitor: Session | undefined,
  tools: LinkRouteTools,
): Promise<ApplicationRecord | undefined> {
  const { token } = link;
  if (opened.link.definition.admits !== true)
    return useMailedLink({ token, guest: undefined }, opened, tools);
  const holder = visitor ?? (await tools.sessions.openOnce(firstPress(link)))?.session;
  if (holder === undefined) throw sessionOver();
  const guest = opened.record.subject.equals(holder.subject) ? undefined : holder.subject;
  return useMailedLink({ token, guest }, opened, tools);
}

/** The press that opens a session: every press in one browser is a repetition of it. */
function firstPress({ token, holder }: PendingLink): FirstRequest {
  return { fingerprint: JSON.stringify(["link", token, holder]), repeatsMs: LINK_WAITS_MS };
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
