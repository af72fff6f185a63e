import type { JsonObject } from "../../../../engine/language/json.ts";
import type { Vault } from "../../../storage/secrets/vault.ts";
import { opened, sealed, type Source } from "./source.ts";

/** A performed effect, with its answer. */
export interface PlatformEffect {
  readonly key: string;
  readonly application: string | undefined;
  readonly call: string;
  readonly status: number;
  readonly answer: JsonObject;
}

const ANSWER = "platform_effects.answer";

/** All SQL of effects. */
export class PlatformEffects {
  constructor(
    private readonly source: Source,
    private readonly vault: Vault,
  ) {}

  /** Claims a key; false when it is taken. Concurrent claims wait until this transaction ends. */
  async claim(key: string, call: string): Promise<boolean> {
    const rows = await this.source.query(
      "insert into platform_effects (key, call, status, answer) values ($1, $2, 0, '') on conflict (key) do nothing returning key",
      [key, call],
    );
    return rows.length > 0;
  }

  async find(key: string): Promise<PlatformEffect | undefined> {
    const [row] = await this.source.query<{
      application: string | null;
      call: string;
      status: number;
      answer: Buffer;
    }>("select application, call, status, answer from platform_effects where key = $1", [key]);
    return row === undefined
      ? undefined
      : {
          key,
          application: row.application ?? undefined,
          call: row.call,
          status: row.status,
          answer: opened(this.vault, row.answer, ANSWER, key),
        };
  }

  async save({ key, application, call, status, answer }: PlatformEffect): Promise<void> {
    await this.source.query(
      "update platform_effects set application = $2, call = $3, status = $4, answer = $5 where key = $1",
      [key, application ?? null, call, status, sealed(this.vault, answer, ANSWER, key)],
    );
  }

  /** Releases a key: after a failure the caller may try again. */
  async release(key: string): Promise<void> {
    await this.source.query("delete from platform_effects where key = $1", [key]);
  }
}
