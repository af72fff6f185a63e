import { randomUUID } from "node:crypto";
import type { ApplicationEvent } from "../../../engine/transition/event.ts";
import type { PiiPath } from "../../../engine/compile/compiled-variant.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import { applyChanges } from "../../../engine/rules/state-path.ts";
import {
  Applications,
  type ApplicationRecord,
} from "../../../server/storage/repositories/applications.ts";
import { openVault, type Vault } from "../../../server/storage/secrets/vault.ts";
import { openOwnDatabase } from "./own-database.ts";

/** A database of its own with its applications; `close` drops it. */
export async function openStore() {
  const { database, close } = await openOwnDatabase();
  const vault: Vault = openVault(`k1:${Buffer.alloc(32, 7).toString("base64")}`);
  return { database, vault, applications: new Applications(database, vault), close };
}

/** The parts of a step that tests name; the rest has a default. */
export interface TestedStep {
  readonly changes: JsonObject;
  readonly now?: string;
  readonly pii?: readonly PiiPath[];
  readonly flowVersion?: string;
}

/** Saves a step that makes changes by path. */
export async function keepStep(
  applications: Applications,
  record: ApplicationRecord,
  { changes, now = "2026-03-01T10:00:00.000Z", pii = [], flowVersion = "v1" }: TestedStep,
): Promise<ApplicationRecord> {
  const made = Object.entries(changes).map(([path, value]) => ({ path, value }));
  const event: ApplicationEvent = { type: "submitted", at: now, because: "test", changes: made };
  const { variant } = record;
  const kept = await applications.saveStep({
    record,
    state: applyChanges(record.state, made),
    events: [event],
    reports: [],
    input: {
      kind: "act",
      path: "/library-card/reader",
      action: "submit",
      data: {},
      query: {},
      context: { now, variant, locale: "en-US", signedIn: false, uuids: [randomUUID()] },
    },
    pii,
    flowVersion,
  });
  if (kept === undefined) throw new Error("another step was faster");
  return kept;
}
