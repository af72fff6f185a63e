import type { CallRequest } from "../../../engine/transition/input.ts";
import type { Database } from "../database/database.ts";
import type { BoxPlace, Vault } from "../secrets/vault.ts";

/** A taking of a call: it ends when another process takes the call over. */
export interface CallLease {
  readonly id: string;
  /** How often the call was taken over. */
  readonly taken: number;
}

/** A call without a final answer. */
export interface StoredCall extends CallLease {
  readonly request: CallRequest;
  readonly idempotencyKey: string | undefined;
  /** The call was answered, but its outcome is unknown, and the visitor was shown that. */
  readonly isOpen: boolean;
}

/** All SQL of pending calls. */
export class Calls {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** Takes over a pending call of an application whose lease has expired. */
  async claim(application: string, leaseMs: number): Promise<StoredCall | undefined> {
    const [row] = await this.database.query<{
      id: string;
      taken: number;
      request: Buffer;
      idempotency_key: string | null;
      outcome: string | null;
    }>(
      `update calls set taken = taken + 1, leased_until = now() + make_interval(secs => $2::double precision / 1000)
       where id = (select id from calls where application = $1 and answered_at is null and leased_until <= now() order by created_at limit 1 for update skip locked)
       returning id, taken, request, idempotency_key, outcome`,
      [application, leaseMs],
    );
    // A request that cannot be decrypted stays pending until its key is back.
    const request =
      row === undefined
        ? undefined
        : this.vault.tryOpen(row.request.toString(), callPlace(application, row.id));
    return row === undefined || request === undefined
      ? undefined
      : {
          id: row.id,
          taken: row.taken,
          request: JSON.parse(request) as CallRequest,
          idempotencyKey: row.idempotency_key ?? undefined,
          isOpen: row.outcome !== null,
        };
  }

  /** Renews the lease of a call, unless it is lost. */
  async renew({ id, taken }: CallLease, leaseMs: number): Promise<void> {
    await this.database.query(
      "update calls set leased_until = now() + make_interval(secs => $3::double precision / 1000) where id = $1 and taken = $2 and answered_at is null",
      [id, taken, leaseMs],
    );
  }

  /** Whether no other process has taken the call over, or answered it. */
  async isHeld({ id, taken }: CallLease): Promise<boolean> {
    const rows = await this.database.query(
      "select 1 from calls where id = $1 and taken = $2 and answered_at is null",
      [id, taken],
    );
    return rows.length > 0;
  }
}

/** The place that a call's sealed request is bound to. */
export function callPlace(application: string, call: string): BoxPlace {
  return { column: "calls.request", row: `${application} ${call}`, path: "" };
}
