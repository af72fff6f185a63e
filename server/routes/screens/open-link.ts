import { joinAddress } from "../../../engine/language/address.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import { resolveScreen } from "../../../engine/transition/resolve-screen.ts";
import type { Grant } from "../../storage/repositories/grants.ts";
import { redirectToPage } from "../redirect.ts";
import { openSession } from "../../application/request/session.ts";
import { inputContext, type RequestContext } from "../../application/request/request-context.ts";
import type { Exchange } from "./exchange.ts";
import { sendLinkTrouble, type LinkTrouble } from "./link-trouble.ts";
import { tokenHash } from "../../application/grants/site-links.ts";

/** The form of a token; any other text is not looked up. */
const TOKEN = /^[\w-]{43}$/;

/**
 * Opens an invitation, `{path}?grant=TOKEN`: the session becomes a guest of the application, and
 * the browser goes to the clean path, after sign-in where the flow asks for it.
 *
 * @returns `none`: the address has no valid link; `answered`: the request is answered; `used`:
 *   another person has used the link
 */
export async function openLink(
  { request, reply, tools }: Exchange,
  opened: RequestContext,
): Promise<"none" | "answered" | "used"> {
  const { target, subject } = opened;
  const { grant: given, ...query } = target.query;
  const token = given ?? tools.pendingLinks.find(request, target.path);
  if (token === undefined) return "none";
  const over = (trouble: LinkTrouble) => {
    tools.pendingLinks.forget(request, reply, target.path);
    sendLinkTrouble(request, reply, trouble, tools.library());
    return "answered" as const;
  };
  const redirect = () => {
    void reply.header("referrer-policy", "no-referrer");
    redirectToPage(reply, joinAddress(target.path, query));
    return "answered" as const;
  };

  const grant = TOKEN.test(token) ? await tools.grants.find(tokenHash(token)) : undefined;
  const record =
    grant === undefined || !isSamePath(grant.path, target.path)
      ? undefined
      : await tools.applications.byKey(grant.application);
  if (grant === undefined || record === undefined || record.flow !== target.flow.id)
    return over("unknown");
  if (grant.state === "revoked") return over("revoked");

  const variant = { ...record.variant, environment: tools.environment };
  const invited: InputContext = {
    ...inputContext(opened),
    variant,
    access: "ok",
    actor: { role: grant.role, id: grant.thing },
  };
  const asked = resolveScreen(target.flow.variant(variant), record.state, {
    path: target.path,
    query,
    context: invited,
  });
  const signInAsked =
    asked.kind === "leave" && (asked.to === "sign-in" || asked.to === "create-account");
  if (!signInAsked && subject !== undefined && record.subject.equals(subject)) {
    // The applicant opened their own invitation: they see the page as themselves, and the link
    // stays unused.
    tools.pendingLinks.forget(request, reply, target.path);
    return given === undefined ? "none" : redirect();
  }
  if (!signInAsked && isTakenFrom(grant, subject)) {
    tools.pendingLinks.forget(request, reply, target.path);
    return "used";
  }
  if (grant.state === "expired" && grant.usedBy === undefined) return over("expired");
  if (signInAsked || (given !== undefined && subject === undefined)) {
    if (given === undefined) return "none";
    tools.pendingLinks.remember(request, reply, target.path, given);
    return redirect();
  }

  const guest = subject ?? (await openSession(reply, tools)).subject;
  const welcome = await tools.grants.redeem(tokenHash(token), guest);
  tools.pendingLinks.forget(request, reply, target.path);
  return welcome ? redirect() : "used";
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
