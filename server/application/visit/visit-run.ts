import type { AnalyticsEvent } from "../../../engine/analytics/analytics-event.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import type { VisitEnd, Visit } from "../../../engine/visit/visit.ts";
import type { ApplicationRecord, Step } from "../../storage/repositories/applications.ts";
import type { CallLease } from "../../storage/repositories/calls.ts";
import type { RequestScope } from "../../telemetry/request-scope.ts";
import type { ImportPlace } from "./import-application.ts";

/** What a visit works on: the flow, the application, and what its steps save besides. */
export interface VisitRun {
  readonly flow: CompiledVariant;
  readonly version: string;
  /**
   * Undefined before the first step, and on a page of another's application, which saves nothing.
   */
  readonly record: ApplicationRecord | undefined;
  /** The id of an application that the address names. */
  readonly named?: string | undefined;
  /** Begins the application, for a screen that loads before the first step. */
  begin?(): Promise<{ readonly record: ApplicationRecord; readonly session: string }>;
  /** The idempotency key of the request, claimed with its first step. */
  readonly claim?: Step["claim"];
  /** The key whose answer this visit completes, where another request claimed it. */
  readonly key?: string | undefined;
  /** Number of the provider's event that the visit applies. */
  readonly received?: string;
  /** The mailed link that the visit uses: its first step counts the use. */
  readonly link?: Step["link"] | undefined;
  /** The migration of the application as it was loaded: saved before the visit's first step. */
  readonly migration?: Step | undefined;
  /** The form that the visit sends: its draft ends. */
  readonly sent?: Step["sent"];
  /** The call that the visit resumes. */
  readonly resumes?: CallLease;
  /** The application that the path names and this server does not have. */
  readonly imports?: ImportPlace | undefined;
  /** Ends calls that only the present page waits for. */
  readonly signal?: AbortSignal;
  /** The request that the visit belongs to. */
  readonly scope?: RequestScope | undefined;
  /** Writes analytics events that belong to no step. */
  report(reports: readonly AnalyticsEvent[]): Promise<void>;
}

/** Where a visit ended. */
export interface DrivenVisit {
  readonly visit: Visit;
  readonly end: VisitEnd | { readonly kind: "stale" };
  readonly record: ApplicationRecord | undefined;
  /** Pseudonym of a session that began with the visit. */
  readonly session?: string;
}
