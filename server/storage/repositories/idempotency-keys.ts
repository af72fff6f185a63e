import { BatchedStatement } from "../database/batched-statement.ts";
import type { Destination, Notice } from "../../../engine/transition/answer.ts";
import type { Database } from "../database/database.ts";
import type { NamedStatement } from "../database/named-statement.ts";
import type { Vault } from "../secrets/vault.ts";

/**
 * The result of a request with a key: small, without personal data. Its state is folded from the
 * journal.
 */
export interface KeptAnswer {
  /** The step's destination. */
  readonly next: Destination;
  readonly notices: readonly Notice[];
  /** Revision of the shown state; undefined in answers of an earlier version. */
  readonly revision?: number;
  /** The destination after the next page's loads, with their notices. */
  readonly loaded?: { readonly next: Destination; readonly notices: readonly Notice[] };
}

export interface ClaimedKey {
  readonly requestHash: Buffer;
  readonly application: string;
  /** Undefined while the step is in progress. */
  readonly answer: KeptAnswer | undefined;
}

const FIND: NamedStatement = {
  name: "idempotency-key",
  text: "select request_hash, application, answer from idempotency_keys where subject = $1 and key = $2",
};

const FIND_MANY: NamedStatement = {
  name: "idempotency-keys",
  text: `select asked.at::int as at, request_hash, application, answer
    from unnest($1::bytea[], $2::text[]) with ordinality as asked (subject, key, at)
    join idempotency_keys using (subject, key)`,
};

interface ClaimRow {
  readonly request_hash: Buffer;
  readonly application: string;
  readonly answer: KeptAnswer | null;
}

interface ClaimKey {
  readonly subject: Buffer;
  readonly key: string;
}

/** All SQL of idempotency keys; a step claims its key when it is saved. */
export class IdempotencyKeys {
  private readonly finds = new BatchedStatement<ClaimKey, ClaimRow | undefined>({
    alone: async ({ subject, key }) =>
      (await this.database.query<ClaimRow>(FIND, [subject, key]))[0],
    together: async (keys) => {
      const rows = await this.database.query<ClaimRow & { readonly at: number }>(FIND_MANY, [
        keys.map(({ subject }) => subject),
        keys.map(({ key }) => key),
      ]);
      const byKey = new Map(rows.map((row) => [row.at, row]));
      return keys.map((_, at) => byKey.get(at + 1));
    },
  });

  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** Fingerprint of a request: a keyed hash, since typed data may be no more than nine digits. */
  printOf(request: string): Buffer {
    return this.vault.derive(`request:${request}`).bytes;
  }

  /** Whether a fingerprint is that of a request, with any of the keys. */
  isOf(print: Buffer, request: string): boolean {
    return this.vault.keys.some((key) =>
      this.vault.derive(`request:${request}`, key).bytes.equals(print),
    );
  }

  async find(subject: Buffer, key: string): Promise<ClaimedKey | undefined> {
    const row = await this.finds.one({ subject, key });
    return row === undefined
      ? undefined
      : {
          requestHash: row.request_hash,
          application: row.application,
          answer: row.answer === null ? undefined : withReasons(row.answer),
        };
  }

  /** Saves the final page of a request, where it differs from its last step's. */
  async amend(
    subject: Buffer,
    key: string,
    shown: Required<Pick<KeptAnswer, "revision">> & Pick<KeptAnswer, "loaded">,
  ): Promise<void> {
    await this.database.query(
      "update idempotency_keys set answer = answer || $3::jsonb where subject = $1 and key = $2 and answer is not null",
      [subject, key, JSON.stringify(shown)],
    );
  }

  /** Deletes keys older than a day: clients do not repeat that late. */
  async forgetOld(): Promise<void> {
    await this.database.query(
      "delete from idempotency_keys where created_at < now() - interval '1 day'",
    );
  }
}

/** Converts answers of an earlier version, whose reason is a text. */
function withReasons(answer: KeptAnswer): KeptAnswer {
  const { next, loaded } = answer;
  return {
    ...answer,
    next: withReason(next),
    ...(loaded === undefined ? {} : { loaded: { ...loaded, next: withReason(loaded.next) } }),
  };
}

function withReason(next: Destination & { readonly because?: string }): Destination {
  return next.because === undefined
    ? next
    : { ...next, reason: { kind: "recorded", text: next.because } };
}
