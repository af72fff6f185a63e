import type { CallRequest } from "../../../engine/transition/input.ts";
import type { Database } from "../database/database.ts";
import type { BoxPlace, Vault } from "../secrets/vault.ts";

/** A call that somebody asked for and that has no answer yet. */
export interface PendingCall {
  readonly id: string;
  readonly request: CallRequest;
  readonly idempotencyKey: string | undefined;
  /** It was answered, but the answer did not say what became of it; whoever asked for it has been told so. */
  readonly told: boolean;
}

/** All SQL about calls under way. */
export class Calls {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** Takes over an unanswered call of an application whose lease is over. */
  async takeOver(application: string, leaseMs: number): Promise<PendingCall | undefined> {
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
    // One that cannot be opened stays under way: it is made once its key is back.
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
          told: row.outcome !== null,
        };
  }

  /** Says that the maker of a call is alive. */
  async renew(id: string, leaseMs: number): Promise<void> {
    await this.database.query(
      "update calls set leased_until = now() + make_interval(secs => $2::double precision / 1000) where id = $1 and answered_at is null",
      [id, leaseMs],
    );
  }
}

/** What the request of a call is bound to. */
export function callPlace(application: string, call: string): BoxPlace {
  return { column: "calls.request", row: `${application} ${call}`, path: "" };
}
