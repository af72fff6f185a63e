import type { CallRequest } from "../../../engine/transition/input.ts";
import type { Database } from "../database/database.ts";
import type { BoxPlace, Vault } from "../secrets/vault.ts";

/** A call without a final answer. */
export interface StoredCall {
  readonly id: string;
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
      request: Buffer;
      idempotency_key: string | null;
      outcome: string | null;
    }>(
      `update calls set leased_until = now() + make_interval(secs => $2::double precision / 1000)
       where id = (select id from calls where application = $1 and answered_at is null and leased_until <= now() order by created_at limit 1 for update skip locked)
       returning id, request, idempotency_key, outcome`,
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
          request: JSON.parse(request) as CallRequest,
          idempotencyKey: row.idempotency_key ?? undefined,
          isOpen: row.outcome !== null,
        };
  }

  /** Renews the lease of a call. */
  async renew(id: string, leaseMs: number): Promise<void> {
    await this.database.query(
      "update calls set leased_until = now() + make_interval(secs => $2::double precision / 1000) where id = $1 and answered_at is null",
      [id, leaseMs],
    );
  }
}

/** The place that a call's sealed request is bound to. */
export function callPlace(application: string, call: string): BoxPlace {
  return { column: "calls.request", row: `${application} ${call}`, path: "" };
}
