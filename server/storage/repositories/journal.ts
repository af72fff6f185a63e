import type { ApplicationEvent } from "../../../engine/transition/event.ts";
import type { Variant } from "../../../engine/language/variant.ts";
import type { JournalInput } from "../../../engine/transition/input.ts";
import type { Json, JsonObject } from "../../../engine/language/json.ts";
import { readPath } from "../../../engine/rules/state-path.ts";
import { applyEvents } from "../../../engine/transition/apply-events.ts";
import type { Database } from "../database/database.ts";
import { openDocument } from "../secrets/personal-values.ts";
import type { Vault } from "../secrets/vault.ts";

/** The history of one application. */
export interface ApplicationJournal {
  readonly flow: string;
  /** Version of the last step. */
  readonly flowVersion: string;
  readonly variant: Variant;
  readonly entries: readonly JournalEntry[];
}

export interface JournalEntry {
  readonly input: JournalInput;
  readonly events: readonly ApplicationEvent[];
}

/** Reads the journal, decrypted. `Applications.saveStep` adds steps together with the state. */
export class Journal {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** By the public id, or the internal key. */
  async of(id: string): Promise<ApplicationJournal | undefined> {
    const [application] = await this.database.query<{
      key: string;
      flow: string;
      flow_version: string;
      variant: Variant;
    }>(
      "select key, flow, flow_version, variant from applications where id = $1 or key::text = $1",
      [id],
    );
    if (application === undefined) return undefined;
    const rows = await this.database.query<{
      revision: number;
      events: Json;
      bound: boolean;
      input: Buffer;
    }>(
      "select revision, events, bound, input from journal where application = $1 order by revision",
      [application.key],
    );
    return {
      flow: application.flow,
      flowVersion: application.flow_version,
      variant: application.variant,
      entries: rows.map(({ revision, events, bound, input }) => ({
        input: JSON.parse(
          this.vault.open(input.toString(), {
            column: "journal.input",
            row: `${application.key} ${revision}`,
            path: "",
          }),
        ) as JournalInput,
        events: openEvents(events, bound, `${application.key} ${revision}`, this.vault),
      })),
    };
  }
}

/** The database and vault of a journal. */
interface JournalPlace {
  readonly database: Database;
  readonly vault: Vault;
}

/**
 * The state of an application at a revision, folded from its journal; undefined for a revision that
 * it never had.
 */
export async function stateAt(
  key: string,
  revision: number,
  { database, vault }: JournalPlace,
): Promise<{ readonly state: JsonObject; readonly flowVersion: string } | undefined> {
  const rows = await database.query<{
    revision: number;
    flow_version: string;
    events: Json;
    bound: boolean;
  }>(
    "select revision, flow_version, events, bound from journal where application = $1 and revision <= $2 order by revision",
    [key, revision],
  );
  const last = rows.at(-1);
  if (last?.revision !== revision) return undefined;
  const events = rows.flatMap((row) =>
    openEvents(row.events, row.bound, `${key} ${row.revision}`, vault),
  );
  return { state: applyEvents(events), flowVersion: last.flow_version };
}

/** A decrypted event, without values that could not be opened. */
type OpenedEvent = Omit<ApplicationEvent, "changes"> & {
  readonly changes: readonly { readonly path: string; readonly value?: Json }[];
};

/** Decrypts the events of a step. @param row application and revision */
export function openEvents(
  events: Json,
  bound: boolean,
  row: string,
  vault: Vault,
): readonly ApplicationEvent[] {
  const place = { column: "journal.events", row };
  const opened = openDocument(events, bound, place, vault).value as unknown as OpenedEvent[];
  // A value that cannot be decrypted is dropped.
  return opened.map((event) => ({
    ...event,
    changes: event.changes.map(({ path, value = null }) => ({ path, value })),
  }));
}

/** The last values that the state of an application had at some paths, folded from its journal. */
export async function lastValues(
  key: string,
  paths: readonly string[],
  { database, vault }: JournalPlace,
): Promise<ReadonlyMap<string, Json>> {
  const rows = await database.query<{ revision: number; events: Json; bound: boolean }>(
    "select revision, events, bound from journal where application = $1 order by revision",
    [key],
  );
  const last = new Map<string, Json>();
  let state: JsonObject = {};
  for (const row of rows) {
    state = applyEvents(openEvents(row.events, row.bound, `${key} ${row.revision}`, vault), state);
    for (const path of paths) {
      const value = readPath(state, path);
      if (value !== undefined && value !== null && value !== "") last.set(path, value);
    }
  }
  return last;
}
