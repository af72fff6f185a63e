import { batchedRead } from "../database/batched-read.ts";
import type { BatchedStatement } from "../database/batched-statement.ts";
import type { Destination, Notice } from "../../../engine/transition/answer.ts";
import type { Database } from "../database/database.ts";
import { deleteSome } from "../database/delete-some.ts";
import type { NamedStatement } from "../database/named-statement.ts";
import type { BoxPlace, Vault } from "../secrets/vault.ts";

/**
 * The result of a request with a key. It is sealed, since notices may have texts of services. Its
 * state is folded from the journal.
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
  text: "select request_hash, application, sealed_answer, answer from idempotency_keys where subject = $1 and key = $2",
};

const FIND_MANY: NamedStatement = {
  name: "idempotency-keys",
  text: `select asked.at::int as at, request_hash, application, sealed_answer, answer
    from unnest($1::bytea[], $2::text[]) with ordinality as asked (subject, key, at)
    join idempotency_keys using (subject, key)`,
};

interface ClaimRow {
  readonly request_hash: Buffer;
  readonly application: string;
  readonly sealed_answer: string | null;
  /** The answer of an earlier release, unsealed. */
  readonly answer: KeptAnswer | null;
}

interface ClaimKey {
  readonly subject: Buffer;
  readonly key: string;
}

/** All SQL of idempotency keys; a step claims its key when it is saved. */
export class IdempotencyKeys {
  private readonly finds: BatchedStatement<ClaimKey, ClaimRow | undefined>;

  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {
    this.finds = batchedRead<ClaimKey, ClaimRow>(database, {
      one: FIND,
      many: FIND_MANY,
      valuesOf: ({ subject, key }) => [subject, key],
    });
  }

  /** The fingerprint of a request: a keyed hash, since typed data may be nine digits only. */
  fingerprintOf(request: string): Buffer {
    return this.vault.derive(`request:${request}`).bytes;
  }

  /** Whether a fingerprint is that of a request, with any of the keys. */
  isOf(fingerprint: Buffer, request: string): boolean {
    return this.vault.keys.some((key) =>
      this.vault.derive(`request:${request}`, key).bytes.equals(fingerprint),
    );
  }

  async find(subject: Buffer, key: string): Promise<ClaimedKey | undefined> {
    const row = await this.finds.one({ subject, key });
    return row === undefined
      ? undefined
      : {
          requestHash: row.request_hash,
          application: row.application,
          answer: this.answerOf(row, key),
        };
  }

  /**
   * Saves the final page of a request, where it differs from its last step's.
   *
   * @param application of the key
   */
  async amend(
    { subject, key, application }: ClaimKey & Pick<ClaimedKey, "application">,
    answer: KeptAnswer,
  ): Promise<void> {
    await this.database.query(
      "update idempotency_keys set sealed_answer = $3 where subject = $1 and key = $2 and sealed_answer is not null",
      [subject, key, sealAnswer(answer, { application, key }, this.vault)],
    );
  }

  /** Moves a claimed key to the application that follows the one of its step, with its answer. */
  async handOver(
    { subject, key, application }: ClaimKey & Pick<ClaimedKey, "application">,
    { to, answer }: { readonly to: string; readonly answer: KeptAnswer },
  ): Promise<void> {
    await this.database.query(
      "update idempotency_keys set application = $4, sealed_answer = $5 where subject = $1 and key = $2 and application = $3 and sealed_answer is not null",
      [subject, key, application, to, sealAnswer(answer, { application: to, key }, this.vault)],
    );
  }

  private answerOf(row: ClaimRow, key: string): KeptAnswer | undefined {
    if (row.sealed_answer === null)
      return row.answer === null ? undefined : withReasons(row.answer);
    const text = this.vault.tryOpen(row.sealed_answer, answerPlace(row.application, key));
    return text === undefined ? undefined : (JSON.parse(text) as KeptAnswer);
  }

  /** Deletes keys older than a day: clients do not repeat that late. */
  async forgetOld(): Promise<boolean> {
    return deleteSome(this.database, "idempotency_keys", "created_at < now() - interval '1 day'");
  }
}

/** Seals the answer of a key. */
export function sealAnswer(
  answer: KeptAnswer,
  { application, key }: { readonly application: string; readonly key: string },
  vault: Vault,
): string {
  return vault.seal(JSON.stringify(answer), answerPlace(application, key));
}

/** The place of a sealed answer. The subject is no part of it: it changes with a sign-in. */
function answerPlace(application: string, key: string): BoxPlace {
  return { column: "idempotency_keys.sealed_answer", row: `${application} ${key}`, path: "" };
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
