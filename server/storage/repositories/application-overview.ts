import type { Database } from "../database/database.ts";

/** What waits for an application or came of it, without anything personal. */
export interface ApplicationOverview {
  readonly begunAt: Date;
  /** The latest step of a person. */
  readonly steppedAt: Date;
  /** When a node looks at it next; undefined: once a request comes. */
  readonly dueAt: Date | undefined;
  readonly lastStep:
    | {
        readonly at: Date;
        readonly kind: string;
        readonly because: string;
        readonly actor: string;
      }
    | undefined;
  readonly calls: readonly OpenCall[];
  readonly links: readonly WaitingLink[];
  /** Providers that the application waits for, and events that it has not used yet. */
  readonly webhooks: readonly { readonly provider: string; readonly unused: number }[];
}

/** A call without a final answer. */
export interface OpenCall {
  readonly name: string;
  readonly askedAt: Date;
  /** A process works on it until then; past: it is free to be made again. */
  readonly leasedUntil: Date;
  /** The outcome that was shown, while the true one is unknown. */
  readonly outcome: string | undefined;
}

/** A link that still opens. */
export interface WaitingLink {
  readonly role: string;
  readonly resource: string;
  readonly sentAt: Date;
  readonly expiresAt: Date;
  /** Its first use. */
  readonly usedAt: Date | undefined;
}

interface OverviewRow {
  begunAt: Date;
  steppedAt: Date;
  dueAt: Date | null;
}

/**
 * Reads what waits for an application.
 *
 * @param key of the application
 */
export async function readOverview(
  database: Database,
  key: string,
): Promise<ApplicationOverview | undefined> {
  const [row] = await database.query<OverviewRow>(
    `select created_at as "begunAt", updated_at as "steppedAt", least(due_at, timers_at) as "dueAt" from applications where key = $1`,
    [key],
  );
  if (row === undefined) return undefined;
  const [lastStep] = await database.query<NonNullable<ApplicationOverview["lastStep"]>>(
    "select at, kind, because, actor from journal where application = $1 order by revision desc limit 1",
    [key],
  );
  const calls = await database.query<OpenCall & { outcome: string | null }>(
    `select name, created_at as "askedAt", leased_until as "leasedUntil", outcome
     from calls where application = $1 and answered_at is null order by created_at`,
    [key],
  );
  const links = await database.query<WaitingLink & { usedAt: Date | null }>(
    `select role, thing as resource, created_at as "sentAt", expires_at as "expiresAt", used_at as "usedAt"
     from grants where application = $1 and revoked_at is null and expires_at > now() order by created_at`,
    [key],
  );
  const webhooks = await database.query<ApplicationOverview["webhooks"][number]>(
    `select k.provider, count(e.id)::int as unused from webhook_keys k
     left join webhook_events e on (e.flow, e.provider, e.key_hash) = (k.flow, k.provider, k.key_hash) and e.settled_at is null
     where k.application = $1 group by k.provider order by k.provider`,
    [key],
  );
  return {
    begunAt: row.begunAt,
    steppedAt: row.steppedAt,
    dueAt: row.dueAt ?? undefined,
    lastStep,
    calls: calls.map((call) => ({ ...call, outcome: call.outcome ?? undefined })),
    links: links.map((link) => ({ ...link, usedAt: link.usedAt ?? undefined })),
    webhooks,
  };
}
