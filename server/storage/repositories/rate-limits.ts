import type { Database } from "../database/database.ts";
import { deleteSome } from "../database/delete-some.ts";
import type { Vault } from "../secrets/vault.ts";

/** All SQL of rate limits, shared by all nodes. */
export class RateLimits {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /**
   * Counts a request of a key; its window begins with the first one.
   *
   * @param windowMs length of the window
   * @returns the count within the window, and the milliseconds until it ends
   */
  async count(
    key: string,
    windowMs: number,
  ): Promise<{ readonly current: number; readonly ttl: number }> {
    const counted = this.vault.derive(`rate:${key}`).bytes;
    const [row] = await this.database.query<{ current: number; ttl: number }>(
      `insert into rate_limits as kept (counted, ends_at) values ($1, now() + make_interval(secs => $2::double precision / 1000))
       on conflict (counted) do update set
         current = case when kept.ends_at <= now() then 1 else kept.current + 1 end,
         ends_at = case when kept.ends_at <= now() then excluded.ends_at else kept.ends_at end
       returning current, greatest(0, extract(epoch from ends_at - now()) * 1000)::integer as ttl`,
      [counted, windowMs],
    );
    return row ?? { current: 1, ttl: windowMs };
  }

  /** Deletes windows that have ended. */
  async forgetOld(): Promise<boolean> {
    return deleteSome(this.database, "rate_limits", "ends_at < now()");
  }
}
