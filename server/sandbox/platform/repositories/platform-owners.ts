import type { JsonObject } from "../../../../engine/language/json.ts";
import type { Vault } from "../../../storage/secrets/vault.ts";
import type { Outcome } from "../decide.ts";
import type { Progress, Standing } from "../standing.ts";
import { opened, sealed, type Source } from "./source.ts";

/** An owner of a part of the business. */
export interface PlatformOwner extends Standing {
  readonly application: string;
  readonly id: string;
  readonly body: JsonObject;
}

interface Row {
  application: string;
  id: string;
  body: Buffer;
  decision: string;
  step_ups: string[];
  outcome: JsonObject;
  progress: Progress;
}

const BODY = "platform_owners.body";

const SELECT =
  "select application, id, body, decision, step_ups, outcome, progress from platform_owners";

/**
 * All SQL of owners. Every statement names the application, outside of which an owner does not
 * exist.
 */
export class PlatformOwners {
  constructor(
    private readonly source: Source,
    private readonly vault: Vault,
  ) {}

  async find(application: string, id: string): Promise<PlatformOwner | undefined> {
    const [row] = await this.source.query<Row>(`${SELECT} where application = $1 and id = $2`, [
      application,
      id,
    ]);
    return row === undefined ? undefined : this.read(row);
  }

  async of(application: string): Promise<PlatformOwner[]> {
    const rows = await this.source.query<Row>(
      `${SELECT} where application = $1 order by created_at, id`,
      [application],
    );
    return rows.map((row) => this.read(row));
  }

  async put({
    application,
    id,
    body,
    decision,
    stepUps,
    outcome,
    progress,
  }: PlatformOwner): Promise<void> {
    await this.source.query(
      `insert into platform_owners (application, id, body, decision, step_ups, outcome, progress) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (application, id) do update set body = excluded.body, decision = excluded.decision, step_ups = excluded.step_ups, outcome = excluded.outcome, progress = excluded.progress`,
      [
        application,
        id,
        sealed(this.vault, body, BODY, `${application} ${id}`),
        decision,
        JSON.stringify(stepUps),
        JSON.stringify(outcome ?? {}),
        JSON.stringify(progress),
      ],
    );
  }

  async remove(application: string, id: string): Promise<void> {
    await this.source.query("delete from platform_owners where application = $1 and id = $2", [
      application,
      id,
    ]);
  }

  /** Records a failure. @returns whether this call is the one that fails */
  async fail(application: string, id: string, because: string): Promise<boolean> {
    const rows = await this.source.query(
      `update platform_owners set progress = jsonb_set(progress, '{failed}', coalesce(progress->'failed', '[]') || to_jsonb($3::text))
       where application = $1 and id = $2 and not coalesce(progress->'failed', '[]') ? $3 returning id`,
      [application, id, because],
    );
    return rows.length > 0;
  }

  private read(row: Row): PlatformOwner {
    return {
      application: row.application,
      id: row.id,
      body: opened(this.vault, row.body, BODY, `${row.application} ${row.id}`),
      decision: row.decision,
      stepUps: row.step_ups,
      outcome:
        Object.keys(row.outcome).length === 0 ? undefined : (row.outcome as unknown as Outcome),
      progress: row.progress,
    };
  }
}
