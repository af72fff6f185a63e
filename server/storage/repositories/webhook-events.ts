import { createHash } from "node:crypto";
import type { ReceivedWebhook } from "../../../engine/transition/input.ts";
import type { Database } from "../database/database.ts";
import type { BoxPlace, Vault } from "../secrets/vault.ts";

/** A received event that is not applied yet. */
export interface WaitingEvent {
  readonly id: string;
  readonly flow: string;
  readonly event: ReceivedWebhook;
}

/**
 * Why an event changed nothing: the application has moved on, or the event belongs to another one.
 */
export type Settled = "late" | "refused";

interface Row {
  id: string;
  flow: string;
  provider: string;
  event_hash: Buffer;
  event: Buffer;
}

/** All SQL of providers' events. `Applications.saveStep` applies them and records awaited keys. */
export class WebhookEvents {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** Stores an event. @returns its number, and whether it was received before */
  async receive(
    flow: string,
    eventId: string,
    event: ReceivedWebhook,
  ): Promise<{ readonly id: string; readonly repeated: boolean; readonly waits: boolean }> {
    const key = [flow, event.provider, hashOf(eventId)] as const;
    const [made] = await this.database.query<{ id: string }>(
      "insert into webhook_events (flow, provider, event_hash, key_hash, event) values ($1, $2, $3, $4, $5) on conflict do nothing returning id",
      [
        ...key,
        hashOf(event.key),
        Buffer.from(this.vault.seal(JSON.stringify(event), placeOf(...key))),
      ],
    );
    if (made !== undefined) return { id: made.id, repeated: false, waits: true };
    const [known] = await this.database.query<{ id: string; waits: boolean }>(
      "select id, settled_at is null as waits from webhook_events where flow = $1 and provider = $2 and event_hash = $3",
      key,
    );
    return { id: known?.id ?? "", repeated: true, waits: known?.waits ?? false };
  }

  /** The application that waits, or waited, for an event; undefined without one. */
  async applicationOf(flow: string, provider: string, key: string): Promise<string | undefined> {
    const [row] = await this.database.query<{ application: string }>(
      "select application from webhook_keys where flow = $1 and provider = $2 and key_hash = $3",
      [flow, provider, hashOf(key)],
    );
    return row?.application;
  }

  /** Pending events of an application, oldest first. */
  async waitingFor(application: string): Promise<readonly WaitingEvent[]> {
    return this.opened(
      await this.database.query<Row>(
        `select e.id, e.flow, e.provider, e.event_hash, e.event from webhook_keys k join webhook_events e using (flow, provider, key_hash)
         where k.application = $1 and e.settled_at is null order by e.id limit 20`,
        [application],
      ),
    );
  }

  /** Applications with overdue events: the receiving node died, or a call was in progress. */
  async awaited(olderThanMs: number): Promise<readonly string[]> {
    const rows = await this.database.query<{ application: string }>(
      `select distinct k.application from webhook_events e join webhook_keys k using (flow, provider, key_hash)
       where e.settled_at is null and e.received_at < now() - make_interval(secs => $1::double precision / 1000) limit 50`,
      [olderThanMs],
    );
    return rows.map(({ application }) => application);
  }

  /** Records that an event changes nothing. */
  async settle(id: string, as: Settled): Promise<void> {
    await this.database.query(
      "update webhook_events set settled_at = now(), settled_as = $2, event = null where id = $1 and settled_at is null",
      [id, as],
    );
  }

  /** Deletes events after a month; their signatures have expired by then. */
  async forgetOld(): Promise<void> {
    await this.database.query(
      "delete from webhook_events where received_at < now() - interval '30 days'",
    );
  }

  private opened(rows: readonly Row[]): readonly WaitingEvent[] {
    return rows.flatMap(({ id, flow, provider, event_hash: hash, event }) => {
      // An event that cannot be decrypted waits, and delays no other.
      const text = this.vault.tryOpen(event.toString(), placeOf(flow, provider, hash));
      return text === undefined ? [] : [{ id, flow, event: JSON.parse(text) as ReceivedWebhook }];
    });
  }
}

/** The place of an event's sealed value: its own name. */
function placeOf(flow: string, provider: string, eventHash: Buffer): BoxPlace {
  return {
    column: "webhook_events.event",
    row: `${flow} ${provider} ${eventHash.toString("hex")}`,
    path: "",
  };
}

/** The stored hash of an id or key, which may be secret. */
export function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
