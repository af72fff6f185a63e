import type { ApplicationEvent } from "../../../../engine/transition/event.ts";
import type { Variant } from "../../../../engine/language/variant.ts";
import type { CallRequest, JournalInput } from "../../../../engine/transition/input.ts";
import type { RunningTimer } from "../../../../engine/transition/timers.ts";
import type { PiiPath } from "../../../../engine/compile/compiled-variant.ts";
import type { AnalyticsEvent } from "../../../../engine/analytics/analytics-event.ts";
import type { InvalidatedAnswer } from "../../../../engine/transition/find-invalidated.ts";
import type { JsonObject } from "../../../../engine/language/json.ts";
import type { ApplicationRecord } from "../application-record.ts";
import type { DraftPlace } from "../drafts.ts";
import type { CallLease } from "../calls.ts";
import type { KeptAnswer } from "../idempotency-keys.ts";

/** A mailed link in use. */
export interface UsedLink {
  /** Hash of its token. */
  readonly token: Buffer;
  /** The visitor whom its use admits as the applicant; absent: it admits no visitor. */
  readonly guest?: Buffer | undefined;
}

/** A step to save, all of it or nothing. */
export interface Step {
  readonly record: ApplicationRecord;
  readonly state: JsonObject;
  readonly events: readonly ApplicationEvent[];
  readonly reports: readonly AnalyticsEvent[];
  readonly input: JournalInput;
  readonly pii: readonly PiiPath[];
  readonly flowVersion: string;
  /** Answers that this step clears to ask for them again. */
  readonly askedAgain?: readonly InvalidatedAnswer[];
  /** Claimed with this step, so that a repetition by the same visitor finds it. */
  readonly claim?: { readonly key: string; readonly requestHash: Buffer; readonly subject: Buffer };
  /** The answer for a repetition, when this step is the last of its request. */
  readonly finish?: { readonly key: string; readonly answer: KeptAnswer };
  /** The call that this step requests. */
  readonly call?: {
    readonly id: string;
    readonly request: CallRequest;
    readonly leaseMs: number;
    readonly idempotencyKey: string | undefined;
  };
  /** The place of the sent form, whose draft this step deletes. */
  readonly sent?: Omit<DraftPlace, "application">;
  /** Number of the provider's event that this step applies. */
  readonly received?: string;
  /** The mailed link that this step uses. One without uses left refuses the step. */
  readonly link?: UsedLink;
  /** The events that the application waits for from this step on. */
  readonly awaits?: readonly { readonly provider: string; readonly key: string }[];
  /** Timers after this step; `checkAt`: latest time of the next check. Absent: they stay. */
  readonly timers?: { readonly running: readonly RunningTimer[]; readonly checkAt?: string };
  /** The call that this step answers; `open`: its outcome is unknown, and it waits for a retry. */
  readonly answered?: {
    readonly call: CallLease;
    readonly outcome: string;
    readonly open: boolean;
  };
}

/** An outside application, in the state after the step that read it. */
export interface ImportedApplication extends Pick<
  Step,
  "state" | "events" | "reports" | "input" | "pii" | "flowVersion"
> {
  /** The public id. */
  readonly id: string;
  readonly flow: string;
  readonly variant: Variant;
  readonly subject: Buffer;
  readonly timers: readonly RunningTimer[];
}
