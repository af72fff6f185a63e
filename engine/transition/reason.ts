/** The reason for an applicant's place, or for an event. */
export type Reason =
  /** A row of a table decided. */
  | { readonly kind: "row"; readonly table: string; readonly row: string }
  /** A table was evaluated and none of its rows held. */
  | { readonly kind: "no-row"; readonly table: string }
  /**
   * A row led to a screen whose `allow` or `exists` refuses the state, and no other may be shown.
   */
  | { readonly kind: "refused-row"; readonly table: string; readonly row: string }
  /** An action of a screen, or of an entry of its list. */
  | { readonly kind: "action"; readonly screen: string; readonly action: string }
  /** A part of a screen's form was answered, or left by Back; another part follows. */
  | { readonly kind: "part"; readonly screen: string; readonly part: string }
  /** The answer of a call, or of one step of the provider that answers it. */
  | {
      readonly kind: "call";
      readonly call: string;
      readonly step?: string;
      readonly outcome: string;
    }
  /** An event that a provider sent. */
  | { readonly kind: "webhook"; readonly provider: string; readonly outcome: string }
  /** A due timer; `lapsed`: its condition no longer held. */
  | { readonly kind: "timer"; readonly timer: string; readonly lapsed?: boolean }
  /** A mailed link was used; `refused`: it did not hold. */
  | { readonly kind: "link"; readonly link: string; readonly refused?: LinkRefusal }
  /** The screen has no `allow` rule. */
  | { readonly kind: "open"; readonly screen: string }
  /** The screen's `allow` rule holds. */
  | { readonly kind: "allow"; readonly screen: string }
  /** An input was refused; the page stays. */
  | { readonly kind: "refused"; readonly cause?: string }
  /**
   * No screen has the path; a pending call; parameters of an address; another language; a newer
   * version.
   */
  | {
      readonly kind:
        | "unknown-path"
        | "call-under-way"
        | "entry"
        | "locale"
        | "re-ask"
        | "restored"
        | "new-question";
    }
  /** The text of an earlier record. */
  | { readonly kind: "recorded"; readonly text: string };

/**
 * Why a mailed link does not work: it has expired, was used, or a newer one or another value of
 * `about` replaced it.
 */
export type LinkRefusal = "expired" | "used" | "revoked";

/**
 * A reason as one word for logs, metrics, fixtures and the journal: `resume/pending-step-up`,
 * `screen:address/submit`.
 */
export function reasonText(reason: Reason): string {
  switch (reason.kind) {
    case "row":
      return `${reason.table}/${reason.row}`;
    case "no-row":
      return `${reason.table}/no-row`;
    case "refused-row":
      return `refused:${reason.table}/${reason.row}`;
    case "action":
      return `screen:${reason.screen}/${reason.action}`;
    case "part":
      return `part:${reason.screen}/${reason.part}`;
    case "call":
      return `call:${reason.call}${reason.step === undefined ? "" : `.${reason.step}`}/${reason.outcome}`;
    case "webhook":
      return `webhook:${reason.provider}/${reason.outcome}`;
    case "timer":
      return `timer:${reason.timer}${reason.lapsed === true ? "/lapsed" : ""}`;
    case "link":
      return `link:${reason.link}${reason.refused === undefined ? "" : `/${reason.refused}`}`;
    case "open":
    case "allow":
      return `${reason.kind}:${reason.screen}`;
    case "refused":
      return reason.cause === undefined ? "refused" : `refused:${reason.cause}`;
    case "re-ask":
    case "restored":
      return "version/re-ask";
    case "new-question":
      return "version/new-question";
    case "recorded":
      return reason.text;
    default:
      return reason.kind;
  }
}
