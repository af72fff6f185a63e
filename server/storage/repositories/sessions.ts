import { hash as digestOf, randomBytes } from "node:crypto";
import type { Database } from "../database/database.ts";
import { deleteSome } from "../database/delete-some.ts";
import type { NamedStatement } from "../database/named-statement.ts";
import type { BoxPlace, Vault } from "../secrets/vault.ts";

/**
 * Milliseconds between two records of a session's use: exact enough, and it spares a write on every
 * request.
 */
const SEEN_EVERY_MS = 60_000;

/** A signed-in person, as the issuer describes them. */
export interface Person {
  readonly issuer: string;
  /** The issuer's own id of the person; never passed on. */
  readonly subject: string;
  readonly email?: string;
  readonly name?: string;
  /** The person's role by the issuer's claims. */
  readonly role?: string;
  /** The value of an axis that the claims name, by the axis' name. */
  readonly [axis: string]: string | undefined;
}

/** A living session. */
export interface Session {
  /**
   * Owner of the visitor's applications: the hash of the token, or of the person once there is one.
   */
  readonly subject: Buffer;
  readonly person: Person | undefined;
  /** Key of the application whose applicant the person impersonates. */
  readonly impersonates?: string;
  /** Pseudonym of the session, for analytics events. */
  readonly pseudonym: string;
  /** Milliseconds until the earliest end. */
  readonly endsInMs: number;
}

/** A session with the token of its cookie. */
export interface OpenedSession {
  readonly token: string;
  readonly session: Session;
}

/** A request that opens a session and may be repeated. */
export interface FirstRequest {
  /** Of the request and its sender. */
  readonly fingerprint: string;
  /** Milliseconds for which a repetition gets the same session. */
  readonly repeatsMs: number;
}

/** Lifetimes of sessions, and the form of their tokens. */
export interface SessionOptions {
  /** Maximum number of milliseconds without use. */
  readonly idleMs: number;
  /** Maximum number of milliseconds since the opening, however much it is used. */
  readonly longestMs: number;
  /** Whether tokens are made for `__Host-` cookies, which no other host of the domain can set. */
  readonly hostOnly: boolean;
}

/** Prefix of tokens for a `__Host-` cookie: they are refused under another name. */
const HOST_TOKEN = "host-";

/**
 * Condition of a living session: $2 is the most milliseconds without use, $4 its longest life in
 * milliseconds.
 */
const ALIVE =
  "seen_at > now() - make_interval(secs => $2::double precision / 1000) and created_at > now() - make_interval(secs => $4::double precision / 1000)";

/** A living session as `sessionRead` gives it. */
export interface SessionRow {
  readonly id_hash: Buffer;
  /** Owns the visitor's applications. */
  readonly owner: Buffer;
  readonly person: string | null;
  readonly impersonates: string | null;
  /** Its use was not recorded for a while. */
  readonly old: boolean;
  readonly age_ms: number;
}

/**
 * SQL that reads a living session; its parameters are the hash of a token, then
 * `Sessions.limits`.
 */
export const sessionRead = (
  hash: string,
): string => `select id_hash, coalesce(subject, id_hash) as owner, person,
    case when impersonates_until > now() then impersonates end as impersonates,
    seen_at < now() - make_interval(secs => $3::double precision / 1000) as old,
    extract(epoch from now() - created_at)::double precision * 1000 as age_ms
  from sessions where id_hash = ${hash} and ${ALIVE}`;

const FIND: NamedStatement = { name: "session", text: sessionRead("$1") };

/**
 * All SQL of sessions. Only hashes of tokens are stored: a reader of the database cannot become a
 * visitor.
 */
export class Sessions {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly options: SessionOptions,
  ) {}

  /**
   * Least lifetime of a session after use, in milliseconds. The same for every answer, so that
   * equal answers stay equal.
   */
  get livesMs(): number {
    return Math.min(this.options.idleMs - SEEN_EVERY_MS, this.options.longestMs);
  }

  /** Opens an anonymous session; the token goes into the visitor's cookie. */
  async open(): Promise<OpenedSession> {
    const token = this.freshToken();
    const subject = hash(token);
    await this.database.query("insert into sessions (id_hash) values ($1)", [subject]);
    return this.opened(token, subject);
  }

  /**
   * Opens the session of a first request that may be repeated, even concurrently, before its
   * visitor has a cookie: for a while all repetitions get the same one.
   *
   * @returns undefined when the session is over, or its while is
   */
  async openOnce(first: FirstRequest): Promise<OpenedSession | undefined> {
    const subject = hash(this.firstToken(first));
    // An ended session that has applications is not opened again.
    await this.database.query(
      `insert into sessions (id_hash) select $1
       where not exists (select 1 from applications where subject = $1) and not exists (select 1 from idempotency_keys where subject = $1)
       on conflict do nothing`,
      [subject],
    );
    return this.openedBy(first);
  }

  /** The session that `openOnce` opened for a request; undefined without one. */
  async openedBy(first: FirstRequest): Promise<OpenedSession | undefined> {
    const token = this.firstToken(first);
    const subject = hash(token);
    const [row] = await this.database.query<{ handed: boolean }>(
      "select person is null and created_at > now() - make_interval(secs => $2::double precision / 1000) as handed from sessions where id_hash = $1",
      [subject, first.repeatsMs],
    );
    return row?.handed === true ? this.opened(token, subject) : undefined;
  }

  /** A new session without a signed-in person. */
  private opened(token: string, subject: Buffer): OpenedSession {
    const pseudonym = pseudonymOf(subject);
    const session: Session = { subject, person: undefined, pseudonym, endsInMs: this.livesMs };
    return { token, session };
  }

  /** The living session of a token; finding it counts as use. */
  async find(token: string): Promise<Session | undefined> {
    const hashed = hashOfToken(token);
    if (hashed === undefined) return undefined;
    const [row] = await this.database.query<SessionRow>(FIND, [hashed, ...this.limits]);
    return row === undefined ? undefined : this.sessionOf(row);
  }

  /** Milliseconds by which a session lives and its use is recorded: `$2` to `$4` of a read. */
  get limits(): readonly [number, number, number] {
    return [this.options.idleMs, SEEN_EVERY_MS, this.options.longestMs];
  }

  /**
   * The session of a row, marked as used. Undefined when its person cannot be decrypted: signing in
   * again helps.
   */
  async sessionOf(row: SessionRow): Promise<Session | undefined> {
    const id = row.id_hash;
    if (row.old)
      await this.database.query("update sessions set seen_at = now() where id_hash = $1", [id]);
    const known = {
      subject: row.owner,
      pseudonym: pseudonymOf(id),
      endsInMs: Math.max(
        0,
        Math.floor(Math.min(this.livesMs, this.options.longestMs - row.age_ms)),
      ),
    };
    if (row.person === null) return { ...known, person: undefined };
    const person = this.vault.tryOpen(row.person, placeOf("person", id));
    if (person === undefined) return undefined;
    return {
      ...known,
      person: JSON.parse(person) as Person,
      ...(row.impersonates === null ? {} : { impersonates: row.impersonates }),
    };
  }

  /** Begins or, with undefined, ends a session's impersonation of an application's applicant. */
  async impersonate(token: string, application: string | undefined, forMs = 0): Promise<void> {
    await this.database.query(
      "update sessions set impersonates = $2, impersonates_until = now() + make_interval(secs => $3::double precision / 1000) where id_hash = $1",
      [hash(token), application ?? null, forMs],
    );
  }

  /**
   * Opens a person's session in place of the one before, whose token becomes invalid. The person
   * takes over the visitor's applications, drafts, files, idempotency keys and links. Those of
   * another person stay theirs.
   *
   * @param before token of the request
   * @returns the token for the cookie
   */
  async signIn(
    person: Person,
    idToken: string | undefined,
    before: string | undefined,
  ): Promise<string> {
    const token = this.freshToken();
    const id = hash(token);
    await this.database.query(
      `with
        closed as (
          delete from sessions where id_hash = $1
          returning id_hash, person is null and ${ALIVE} as hands_over
        ),
        giver as (select id_hash as subject from closed where hands_over),
        handed as (update applications set subject = $3 where subject in (select subject from giver) returning 1),
        keys as (
          update idempotency_keys set subject = $3
          where subject in (select subject from giver) and not exists (select 1 from idempotency_keys own where own.subject = $3 and own.key = idempotency_keys.key)
        ),
        drafted as (
          -- After their applications, as a step takes the two: neither waits for the other in a circle.
          update drafts set subject = $3
          where (select count(*) from handed) >= 0 and subject in (select subject from giver) and not exists (
            select 1 from drafts own where own.subject = $3 and own.application = drafts.application and own.screen = drafts.screen and own.thing = drafts.thing
          )
        ),
        files_given as (update files set given_by = $3 where given_by in (select subject from giver)),
        links as (update grants set used_by = $3 where used_by in (select subject from giver)),
        guesthood as (
          update guests set subject = $3
          where subject in (select subject from giver) and not exists (
            select 1 from guests own where own.subject = $3 and own.application = guests.application and own.role = guests.role and own.thing = guests.thing
          )
        )
      insert into sessions (id_hash, subject, person, id_token) values ($5, $3, $6, $7)`,
      [
        before === undefined || !isToken(before) ? null : hash(before),
        this.options.idleMs,
        subjectOf(person),
        this.options.longestMs,
        id,
        this.vault.seal(JSON.stringify(person), placeOf("person", id)),
        idToken === undefined ? null : this.vault.seal(idToken, placeOf("id_token", id)),
      ],
    );
    return token;
  }

  /**
   * Ends a session. @returns whether it was a person's, and its ID token; undefined for no session
   */
  async end(
    token: string,
  ): Promise<{ readonly signedIn: boolean; readonly idToken: string | undefined } | undefined> {
    if (!isToken(token)) return undefined;
    const id = hash(token);
    const [row] = await this.database.query<{ signed_in: boolean; id_token: string | null }>(
      "delete from sessions where id_hash = $1 returning person is not null as signed_in, id_token",
      [id],
    );
    return row === undefined
      ? undefined
      : {
          signedIn: row.signed_in,
          idToken:
            row.id_token === null
              ? undefined
              : this.vault.tryOpen(row.id_token, placeOf("id_token", id)),
        };
  }

  /**
   * Whether a token was a signed-in person's, even in an ended session: then signing in again
   * helps.
   */
  async wasSignedIn(token: string): Promise<boolean> {
    if (!isToken(token)) return false;
    const rows = await this.database.query(
      "select 1 from sessions where id_hash = $1 and person is not null",
      [hash(token)],
    );
    return rows.length > 0;
  }

  /** Deletes sessions that ended a day ago. */
  async forgetOld(): Promise<boolean> {
    return deleteSome(
      this.database,
      "sessions",
      `seen_at < now() - interval '1 day' - make_interval(secs => $1::double precision / 1000)
         or created_at < now() - interval '1 day' - make_interval(secs => $2::double precision / 1000)`,
      [this.options.idleMs, this.options.longestMs],
    );
  }

  private firstToken({ fingerprint }: FirstRequest): string {
    return this.tokenOf(this.vault.derive(`session:${fingerprint}`).bytes.toString("base64url"));
  }

  private freshToken(): string {
    return this.tokenOf(randomBytes(32).toString("base64url"));
  }

  /** Marks a token as one for a `__Host-` cookie where this site has such cookies. */
  private tokenOf(secret: string): string {
    return (this.options.hostOnly ? HOST_TOKEN : "") + secret;
  }
}

/**
 * The place of a session's sealed values. When one cannot be decrypted the session is over: signing
 * in again opens another.
 */
function placeOf(column: "person" | "id_token", id: Buffer): BoxPlace {
  return { column: `sessions.${column}`, row: id.toString("hex"), path: "" };
}

/** Whether a token was made for a `__Host-` cookie. */
export function isHostToken(token: string): boolean {
  return token.startsWith(HOST_TOKEN);
}

/** Owner of a person's applications, the same on every device. */
export function subjectOf({ issuer, subject }: Pick<Person, "issuer" | "subject">): Buffer {
  return hash(`${issuer}|${subject}`);
}

const PSEUDONYM = Buffer.from("pseudonym");

/** A hash of the hash: neither leads back to the token, nor one to the other without this table. */
function pseudonymOf(id: Buffer): string {
  return digestOf("sha256", Buffer.concat([PSEUDONYM, id]), "hex").slice(0, 32);
}

function isToken(text: string): boolean {
  return text !== "" && text.length <= 100;
}

/** The hash of a token; undefined for a text of a length that no token has. */
export function hashOfToken(token: string): Buffer | undefined {
  return isToken(token) ? hash(token) : undefined;
}

function hash(text: string): Buffer {
  return digestOf("sha256", text, "buffer");
}
