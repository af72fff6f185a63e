import { createHash } from "node:crypto";
import type { ReceivedWebhook } from "../../../engine/transition/input.ts";
import type { Database } from "../database/database.ts";
import { deleteSome } from "../database/delete-some.ts";
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

/** Events of one statement. */
const PAGE = 20;

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

  /**
   * Pending events of an application, oldest first. One that cannot be decrypted waits, and delays
   * no other.
   */
  async *waitingFor(application: string): AsyncIterable<WaitingEvent> {
    for (let rows: readonly Row[] = [], after = "0"; ; after = rows.at(-1)?.id ?? after) {
      rows = await this.database.query<Row>(
        `select e.id, e.flow, e.provider, e.event_hash, e.event from webhook_keys k join webhook_events e using (flow, provider, key_hash)
         where k.application = $1 and e.settled_at is null and e.id > $2 order by e.id limit $3`,
        [application, after, PAGE],
      );
      for (const row of rows) {
        const event = this.opened(row);
        if (event !== undefined) yield event;
      }
      if (rows.length < PAGE) return;
    }
  }

  /**
   * Takes due events of some flows: the node that received them died, or a call was in progress.
   * Each event is due again after as long as it has waited, but at least ten seconds and at most
   * ten minutes, so that those that cannot be applied leave room for the others.
   *
   * @returns their applications
   */
  async claimDue(most: number, flows: readonly string[]): Promise<readonly string[]> {
    const rows = await this.database.query<{ application: string }>(
      `update webhook_events e
       set due_at = now() + least(interval '10 minutes', greatest(interval '10 seconds', now() - e.received_at))
       from webhook_keys k
       where k.flow = e.flow and k.provider = e.provider and k.key_hash = e.key_hash and e.id in (
         select waiting.id from webhook_events waiting join webhook_keys using (flow, provider, key_hash)
         where waiting.settled_at is null and waiting.due_at <= now() and flow = any($2)
         order by waiting.due_at limit $1 for update of waiting skip locked
       )
       returning k.application`,
      [most, flows],
    );
    return [...new Set(rows.map(({ application }) => application))];
  }

  /** Records that an event changes nothing. */
  async settle(id: string, as: Settled): Promise<void> {
    await this.database.query(
      "update webhook_events set settled_at = now(), settled_as = $2, event = null where id = $1 and settled_at is null",
      [id, as],
    );
  }

  /** Deletes events after a month; their signatures have expired by then. */
  async forgetOld(): Promise<boolean> {
    return deleteSome(this.database, "webhook_events", "received_at < now() - interval '30 days'");
  }

  private opened({ id, flow, provider, event_hash: hash, event }: Row): WaitingEvent | undefined {
    const text = this.vault.tryOpen(event.toString(), placeOf(flow, provider, hash));
    return text === undefined
      ? undefined
      : { id, flow, event: JSON.parse(text) as ReceivedWebhook };
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
