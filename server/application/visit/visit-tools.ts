import type { CallTargets } from "../../calls/call-targets.ts";
import type { ApplicationReads } from "../../storage/repositories/application-reads.ts";
import type { ApplicationRecord, Applications } from "../../storage/repositories/applications.ts";
import type { CallCounts } from "../../storage/repositories/call-counts.ts";
import type { Calls } from "../../storage/repositories/calls.ts";
import type { Events } from "../../storage/repositories/events.ts";
import type { Files } from "../../storage/repositories/files.ts";
import type { IdempotencyKeys } from "../../storage/repositories/idempotency-keys.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";
import type { SiteLinks } from "../grants/site-links.ts";

/** The parts of the server that a visit uses. */
export interface VisitTools {
  readonly applications: Applications;
  readonly applicationReads: ApplicationReads;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly calls: Calls;
  readonly callCounts: CallCounts;
  readonly targets: CallTargets;
  readonly links: SiteLinks;
  readonly files: Files;
  readonly telemetry: Telemetry;
  readonly events: Events;
  /**
   * Applies the events that providers sent during a call, or before the application waited for
   * them.
   */
  applyReceived(record: ApplicationRecord): Promise<ApplicationRecord>;
  /** Wakes the delivery of analytics events. */
  deliverEvents(): void;
  /** ISO 8601. */
  now(): string;
}
