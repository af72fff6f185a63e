import type { ApplicationEvent } from "../../../engine/transition/event.ts";
import type { Variant } from "../../../engine/language/variant.ts";
import type { Input } from "../../../engine/transition/input.ts";
import type { Json } from "../../../engine/language/json.ts";
import type { Database } from "../database/database.ts";
import { openDocument } from "../secrets/personal-values.ts";
import type { Vault } from "../secrets/vault.ts";

/** What happened to one application, from its beginning. */
export interface ApplicationJournal {
  readonly flow: string;
  /** Version of the last step. */
  readonly flowVersion: string;
  readonly variant: Variant;
  readonly entries: readonly JournalEntry[];
}

export interface JournalEntry {
  readonly input: Input;
  readonly events: readonly ApplicationEvent[];
}

/** Reads the journal, opened. Steps are added to it with the state, by `Applications.keep`. */
export class Journal {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** By the id in the address, or the key. */
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
        ) as Input,
        events: openEvents(events, bound, `${application.key} ${revision}`, this.vault),
      })),
    };
  }
}

/** An event as it is opened: what could not be opened is not there. */
type OpenedEvent = Omit<ApplicationEvent, "changes"> & {
  readonly changes: readonly { readonly path: string; readonly value?: Json }[];
};

/** The events of a step. @param row application and revision */
export function openEvents(
  events: Json,
  bound: boolean,
  row: string,
  vault: Vault,
): readonly ApplicationEvent[] {
  const place = { column: "journal.events", row };
  const opened = openDocument(events, bound, place, vault).value as unknown as OpenedEvent[];
  // A value that cannot be opened is as good as none.
  return opened.map((event) => ({
    ...event,
    changes: event.changes.map(({ path, value = null }) => ({ path, value })),
  }));
}
