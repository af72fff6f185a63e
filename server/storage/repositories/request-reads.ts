import type { Database } from "../database/database.ts";
import type { NamedStatement } from "../database/named-statement.ts";
import type { Vault } from "../secrets/vault.ts";
import {
  RECORD_COLUMNS,
  recordOf,
  type ApplicationRecord,
  type ApplicationRow,
} from "./application-record.ts";
import {
  hashOfToken,
  sessionRead,
  type Session,
  type SessionRow,
  type Sessions,
} from "./sessions.ts";
import { latestMatching, filterParameters, type ApplicationFilter } from "./application-filter.ts";
import { batchedRead } from "../database/batched-read.ts";
import type { BatchedStatement } from "../database/batched-statement.ts";

/** The application of a request: the one that its path names, or the visitor's latest in a flow. */
export type WantedApplication =
  | { readonly id: string }
  | ({ readonly flow: string } & ApplicationFilter);

/** Session and application of a request. */
export interface RequestRead {
  /** Undefined without a living session. */
  readonly session: Session | undefined;
  /** By its id with any owner; the latest one only of a living session. */
  readonly application: ApplicationRecord | undefined;
  /** Whether the visitor has a draft on any screen of the application. */
  readonly drafted: boolean;
  /** Whether the visitor has claimed the idempotency key before; false without a session. */
  readonly claimed: boolean;
}

/** The columns of both tables: null for a missing session or application. */
type Row = (SessionRow | { readonly id_hash: null }) & {
  readonly application: ApplicationJson | null;
  readonly drafted: boolean;
  readonly claimed: boolean;
};

/** An application as `row_to_json` gives it, its subject in hexadecimal. */
type ApplicationJson = Omit<ApplicationRow, "subject"> & { readonly subject: string };

/** The columns of a row. @param key SQL of the idempotency key */
const columnsWith = (key: string): string => `session.*, to_json(application) as application,
  exists (
    select 1 from drafts
    where drafts.application = application.key and subject = session.owner and forget_at > now()
  ) as drafted,
  exists (
    select 1 from idempotency_keys claim where claim.subject = session.owner and claim.key = ${key}
  ) as claimed`;

const BY_ID = reading("request-by-id", "id = $6");
const LATEST = reading(
  "request-latest",
  `subject = session.owner and flow = $6 and ${latestMatching(7)}`,
);

function reading(name: string, where: string): NamedStatement {
  return {
    name,
    text: `with session as (${sessionRead("$1")})
      select ${columnsWith("$5")}
      from (select) one left join session on true
        left join lateral (select ${RECORD_COLUMNS} from applications where ${where}) application on true`,
  };
}

const BY_ID_MANY: NamedStatement = {
  name: "requests-by-id",
  text: `select asked.at::int as at, ${columnsWith("asked.claim")}
    from unnest($1::bytea[], $5::text[], $6::text[]) with ordinality as asked (token, claim, wanted, at)
      left join lateral (${sessionRead("asked.token")}) session on true
      left join lateral (select ${RECORD_COLUMNS} from applications where id = asked.wanted) application on true`,
};

/** A request for an application by its id. */
interface ReadById {
  /** Hash of the session's token; undefined without a token. */
  readonly hash: Buffer | undefined;
  readonly key: string | undefined;
  readonly id: string;
}

/** Reads the session and the application of a request in one round trip. */
export class RequestReads {
  private readonly byId: BatchedStatement<ReadById, Row | undefined>;

  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly sessions: Sessions,
  ) {
    const { limits } = sessions;
    this.byId = batchedRead<ReadById, Row>(database, {
      one: BY_ID,
      many: BY_ID_MANY,
      // A session without a hash is none: no row of the table equals null.
      valuesOf: ({ hash, key, id }) => [hash ?? null, ...limits, key ?? null, id],
      valuesOfMany: (reads) => [
        reads.map(({ hash }) => hash ?? null),
        ...limits,
        reads.map(({ key }) => key ?? null),
        reads.map(({ id }) => id),
      ],
    });
  }

  /**
   * @param token of the request, alive or not; undefined without one
   * @param key the request's Idempotency-Key
   */
  async read(
    token: string | undefined,
    wanted: WantedApplication,
    key?: string,
  ): Promise<RequestRead> {
    const hash = token === undefined ? undefined : hashOfToken(token);
    if (hash === undefined && !("id" in wanted))
      return { session: undefined, application: undefined, drafted: false, claimed: false };
    const row =
      "id" in wanted
        ? await this.byId.one({ hash, key, id: wanted.id })
        : (
            await this.database.query<Row>(LATEST, [
              hash,
              ...this.sessions.limits,
              key ?? null,
              wanted.flow,
              ...filterParameters(wanted),
            ])
          )[0];
    const session =
      row === undefined || row.id_hash === null ? undefined : await this.sessions.sessionOf(row);
    const application = row?.application ?? undefined;
    return {
      session,
      application:
        application === undefined || (session === undefined && !("id" in wanted))
          ? undefined
          : recordOf({ ...application, subject: bytesOf(application.subject) }, this.vault),
      drafted: row?.drafted ?? false,
      claimed: row?.claimed ?? false,
    };
  }
}

/** Decodes the JSON form of bytes: `\x` and hexadecimal digits. */
function bytesOf(text: string): Buffer {
  return Buffer.from(text.slice(2), "hex");
}
