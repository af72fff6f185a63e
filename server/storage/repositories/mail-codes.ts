import { timingSafeEqual } from "node:crypto";
import type { Database } from "../database/database.ts";
import { deleteSome } from "../database/delete-some.ts";
import type { Vault } from "../secrets/vault.ts";

/** The settings of a code to mail. */
export interface CodeWish {
  readonly digits: number;
  readonly lifetimeMs: number;
  /** Maximum number of attempts at it. */
  readonly tries: number;
}

/** The verdict on a typed code. */
export type CodeVerdict = "right" | "wrong" | "expired" | "spent" | "unknown";

/**
 * All SQL of mailed codes. A code is derived from a key of the vault and its id: nothing in the
 * database reveals it.
 */
export class MailCodes {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** Issues a code; a repetition under the same key gets the same one. */
  async issue(
    key: string,
    { digits, lifetimeMs, tries }: CodeWish,
  ): Promise<{ readonly id: string; readonly code: string }> {
    const id = this.vault.derive(`mail-code:${key}`).bytes.toString("base64url").slice(0, 22);
    const { key: madeWith } = this.vault.derive(id);
    const [row] = await this.database.query<{ made_with: string; digits: number }>(
      `insert into mail_codes (id, made_with, digits, tries, expires_at)
       values ($1, $2, $3, $4, now() + make_interval(secs => $5::double precision / 1000))
       on conflict (id) do update set id = excluded.id
       returning made_with, digits`,
      [id, madeWith, digits, tries, lifetimeMs],
    );
    return { id, code: this.codeOf(id, row?.made_with ?? madeWith, row?.digits ?? digits) };
  }

  /** Compares a typed code with the mailed one. The attempt counts before the comparison. */
  async verify(id: string, typed: string): Promise<CodeVerdict> {
    const [row] = await this.database.query<{
      made_with: string;
      digits: number;
      living: boolean;
      left: boolean;
    }>(
      `update mail_codes set tried = least(tried + 1, tries + 1) where id = $1
       returning made_with, digits, expires_at > now() as living, tried <= tries as left`,
      [id],
    );
    if (row === undefined) return "unknown";
    if (!row.living) return "expired";
    if (!row.left) return "spent";
    const code = Buffer.from(this.codeOf(id, row.made_with, row.digits));
    const given = Buffer.from(typed);
    const isRight = given.length === code.length && timingSafeEqual(given, code);
    return isRight ? "right" : "wrong";
  }

  /** Deletes codes a month after their request. */
  async forgetOld(): Promise<boolean> {
    return deleteSome(this.database, "mail_codes", "asked_at < now() - interval '30 days'");
  }

  private codeOf(id: string, madeWith: string, digits: number): string {
    const { bytes } = this.vault.derive(`mail-code:${id}:digits`, madeWith);
    return String(bytes.readBigUInt64BE() % 10n ** BigInt(digits)).padStart(digits, "0");
  }
}
