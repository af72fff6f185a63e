import type { FastifyInstance } from "fastify";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import { SiteLinks } from "../../../server/application/grants/site-links.ts";
import type { VisitTools } from "../../../server/application/visit/visit-tools.ts";
import { ApplicationReads } from "../../../server/storage/repositories/application-reads.ts";
import { Applications } from "../../../server/storage/repositories/applications.ts";
import { CallCounts } from "../../../server/storage/repositories/call-counts.ts";
import { Calls } from "../../../server/storage/repositories/calls.ts";
import { Events } from "../../../server/storage/repositories/events.ts";
import { Files } from "../../../server/storage/repositories/files.ts";
import { Grants } from "../../../server/storage/repositories/grants.ts";
import { IdempotencyKeys } from "../../../server/storage/repositories/idempotency-keys.ts";
import type { Database } from "../../../server/storage/database/database.ts";
import type { Vault } from "../../../server/storage/secrets/vault.ts";
import { NO_TELEMETRY } from "../../../server/telemetry/telemetry.ts";

/** Where the parts of a visit lie. */
export interface VisitDependencies {
  readonly database: Database;
  readonly vault: Vault;
  /** ISO 8601. */
  now(): string;
}

/** The parts of a visit on a real database, without services to call. */
export function visitToolsOn({ database, vault, now }: VisitDependencies): VisitTools {
  return {
    applications: new Applications(database, vault),
    applicationReads: new ApplicationReads(database, vault),
    idempotencyKeys: new IdempotencyKeys(database, vault),
    calls: new Calls(database, vault),
    callCounts: new CallCounts(database, vault),
    targets: { environment: {}, sandboxes: new Map(), telemetry: NO_TELEMETRY },
    links: new SiteLinks(new Grants(database), vault, ["http://localhost"]),
    files: new Files(database, vault),
    telemetry: NO_TELEMETRY,
    events: new Events(database),
    applyReceived: async (record) => Promise.resolve(record),
    deliverEvents: () => undefined,
    now,
  };
}

/** A service in process that answers in the place of every service of a flow. */
export function answeringFor(
  flow: CompiledVariant,
  answering: FastifyInstance,
): VisitTools["targets"]["sandboxes"] {
  return new Map(
    [...flow.services.values()].flatMap((each) =>
      each.sandbox === undefined ? [] : [[each.sandbox, answering] as const],
    ),
  );
}
