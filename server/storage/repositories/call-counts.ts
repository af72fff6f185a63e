import type { Database } from "../database/database.ts";
import { deleteSome } from "../database/delete-some.ts";
import type { Vault } from "../secrets/vault.ts";

/** A limit: so many calls within so long, for one named counter. */
export interface Counted {
  readonly name: string;
  readonly most: number;
  readonly minutes: number;
}

/** All SQL of call limits, shared by all nodes. */
export class CallCounts {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /**
   * Counts a call against all of its limits, unless one is reached. A call repeated after a crash
   * counts once.
   *
   * @param call its id
   * @returns whether the call is allowed
   */
  async count(call: string, limits: readonly Counted[]): Promise<boolean> {
    const keyed = limits
      .map((limit) => ({ ...limit, counted: this.vault.derive(`limit:${limit.name}`).bytes }))
      // A fixed order of locks prevents a deadlock.
      .toSorted((a, b) => a.counted.compare(b.counted));
    return this.database.transaction(async (client) => {
      for (const { counted, most, minutes } of keyed) {
        await client.query("select pg_advisory_xact_lock($1)", [
          counted.readBigInt64BE().toString(),
        ]);
        const { rows } = await client.query<{ others: string }>(
          "select count(*) as others from call_counts where counted = $1 and call <> $2 and at > now() - make_interval(mins => $3)",
          [counted, call, minutes],
        );
        if (Number(rows[0]?.others ?? 0) >= most) return false;
      }
      for (const { counted } of keyed)
        await client.query(
          "insert into call_counts (counted, call) values ($1, $2) on conflict do nothing",
          [counted, call],
        );
      return true;
    });
  }

  /** Deletes counts that no limit reads any more. */
  async forgetOld(): Promise<boolean> {
    return deleteSome(this.database, "call_counts", "at < now() - interval '1 day'");
  }
}
