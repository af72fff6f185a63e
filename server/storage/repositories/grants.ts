import type { Database } from "../database/database.ts";

/** Role of the rows of mailed links; their column `thing` is the link's name. */
export const MAILED = "@link";

/** Role of guests who resume an application as its applicant. */
const OWN = "@own";

/**
 * Part of a statement that admits holders of mailed links: each may resume the application as its
 * applicant.
 *
 * @param holders query with application, subject and the hash of the link's token
 */
export function admitting(holders: string): string {
  return `insert into guests (application, subject, grant_hash, role, thing)
        select holder.*, '${OWN}', '' from (${holders}) holder
        on conflict (application, subject, role, thing) do update set grant_hash = excluded.grant_hash`;
}

/** A link to issue: another person's, or a mailed link. */
interface IssuedLink {
  readonly tokenHash: Buffer;
  readonly application: string;
  readonly call: string;
  readonly place: string;
  readonly madeWith: string;
  /** Target path, with mount and the prefix of its variant. */
  readonly path: string;
  readonly lifetimeMs: number;
}

/** Another person's link to issue. */
export interface NewGrant extends IssuedLink {
  readonly role: string;
  readonly resource: string;
}

/** A mailed link to issue. */
export interface NewMailedLink extends IssuedLink {
  /** Its name in the flow. */
  readonly link: string;
  readonly uses: number;
  /** Hash of the value that the grant names. */
  readonly about: Buffer;
}

/** An issued mailed link. */
export interface MailedLink {
  /** Key of the application. */
  readonly application: string;
  readonly link: string;
  readonly about: Buffer;
  readonly state: "living" | "expired" | "revoked" | "used";
}

/** The access of a visitor to an application of another session: as its applicant, or by a role. */
export type GuestAccess = "own" | { readonly role: string; readonly resource: string };

/** An issued link of another person. */
export interface Grant {
  /** Key of the application. */
  readonly application: string;
  readonly role: string;
  readonly resource: string;
  readonly path: string;
  readonly state: "living" | "expired" | "revoked";
  readonly usedBy: Buffer | undefined;
}

/** All SQL of links, and of the visitors who used them. */
export class Grants {
  constructor(private readonly database: Database) {}

  /** The key of a call's link, when the call was made before. */
  async madeWith(call: string, place: string): Promise<string | undefined> {
    const [row] = await this.database.query<{ made_with: string }>(
      "select made_with from grants where call = $1 and place = $2",
      [call, place],
    );
    return row?.made_with;
  }

  /**
   * Saves another person's link and revokes the earlier one for the same role and resource. A
   * stored one stays as it is, and revokes nothing: a late repetition does not undo a newer one.
   */
  async issue(grant: NewGrant): Promise<void> {
    return this.store(grant, { uses: null, about: null });
  }

  /** Saves a mailed link and revokes the earlier one of the same name. */
  async issueMailed({ link, uses, about, ...issued }: NewMailedLink): Promise<void> {
    return this.store({ ...issued, role: MAILED, resource: link }, { uses, about });
  }

  private async store(
    grant: NewGrant,
    { uses, about }: { readonly uses: number | null; readonly about: Buffer | null },
  ): Promise<void> {
    await this.database.transaction(async (client) => {
      // Serialises links of one application; no call is made while the lock is held.
      await client.query("select 1 from applications where key = $1 for update", [
        grant.application,
      ]);
      const { rowCount: known } = await client.query(
        "select 1 from grants where call = $1 and place = $2",
        [grant.call, grant.place],
      );
      if (known !== 0) return;
      await client.query(
        "update grants set revoked_at = now() where application = $1 and role = $2 and thing = $3 and revoked_at is null",
        [grant.application, grant.role, grant.resource],
      );
      await client.query(
        `insert into grants (token_hash, application, call, place, made_with, role, thing, path, expires_at, uses, about)
         values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9::double precision / 1000), $10, $11)`,
        [
          grant.tokenHash,
          grant.application,
          grant.call,
          grant.place,
          grant.madeWith,
          grant.role,
          grant.resource,
          grant.path,
          grant.lifetimeMs,
          uses,
          about,
        ],
      );
    });
  }

  async find(tokenHash: Buffer): Promise<Grant | undefined> {
    const [row] = await this.database.query<{
      application: string;
      role: string;
      resource: string;
      path: string;
      state: Grant["state"];
      used_by: Buffer | null;
    }>(
      `select application, role, thing as resource, path, used_by,
        case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'living' end as state
      from grants where token_hash = $1 and role <> '${MAILED}'`,
      [tokenHash],
    );
    return row === undefined
      ? undefined
      : {
          application: row.application,
          role: row.role,
          resource: row.resource,
          path: row.path,
          state: row.state,
          usedBy: row.used_by ?? undefined,
        };
  }

  /**
   * Binds another person's link to a visitor.
   *
   * @returns false when it has expired, or another visitor has used it
   */
  async redeem(tokenHash: Buffer, subject: Buffer): Promise<boolean> {
    const rows = await this.database.query(
      `with
        taken as (
          update grants set used_by = $2, used_at = coalesce(used_at, now())
          where token_hash = $1 and revoked_at is null and (used_by = $2 or (used_by is null and expires_at > now()))
          returning token_hash, application, role, thing
        ),
        welcomed as (
          insert into guests (application, subject, role, thing, grant_hash) select application, $2, role, thing, token_hash from taken
          on conflict (application, subject, role, thing) do update set grant_hash = excluded.grant_hash
        )
      select 1 from taken`,
      [tokenHash, subject],
    );
    return rows.length > 0;
  }

  async findMailed(tokenHash: Buffer): Promise<MailedLink | undefined> {
    const [row] = await this.database.query<MailedLink>(
      `select application, thing as link, about,
        case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' when used >= uses then 'used' else 'living' end as state
      from grants where token_hash = $1 and role = '${MAILED}'`,
      [tokenHash],
    );
    return row;
  }

  /**
   * What an application gives to a visitor, the latest first. A newer link for the same role and
   * resource ends what an earlier one gave; a newer mailed link ends no visit that an earlier one
   * began.
   */
  async givenTo(subject: Buffer, application: string): Promise<readonly GuestAccess[]> {
    const rows = await this.database.query<{ role: string; resource: string }>(
      `select guests.role, guests.thing as resource from guests join grants on grants.token_hash = guests.grant_hash
       where guests.application = $2 and guests.subject = $1 and (guests.role = '${OWN}' or grants.revoked_at is null)
       order by guests.since desc`,
      [subject, application],
    );
    return rows.map((row) => (row.role === OWN ? "own" : row));
  }
}
