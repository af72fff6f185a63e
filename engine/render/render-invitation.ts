import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { CopyBook } from "../copy/copy-book.ts";
import { evaluateTemplates } from "../transition/evaluate-table.ts";
import type { Facts } from "../transition/facts.ts";

/** The words of the page that asks the guest of a link to sign in. */
export interface InvitationView {
  readonly title: string;
  /** Who asks, and why. */
  readonly text: string;
  /** Which account to use. */
  readonly account: string | undefined;
  /** The words of the button that leads to the sign-in. */
  readonly action: string;
  /** What somebody does for whom the link is not. */
  readonly note: string | undefined;
}

/**
 * The page that a guest sees before the sign-in, from `invitation` of the role that their link
 * gives; undefined where the role has none, or its rule does not hold.
 */
export function renderInvitation(
  flow: CompiledVariant,
  facts: Facts,
  copy: CopyBook,
): InvitationView | undefined {
  const { role } = facts;
  const invitation = typeof role === "string" ? flow.roles.get(role)?.invitation : undefined;
  if (invitation === undefined || invitation.when?.test(facts) === false) return undefined;
  const values = evaluateTemplates(invitation.with, { facts });
  const own = (part: string) => copy.text(`roles.${String(role)}.invitation.${part}`, values);
  const [title, text, action] = [own("title"), own("text"), own("action")];
  return title === undefined || text === undefined || action === undefined
    ? undefined
    : { title, text, action, account: own("account"), note: own("note") };
}
