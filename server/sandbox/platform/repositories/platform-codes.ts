import type { Vault } from "../../../storage/secrets/vault.ts";
import type { Source } from "./source.ts";

/** All SQL of sent codes by phone, whose number is stored as a keyed hash only. */
export class PlatformCodes {
  constructor(
    private readonly source: Source,
    private readonly vault: Vault,
  ) {}

  async note(phone: string, application: string, at: string): Promise<void> {
    await this.source.query(
      "insert into platform_codes (phone, application, at) values ($1, $2, $3)",
      [this.hashOf(phone), application, at],
    );
  }

  /** Number of codes sent to a phone, over all applications. */
  async sentSince(phone: string, since: string): Promise<number> {
    const [row] = await this.source.query<{ count: string }>(
      "select count(*) from platform_codes where phone = $1 and at > $2",
      [this.hashOf(phone), since],
    );
    return Number(row?.count ?? 0);
  }

  private hashOf(phone: string): Buffer {
    return this.vault.derive(`phone:${phone}`).bytes;
  }
}
