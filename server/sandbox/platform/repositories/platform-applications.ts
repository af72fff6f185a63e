import type { JsonObject } from "../../../../engine/language/json.ts";
import type { Vault } from "../../../storage/secrets/vault.ts";
import type { Outcome } from "../decide.ts";
import type { Progress, Standing } from "../standing.ts";
import { opened, sealed, type Source } from "./source.ts";

/** An application as the platform knows it. */
export interface PlatformApplication extends Standing {
  readonly id: string;
  readonly body: JsonObject;
  /** Hash of its customer. */
  readonly customer: string | undefined;
  readonly intent: string;
  readonly business: string;
  readonly decidedAt: string | undefined;
  /** Time of the first decision. */
  readonly onboardedAt: string | undefined;
  readonly code: SentCode | undefined;
  readonly createdAt: string;
}

/** A sent one-time code; stored as a keyed hash. */
export interface SentCode {
  readonly hash: string;
  readonly sentAt: string;
  readonly attempts: number;
  /** Times of the codes of the last day, this one included. */
  readonly sent: readonly string[];
}

interface Row {
  id: string;
  body: Buffer;
  customer: string | null;
  intent: string;
  business: string;
  decision: string;
  step_ups: string[];
  outcome: JsonObject;
  decided_at: Date | null;
  onboarded_at: Date | null;
  progress: Progress;
  code: SentCode | null;
  created_at: Date;
}

const BODY = "platform_applications.body";

const SELECT =
  "select id, body, customer, intent, business, decision, step_ups, outcome, decided_at, onboarded_at, progress, code, created_at from platform_applications";

/** All SQL of the platform's applications. */
export class PlatformApplications {
  constructor(
    private readonly source: Source,
    private readonly vault: Vault,
  ) {}

  /** @param lock locks it until the transaction ends */
  async find(id: string, lock = false): Promise<PlatformApplication | undefined> {
    const [row] = await this.source.query<Row>(
      `${SELECT} where id = $1${lock ? " for update" : ""}`,
      [id],
    );
    return row === undefined ? undefined : this.read(row);
  }

  /** A customer's applications with a decision, the oldest first. */
  async ofCustomer(customer: string): Promise<PlatformApplication[]> {
    const rows = await this.source.query<Row>(
      `${SELECT} where customer = $1 and onboarded_at is not null order by created_at, id limit 100`,
      [customer],
    );
    return rows.map((row) => this.read(row));
  }

  /** A business's applications with a decision, the one that created it first. */
  async ofBusiness(business: string): Promise<PlatformApplication[]> {
    const rows = await this.source.query<Row>(
      `${SELECT} where business = $1 and onboarded_at is not null order by intent = 'ADD_STORE', created_at, id limit 100`,
      [business],
    );
    return rows.map((row) => this.read(row));
  }

  /** Stores an application, new or not, with its submission. */
  async put(application: PlatformApplication): Promise<void> {
    await this.source.query(
      `insert into platform_applications (id, body, customer, intent, business, created_at) values ($1, $2, $3, $4, $5, $6)
       on conflict (id) do update set body = excluded.body, customer = excluded.customer, intent = excluded.intent, business = excluded.business`,
      [
        application.id,
        sealed(this.vault, application.body, BODY, application.id),
        application.customer ?? null,
        application.intent,
        application.business,
        application.createdAt,
      ],
    );
    await this.save(application);
  }

  /** Saves an application's standing; its submission stays. */
  async save({
    id,
    decision,
    stepUps,
    outcome,
    decidedAt,
    onboardedAt,
    progress,
    code,
    customer,
  }: PlatformApplication): Promise<void> {
    await this.source.query(
      `update platform_applications set decision = $2, step_ups = $3, outcome = $4, decided_at = $5, onboarded_at = $6, progress = $7, code = $8, customer = $9 where id = $1`,
      [
        id,
        decision,
        JSON.stringify(stepUps),
        JSON.stringify(outcome ?? {}),
        decidedAt ?? null,
        onboardedAt ?? null,
        JSON.stringify(progress),
        code === undefined ? null : JSON.stringify(code),
        customer ?? null,
      ],
    );
  }

  /** Records a failure. @returns whether this call is the one that fails */
  async fail(id: string, because: string): Promise<boolean> {
    const rows = await this.source.query(
      `update platform_applications set progress = jsonb_set(progress, '{failed}', coalesce(progress->'failed', '[]') || to_jsonb($2::text))
       where id = $1 and not coalesce(progress->'failed', '[]') ? $2 returning id`,
      [id, because],
    );
    return rows.length > 0;
  }

  /** Counts a beacon of an applicant who left. */
  async countBeacon(id: string): Promise<void> {
    await this.source.query(
      "update platform_applications set beacons = beacons + 1 where id = $1",
      [id],
    );
  }

  private read(row: Row): PlatformApplication {
    return {
      id: row.id,
      body: opened(this.vault, row.body, BODY, row.id),
      customer: row.customer ?? undefined,
      intent: row.intent,
      business: row.business,
      decision: row.decision,
      stepUps: row.step_ups,
      outcome:
        Object.keys(row.outcome).length === 0 ? undefined : (row.outcome as unknown as Outcome),
      decidedAt: row.decided_at?.toISOString(),
      onboardedAt: row.onboarded_at?.toISOString(),
      progress: row.progress,
      code: row.code ?? undefined,
      createdAt: row.created_at.toISOString(),
    };
  }
}
