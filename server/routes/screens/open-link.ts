import { joinAddress, type Address } from "../../../engine/language/address.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import type { Resolution } from "../../../engine/transition/resolution.ts";
import { resolveWithFacts, type Resolved } from "../../../engine/transition/resolve-screen.ts";
import { renderInvitation, type InvitationView } from "../../../engine/render/render-invitation.ts";
import { localeFor, type RequestTarget } from "../../application/request/request-target.ts";
import { wantsHtml } from "../../http/wanted-type.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type { Grant } from "../../storage/repositories/grants.ts";
import { redirectToPage } from "../redirect.ts";
import { openSession } from "../../application/request/session.ts";
import { brandIn } from "../../application/request/plain-page-context.ts";
import { inputContext } from "../../application/request/input-context.ts";
import type { RequestContext } from "../../application/request/request-context.ts";
import type { Exchange } from "./exchange.ts";
import { exitLocation } from "../redirect.ts";
import { defaultExit, sandboxedLocation } from "./exit.ts";
import { sendGrantRefusal, type GrantRefusal } from "./grant-refusal.ts";
import { isLinkToken, tokenHash } from "../../application/grants/site-links.ts";
import type { FastifyReply } from "fastify";
import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import { sendPlainPage, type PlainPage } from "../../http/page/plain-page.ts";

/**
 * Opens another person's link, `{path}?grant=TOKEN`: the session becomes a guest of the
 * application, and the browser goes to the clean path, after sign-in where the flow asks for it.
 * The role's invitation says beforehand who asks.
 *
 * @returns `none`: the address has no valid link; `answered`: the request is answered; `used`:
 *   another person has used the link
 */
export async function openLink(
  exchange: Exchange,
  opened: RequestContext,
): Promise<"none" | "answered" | "used"> {
  const { request, reply, tools } = exchange;
  const { target, subject } = opened;
  const { grant: given, ...query } = target.query;
  const token = given ?? tools.pendingLinks.find(request, target.path)?.token;
  if (token === undefined) return "none";
  const redirect = () => {
    void reply.header("referrer-policy", "no-referrer");
    redirectToPage(reply, joinAddress(target.path, query));
    return "answered" as const;
  };

  const link = await findLink(token, target, tools);
  if (typeof link === "string") return refuse(exchange, target, { refusal: link });
  const { grant, record } = link;
  const { environment } = tools;
  const place = placeOf(opened, query, { link, environment });
  const asksForSignIn = leadsToSignIn(place.resolution);
  if (!asksForSignIn && subject !== undefined && record.subject.equals(subject)) {
    // The applicant opened their own link: they see the page as themselves, and it stays unused.
    tools.pendingLinks.forget(request, reply, target.path);
    return given === undefined ? "none" : redirect();
  }
  if (!asksForSignIn && isTakenFrom(grant, subject)) {
    tools.pendingLinks.forget(request, reply, target.path);
    return "used";
  }
  if (grant.state === "expired" && grant.usedBy === undefined)
    return refuse(exchange, target, { refusal: "expired", record });
  // The visitor reads that the link is withdrawn without having to sign in first.
  if (
    asksForSignIn &&
    isWithdrawn(target, placeOf(opened, query, { link, environment, signedIn: true }).resolution)
  )
    return refuse(exchange, target, { refusal: "revoked", record });
  if (asksForSignIn || (given !== undefined && subject === undefined)) {
    if (given === undefined) return invite(exchange, opened, { record, place });
    tools.pendingLinks.remember(request, reply, target.path, given);
    return redirect();
  }

  const guest = subject ?? (await openSession(reply, tools)).subject;
  const isRedeemed = await tools.grants.redeem(tokenHash(token), guest);
  tools.pendingLinks.forget(request, reply, target.path);
  return isRedeemed ? redirect() : "used";
}

/** A link with the application that it lets a person into. */
interface FoundLink {
  readonly grant: Grant;
  readonly record: ApplicationRecord;
}

/** Finds the link of a token to a page, or the reason to refuse it. */
async function findLink(
  token: string,
  { path, flow }: RequestTarget,
  { grants, applications }: Pick<Exchange["tools"], "grants" | "applications">,
): Promise<FoundLink | GrantRefusal> {
  const grant = isLinkToken(token) ? await grants.find(tokenHash(token)) : undefined;
  if (grant === undefined || !isSamePath(grant.path, path)) return "unknown";
  const record = await applications.byKey(grant.application);
  if (record === undefined || record.flow !== flow.id) return "unknown";
  return grant.state === "revoked" ? "revoked" : { grant, record };
}

/** Answers with the page of a link that does not work, and forgets the link. */
function refuse(
  { request, reply, tools }: Exchange,
  { path, flow }: RequestTarget,
  { refusal, record }: { readonly refusal: GrantRefusal; readonly record?: ApplicationRecord },
): "answered" {
  tools.pendingLinks.forget(request, reply, path);
  const variant = record && flow.variant({ ...record.variant, environment: tools.environment });
  sendGrantRefusal(request, reply, { refusal, variant }, tools);
  return "answered";
}

/** Answers with the invitation to sign in, where the flow has one for browsers. */
function invite(
  { request, reply, tools }: Exchange,
  { target }: RequestContext,
  { record, place }: Pick<FoundLink, "record"> & { readonly place: Resolved },
): "answered" | "none" {
  const { resolution, facts } = place;
  if (resolution.kind !== "leave" || !wantsHtml(request)) return "none";
  const flow = target.flow.variant({ ...record.variant, environment: tools.environment });
  const locale = localeFor(flow.definition, flow.variant, target.languages);
  const invitation = renderInvitation(flow, facts, flow.copy(locale));
  if (invitation === undefined) return "none";
  const exit = exitLocation(resolution.location ?? defaultExit(resolution.to, request));
  const signIn = sandboxedLocation(exit, tools.environment);
  sendInvitation(reply, invitation, { locale, ...brandIn(flow, locale), signIn });
  return "answered";
}

/** Whether the flow asks the guest of a link to sign in before the page. */
function leadsToSignIn(resolution: Resolution): boolean {
  return (
    resolution.kind === "leave" &&
    (resolution.to === "sign-in" || resolution.to === "create-account")
  );
}

/** Whether the flow has no page for the guest of a link any more. */
function isWithdrawn({ flow }: RequestTarget, resolution: Resolution): boolean {
  return resolution.kind === "screen" && resolution.screen === flow.definition.unknownPath;
}

/** Where the flow leads the guest of a link. */
function placeOf(
  opened: RequestContext,
  query: Address["query"],
  {
    link,
    environment,
    ...signedIn
  }: { readonly link: FoundLink; readonly environment: string; readonly signedIn?: true },
): Resolved {
  const { grant, record } = link;
  const { flow, path } = opened.target;
  const variant = { ...record.variant, environment };
  const context: InputContext = {
    ...inputContext(opened),
    ...signedIn,
    variant,
    access: "ok",
    actor: { role: grant.role, id: grant.resource },
  };
  return resolveWithFacts(flow.variant(variant), record.state, { path, query, context });
}

function isTakenFrom({ usedBy }: Grant, subject: Buffer | undefined): boolean {
  return usedBy !== undefined && (subject === undefined || !usedBy.equals(subject));
}

/** Whether two paths are equal after a mail program rewrote the address. */
function isSamePath(one: string, other: string): boolean {
  try {
    return decodeURIComponent(one) === decodeURIComponent(other).replace(/(?<=.)\/$/, "");
  } catch {
    return false;
  }
}

/**
 * Shows the guest of a link who asks them and why, with the button that leads to the sign-in. The
 * sign-in is another company's page, which says nothing of the link.
 */
function sendInvitation(
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
