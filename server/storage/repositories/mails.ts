import { createHash, randomUUID } from "node:crypto";
import type { Database } from "../database/database.ts";
import { deleteSome } from "../database/delete-some.ts";
import type { BoxPlace, Vault } from "../secrets/vault.ts";

/** A mail as it is delivered. */
export interface Mail {
  readonly to: string;
  readonly name: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Its links, in order. */
  readonly links: readonly string[];
  /** The sender's name. */
  readonly brand?: string;
  /** The brand's own address to send from; absent: the service's. */
  readonly sender?: string;
}

/** A mail of the development inbox. */
export interface KeptMail extends Mail {
  readonly id: string;
  readonly at: string;
  readonly template: string;
  readonly locale: string;
}

interface MailClaim {
  readonly key: string;
  /** The request, which a repetition of the key has to be like. */
  readonly request: string;
  readonly template: string;
  readonly locale: string;
  /** Stored only for the development inbox. */
  readonly mail: Mail | undefined;
}

/** Milliseconds without a renewal after which another process may send a mail that one began. */
export const MAIL_LEASE_MS = 60_000;

/** A claimed mail: `mine` until another process takes it over. */
export type MailStanding =
  | { readonly kind: "mine"; readonly lease: MailLease }
  | { readonly kind: "sent" | "under-way" | "other" };

/** Names the mail in progress, and the process that sends it. */
export interface MailLease {
  readonly key: string;
  readonly token: string;
}

/** Condition of a mail whose lease is not lost: $1 is its key, $2 the token of the lease. */
const HELD = "key = $1 and lease = $2 and sent_at is null";

/** All SQL about mails. */
export class Mails {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /**
   * Claims the sending of a mail. `sent`: sent before; `under-way`: in progress; `other`: the key
   * belongs to another mail.
   */
  async claim({ key, request, template, locale, mail }: MailClaim): Promise<MailStanding> {
    const token = randomUUID();
    const hashes = this.hashesOf(request);
    const claimed = await this.database.query(
      `insert into mails (key, request_hash, template, locale, body, sending_until, lease) values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6::double precision / 1000), $8)
       on conflict (key) do update set sending_until = excluded.sending_until, lease = excluded.lease
       where mails.sent_at is null and mails.sending_until < now() and mails.request_hash = any($7)
       returning 1`,
      [
        key,
        hashes[0],
        template,
        locale,
        mail === undefined
          ? null
          : Buffer.from(this.vault.seal(JSON.stringify(mail), placeOf(key))),
        MAIL_LEASE_MS,
        hashes,
        token,
      ],
    );
    if (claimed.length > 0) return { kind: "mine", lease: { key, token } };
    const [row] = await this.database.query<{ same: boolean; sent: boolean }>(
      "select request_hash = any($2) as same, sent_at is not null as sent from mails where key = $1",
      [key, hashes],
    );
    if (row?.same === false) return { kind: "other" };
    return { kind: row?.sent === true ? "sent" : "under-way" };
  }

  /** Renews the lease of a mail, unless it is lost. */
  async renew({ key, token }: MailLease): Promise<void> {
    await this.database.query(
      `update mails set sending_until = now() + make_interval(secs => $3::double precision / 1000) where ${HELD}`,
      [key, token, MAIL_LEASE_MS],
    );
  }

  /** Records that a mail was sent, unless the lease is lost: then its holder does. */
  async sent({ key, token }: MailLease): Promise<void> {
    await this.database.query(`update mails set sent_at = now() where ${HELD}`, [key, token]);
  }

  /** Releases a failed mail for the next attempt, unless the lease is lost. */
  async notSent({ key, token }: MailLease): Promise<void> {
    await this.database.query(`update mails set sending_until = now() where ${HELD}`, [key, token]);
  }

  /** The development inbox, newest first. */
  async latest(limit = 100): Promise<readonly KeptMail[]> {
    const rows = await this.database.query<{
      id: string;
      sent_at: Date;
      template: string;
      locale: string;
      key: string;
      body: Buffer;
    }>(
      "select id, sent_at, template, locale, key, body from mails where body is not null and sent_at is not null order by id desc limit $1",
      [limit],
    );
    return rows.flatMap(({ id, sent_at: at, template, locale, key, body }) => {
      const mail = this.vault.tryOpen(body.toString(), placeOf(key));
      return mail === undefined
        ? []
        : [{ id, at: at.toISOString(), template, locale, ...(JSON.parse(mail) as Mail) }];
    });
  }

  /**
   * The hashes that a request may have, that of a new mail first. They are keyed, since a mail is
   * easily guessed; each key of the vault may have made one. The last is the unkeyed hash of the
   * release before.
   */
  private hashesOf(request: string): readonly Buffer[] {
    const keyed = this.vault.keys.map(
      (key) => this.vault.derive(`mail-request:${request}`, key).bytes,
    );
    return [...keyed, createHash("sha256").update(request).digest()];
  }

  /** Deletes mails after a month; their keys are not used again by then. */
  async forgetOld(): Promise<boolean> {
    return deleteSome(this.database, "mails", "asked_at < now() - interval '30 days'");
  }
}

/** The place of a mail's sealed value: the key of its call. */
function placeOf(key: string): BoxPlace {
  return { column: "mails.body", row: key, path: "" };
}
