import type { Source } from "./source.ts";

/**
 * A check that proceeds elsewhere while the platform is polled: an identity inquiry, a link on the
 * phone.
 */
export interface PlatformCheck {
  readonly id: string;
  readonly application: string;
  readonly owner: string | undefined;
  readonly kind: CheckKind;
  /** Number of polls. */
  readonly polls: number;
  readonly status: string;
  /** Target of a link. */
  readonly target: string | undefined;
  readonly startedAt: string;
}

export type CheckKind = "identification" | "verification" | "phone";

interface Row {
  id: string;
  application: string;
  owner: string | null;
  kind: CheckKind;
  polls: number;
  status: string;
  target: string | null;
  started_at: Date;
}

const SELECT =
  "select id, application, owner, kind, polls, status, target, started_at from platform_checks";

/** All SQL of checks. */
export class PlatformChecks {
  constructor(private readonly source: Source) {}

  async find(id: string): Promise<PlatformCheck | undefined> {
    return readFirst(await this.source.query<Row>(`${SELECT} where id = $1`, [id]));
  }

  /** The latest one. */
  async latest(
    application: string,
    owner: string | undefined,
    kind: CheckKind,
  ): Promise<PlatformCheck | undefined> {
    return readFirst(
      await this.source.query<Row>(
        `${SELECT} where application = $1 and owner is not distinct from $2 and kind = $3 order by number desc limit 1`,
        [application, owner ?? null, kind],
      ),
    );
  }

  /** Starts a check, unless it was started before. */
  async start(check: Omit<PlatformCheck, "polls" | "status">): Promise<void> {
    await this.source.query(
      "insert into platform_checks (id, application, owner, kind, target, started_at) values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing",
      [
        check.id,
        check.application,
        check.owner ?? null,
        check.kind,
        check.target ?? null,
        check.startedAt,
      ],
    );
  }

  /** Counts a poll. */
  async poll(id: string): Promise<PlatformCheck> {
    const found = readFirst(
      await this.source.query<Row>(
        "update platform_checks set polls = polls + 1 where id = $1 returning id, application, owner, kind, polls, status, target, started_at",
        [id],
      ),
    );
    if (found === undefined) throw new Error(`The check ${id} vanished`);
    return found;
  }

  async end(id: string, status: string): Promise<void> {
    await this.source.query("update platform_checks set status = $2 where id = $1", [id, status]);
  }

  /** Ends all open checks of a kind. */
  async endOpen(application: string, kind: CheckKind, status: string): Promise<void> {
    await this.source.query(
      "update platform_checks set status = $3 where application = $1 and kind = $2 and status = 'IN_PROGRESS'",
      [application, kind, status],
    );
  }

  async startedSince(application: string, kind: CheckKind, since: string): Promise<number> {
    const [row] = await this.source.query<{ count: string }>(
      "select count(*) from platform_checks where application = $1 and kind = $2 and started_at > $3",
      [application, kind, since],
    );
    return Number(row?.count ?? 0);
  }
}

function readFirst([row]: readonly Row[]): PlatformCheck | undefined {
  return row === undefined
    ? undefined
    : {
        ...row,
        owner: row.owner ?? undefined,
        target: row.target ?? undefined,
        startedAt: row.started_at.toISOString(),
      };
}
