import type { ApplicationEvent } from "../../../../engine/transition/event.ts";
import type { Variant } from "../../../../engine/language/variant.ts";
import type { CallRequest, JournalInput } from "../../../../engine/transition/input.ts";
import type { RunningTimer } from "../../../../engine/transition/timers.ts";
import type { PiiPath } from "../../../../engine/compile/compiled-variant.ts";
import type { AnalyticsEvent } from "../../../../engine/analytics/analytics-event.ts";
import type { InvalidatedAnswer } from "../../../../engine/tools/find-invalidated.ts";
import type { JsonObject } from "../../../../engine/language/json.ts";
import type { ApplicationRecord } from "../application-record.ts";
import type { DraftPlace } from "../drafts.ts";
import type { KeptAnswer } from "../idempotency-keys.ts";

/** A step to be kept: all of it or nothing. */
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
  /** What a repetition is to be answered, when this step is the last of its request. */
  readonly finish?: { readonly key: string; readonly answer: KeptAnswer };
  /** Asked for by this step. */
  readonly call?: {
    readonly id: string;
    readonly request: CallRequest;
    readonly leaseMs: number;
    readonly idempotencyKey: string | undefined;
  };
  /** Where the form was sent from: what was typed there is a draft no more. */
  readonly sent?: Omit<DraftPlace, "application">;
  /** What a provider told, and this step makes true. */
  readonly heard?: string;
  /** What the application waits to be told about from this step on. */
  readonly awaits?: readonly { readonly provider: string; readonly key: string }[];
  /** Timers after this step; `lookAt`: a node looks at the application then at the latest. Absent: they stay. */
  readonly timers?: { readonly running: readonly RunningTimer[]; readonly lookAt?: string };
  /** Answered by this step; `open`: nothing says what became of the call, and it waits to be sent again. */
  readonly answered?: { readonly callId: string; readonly outcome: string; readonly open: boolean };
}

/** An application that was begun elsewhere, as the step that read it left it. */
export interface ImportedApplication extends Pick<
  Step,
  "state" | "events" | "reports" | "input" | "pii" | "flowVersion"
> {
  /** The id in the address. */
  readonly id: string;
  readonly flow: string;
  readonly variant: Variant;
  readonly subject: Buffer;
  readonly timers: readonly RunningTimer[];
}
