import type { Database } from "../database/database.ts";
import { deleteSome } from "../database/delete-some.ts";
import type { BoxPlace, Vault } from "../secrets/vault.ts";
import type { Person } from "./sessions.ts";

/** One entry of the access log: staff who view an application of another person. */
export interface AccessEntry {
  /** Key of the application; undefined: none has the id that was asked for. */
  readonly application: string | undefined;
  readonly role: string;
  readonly person: Person;
  readonly subject: Buffer;
  /** `refused`: an impersonation was refused. `tried`: an action, accepted or refused. */
  readonly kind: "refused" | "began" | "looked" | "tried" | "ended";
  readonly path: string;
  readonly reason?: string;
}

/** An entry as stored. */
export interface NewAccessEntry extends Pick<AccessEntry, "role" | "kind" | "path"> {
  readonly at: string;
  readonly who: Pick<Person, "issuer" | "subject" | "name">;
  readonly reason: string | undefined;
}

/** All SQL of the access log, which is append-only. */
export class AccessLog {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** Writes an entry, before anything is shown. */
  async note({
    application,
    role,
    person,
    subject,
    kind,
    path,
    reason,
  }: AccessEntry): Promise<void> {
    const { issuer, subject: id, name } = person;
    const who = this.vault.seal(
      JSON.stringify({ issuer, subject: id, name }),
      placeOf("who", application, subject),
    );
    await this.database.query(
      "insert into looks (application, role, who, subject, kind, path, reason) values ($1, $2, $3, $4, $5, $6, $7)",
      [
        application ?? null,
        role,
        who,
        subject,
        kind,
        path,
        reason === undefined
          ? null
          : this.vault.seal(reason, placeOf("reason", application, subject)),
      ],
    );
  }

  /** Deletes entries without an application, which no erasure deletes. */
  async forgetOld(): Promise<boolean> {
    return deleteSome(
      this.database,
      "looks",
      "application is null and at < now() - interval '90 days'",
    );
  }

  /** Entries of an application, in order; without one those of applications that do not exist. */
  async at(application: string | undefined): Promise<readonly NewAccessEntry[]> {
    const rows = await this.database.query<{
      at: Date;
      role: string;
      kind: AccessEntry["kind"];
      path: string;
      subject: Buffer;
      who: string;
      reason: string | null;
    }>(
      "select at, role, kind, path, subject, who, reason from looks where application is not distinct from $1::uuid order by id",
      [application ?? null],
    );
    return rows.map(({ at, subject, who, reason, ...row }) => ({
      ...row,
      at: at.toISOString(),
      who: JSON.parse(
        this.vault.open(who, placeOf("who", application, subject)),
      ) as NewAccessEntry["who"],
      reason:
        reason === null
          ? undefined
          : this.vault.open(reason, placeOf("reason", application, subject)),
    }));
  }
}

/** The place of an entry's sealed values: the application, if there is one, and the person. */
function placeOf(
  column: "who" | "reason",
  application: string | undefined,
  subject: Buffer,
): BoxPlace {
  const row = `${application ?? ""} ${subject.toString("hex")}`;
  return { column: `looks.${column}`, row, path: "" };
}
