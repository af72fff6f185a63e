import type { InvalidatedAnswer } from "../../../engine/transition/find-invalidated.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import type { Variant } from "../../../engine/language/variant.ts";
import type { Database } from "../database/database.ts";
import { openDocument, openOnRead } from "../secrets/personal-values.ts";
import type { Vault } from "../secrets/vault.ts";

/** An application in a snapshot. */
export interface ApplicationSnapshot {
  readonly key: string;
  /** The public id, or the key without one. */
  readonly id: string;
  readonly revision: number;
  /** Hash of the version that its last step was taken in. */
  readonly flowVersion: string;
  readonly variant: Variant;
  readonly state: JsonObject;
  /** Whether some value could not be opened and is missing. Always false with `on-read`. */
  readonly incomplete: boolean;
  readonly updatedAt: Date;
  /** Answers that a migration asks for again. */
  readonly askedAgain: readonly InvalidatedAnswer[];
}

/** When personal values are decrypted: `all` before the visit, or each one `on-read`. */
export type Decryption = "all" | "on-read";

/** Applications of one read. */
const BATCH = 400;

/** Where applications are read from. */
interface Place {
  readonly database: Database;
  readonly vault: Vault;
}

interface Row {
  readonly key: string;
  readonly id: string | null;
  readonly revision: number;
  readonly flow_version: string;
  readonly variant: Variant;
  readonly state: JsonObject;
  readonly updated_at: Date;
  readonly asked_again: readonly InvalidatedAnswer[] | null;
  readonly bound: boolean;
}

const FIRST_KEY = "00000000-0000-0000-0000-000000000000";

const READ = `select key, id, revision, flow_version, variant, state, updated_at, asked_again, bound_revision is not null as bound
  from applications where flow = $1 and key > $2 and updated_at < coalesce($4, 'infinity'::timestamptz) order by key limit $3`;

/**
 * Visits every application of a flow in one snapshot, a few hundred at a time: memory stays flat,
 * and no step waits.
 */
export async function scanApplications(
  { database, vault }: Place,
  flow: string,
  visit: (application: ApplicationSnapshot) => void,
  decryption: Decryption = "all",
): Promise<void> {
  await database.transaction(async (client) => {
    await client.query("set transaction isolation level repeatable read, read only");
    const batch = async (after: string) => client.query<Row>(READ, [flow, after, BATCH, null]);
    for (let next = batch(FIRST_KEY); ;) {
      const { rows } = await next;
      const last = rows.length < BATCH ? undefined : rows.at(-1);
      // Prefetches the next batch; its errors reach the caller through the statement above.
      if (last !== undefined) {
        next = batch(last.key);
        next.catch(() => undefined);
      }
      for (const row of rows) visit(snapshotOf(row, vault, decryption));
      if (last === undefined) return;
    }
  });
}

/**
 * The applications of a flow, a few hundred at a time. Each batch has a statement of its own:
 * nothing is open while the caller works on one.
 *
 * @param before only those without a step since then
 */
export async function* applicationBatches(
  { database, vault }: Place,
  flow: string,
  before?: Date,
): AsyncGenerator<readonly ApplicationSnapshot[]> {
  for (let after = FIRST_KEY; ;) {
    const values = [flow, after, BATCH, before ?? null];
    const rows = await database.query<Row & Record<string, unknown>>(READ, values);
    yield rows.map((row) => snapshotOf(row, vault, "all"));
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.key;
  }
}

function snapshotOf(row: Row, vault: Vault, decryption: Decryption): ApplicationSnapshot {
  const { key, id, variant, state, updated_at: updatedAt, bound } = row;
  const place = { column: "applications.state", row: key };
  const { value, unopened } =
    decryption === "all"
      ? openDocument(state, bound, place, vault)
      : { value: openOnRead(state, bound, place, vault), unopened: [] };
  return {
    key,
    id: id ?? key,
    revision: row.revision,
    updatedAt,
    flowVersion: row.flow_version,
    variant,
    state: value as JsonObject,
    incomplete: unopened.length > 0,
    askedAgain: row.asked_again ?? [],
  };
}
