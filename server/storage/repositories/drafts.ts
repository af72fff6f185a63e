import { batchedRead } from "../database/batched-read.ts";
import type { BatchedStatement } from "../database/batched-statement.ts";
import type { Draft } from "../../../engine/transition/draft.ts";
import type { Database } from "../database/database.ts";
import { deleteSome } from "../database/delete-some.ts";
import type { NamedStatement } from "../database/named-statement.ts";
import type { BoxPlace, Vault } from "../secrets/vault.ts";

/** The place of a draft: application, session, screen and resource. */
export interface DraftPlace {
  /** Key of the application. */
  readonly application: string;
  /** Subject of the session. */
  readonly subject: Buffer;
  readonly screen: string;
  /** The resource of the screen; empty without one. */
  readonly resource: string;
}

/** A draft as stored. */
export interface KeptDraft extends Draft {
  /** ISO 8601. */
  readonly at: string;
}

/** Maximum number of drafts of one application; the oldest are dropped. */
const MOST_DRAFTS = 50;

/** Drafts of one read. */
const BATCH = 400;

/** The data stored with a draft. */
export interface DraftTerms {
  /** Ids of its files. */
  readonly files: readonly string[];
  /** Revision of the application that the draft was compared with. */
  readonly revision: number;
  /** Days until it expires. */
  readonly days: number;
}

const FIND: NamedStatement = {
  name: "draft",
  text: "select body, kept_at from drafts where application = $1 and subject = $2 and screen = $3 and thing = $4 and forget_at > now()",
};

const FIND_MANY: NamedStatement = {
  name: "drafts",
  text: `select asked.at::int as at, body, kept_at
    from unnest($1::uuid[], $2::bytea[], $3::text[], $4::text[])
      with ordinality as asked (application, subject, screen, thing, at)
    join drafts using (application, subject, screen, thing)
    where forget_at > now()`,
};

interface DraftRow {
  readonly body: string;
  readonly kept_at: Date;
}

/** All SQL of drafts. `Applications.saveStep` deletes a draft with the step that sends its form. */
export class Drafts {
  private readonly finds: BatchedStatement<DraftPlace, DraftRow | undefined>;

  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {
    this.finds = batchedRead<DraftPlace, DraftRow>(database, {
      one: FIND,
      many: FIND_MANY,
      valuesOf: ({ application, subject, screen, resource }) => [
        application,
        subject,
        screen,
        resource,
      ],
    });
  }

  async find(place: DraftPlace): Promise<KeptDraft | undefined> {
    const row = await this.finds.one(place);
    const draft = row === undefined ? undefined : this.opened(row.body, place);
    return row === undefined || draft === undefined
      ? undefined
      : { ...draft, at: row.kept_at.toISOString() };
  }

  /** A visitor's drafts on all screens of an application. */
  async ofVisitor(
    application: string,
    subject: Buffer,
  ): Promise<readonly (Draft & Pick<DraftPlace, "screen" | "resource">)[]> {
    const rows = await this.database.query<{ screen: string; resource: string; body: string }>(
      "select screen, thing as resource, body from drafts where application = $1 and subject = $2 and forget_at > now()",
      [application, subject],
    );
    return rows.flatMap(({ screen, resource, body }) => {
      const draft = this.opened(body, { application, screen, resource });
      return draft === undefined ? [] : [{ screen, resource, ...draft }];
    });
  }

  /**
   * Saves a draft in place of the one before.
   *
   * @returns the time of saving; undefined where the application is at another revision, or gone
   */
  async save(
    { application, subject, screen, resource }: DraftPlace,
    draft: Draft,
    { files, revision, days }: DraftTerms,
  ): Promise<string | undefined> {
    const [row] = await this.database.query<{ kept_at: Date }>(
      `with
        present as (select key from applications where key = $1 and revision = $2 for key share),
        kept as (
          insert into drafts (application, subject, screen, thing, body, files, kept_at, forget_at)
          select key, $3, $4, $5, $6, $7, date_trunc('milliseconds', clock_timestamp()), now() + make_interval(days => $8) from present
          on conflict (application, subject, screen, thing)
          do update set body = excluded.body, files = excluded.files, kept_at = excluded.kept_at, forget_at = excluded.forget_at
          returning kept_at
        ),
        room as (
          delete from drafts using (
            select ctid as place, kept_at from drafts where application = $1 and (subject, screen, thing) <> ($3, $4, $5) order by kept_at desc offset ${MOST_DRAFTS - 1}
          ) oldest
          where drafts.ctid = oldest.place and drafts.kept_at = oldest.kept_at
        )
      select kept_at from kept`,
      [
        application,
        revision,
        subject,
        screen,
        resource,
        this.vault.seal(JSON.stringify(draft), placeOf({ application, screen, resource })),
        files,
        days,
      ],
    );
    return row?.kept_at.toISOString();
  }

  async forget({ application, subject, screen, resource }: DraftPlace): Promise<void> {
    await this.database.query(
      "delete from drafts where application = $1 and subject = $2 and screen = $3 and thing = $4",
      [application, subject, screen, resource],
    );
  }

  /** Deletes all drafts of an application. */
  async forgetOf(application: string): Promise<void> {
    await this.database.query("delete from drafts where application = $1", [application]);
  }

  /** Deletes expired drafts. */
  async forgetOld(): Promise<boolean> {
    return deleteSome(this.database, "drafts", "forget_at < now()");
  }

  /** Visits every draft of a flow, a few hundred at a time. */
  async eachOf(
    flow: string,
    visit: (draft: {
      readonly key: string;
      readonly id: string;
      readonly screen: string;
      readonly draft: Draft;
    }) => void,
  ): Promise<void> {
    for (
      let last: readonly unknown[] = [
        "00000000-0000-0000-0000-000000000000",
        Buffer.alloc(0),
        "",
        "",
      ];
      ;
    ) {
      const rows = await this.database.query<{
        key: string;
        id: string | null;
        subject: Buffer;
        screen: string;
        resource: string;
        body: string;
      }>(
        `select key, id, drafts.subject, screen, thing as resource, body from drafts join applications on key = application
         where flow = $1 and (application, drafts.subject, screen, thing) > ($2, $3, $4, $5) order by application, drafts.subject, screen, thing limit ${BATCH}`,
        [flow, ...last],
      );
      for (const { key, id, screen, resource, body } of rows) {
        const draft = this.opened(body, { application: key, screen, resource });
        if (draft !== undefined) visit({ key, id: id ?? key, screen, draft });
      }
      const end = rows.at(-1);
      if (end === undefined || rows.length < BATCH) return;
      last = [end.key, end.subject, end.screen, end.resource];
    }
  }

  /** Opens a draft; undefined when it cannot be decrypted. It stays until it expires. */
  private opened(body: string, place: Omit<DraftPlace, "subject">): Draft | undefined {
    const text = this.vault.tryOpen(body, placeOf(place));
    return text === undefined ? undefined : (JSON.parse(text) as Draft);
  }
}

/**
 * The place of a draft's sealed value. The subject is no part of it: signing in changes the
 * subject.
 */
function placeOf({ application, screen, resource }: Omit<DraftPlace, "subject">): BoxPlace {
  return { column: "drafts.body", row: `${application} ${screen} ${resource}`, path: "" };
}
