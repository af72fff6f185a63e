import type { JsonObject } from "../../../../engine/language/json.ts";
import type { Vault } from "../../../storage/secrets/vault.ts";
import { opened, sealed, type Source } from "./source.ts";

/** A record of an application. */
export interface PlatformRecord {
  readonly id: string;
  readonly application: string;
  readonly kind: RecordKind;
  readonly content: JsonObject;
}

export type RecordKind = "instrument" | "payment" | "order" | "channel";

const CONTENT = "platform_records.content";

/** All SQL of instruments, payments, orders and channels. */
export class PlatformRecords {
  constructor(
    private readonly source: Source,
    private readonly vault: Vault,
  ) {}

  async add({ id, application, kind, content }: PlatformRecord): Promise<void> {
    await this.source.query(
      "insert into platform_records (id, application, kind, content) values ($1, $2, $3, $4)",
      [id, application, kind, sealed(this.vault, content, CONTENT, `${application} ${id}`)],
    );
  }

  /** The id of the latest of a kind. */
  async latest(application: string, kind: RecordKind): Promise<string | undefined> {
    const [row] = await this.source.query<{ id: string }>(
      "select id from platform_records where application = $1 and kind = $2 order by number desc limit 1",
      [application, kind],
    );
    return row?.id;
  }

  /** Finds a record of this application only. */
  async find(
    application: string,
    kind: RecordKind,
    id: string,
  ): Promise<PlatformRecord | undefined> {
    const [row] = await this.source.query<{ content: Buffer }>(
      "select content from platform_records where application = $1 and kind = $2 and id = $3",
      [application, kind, id],
    );
    return row === undefined
      ? undefined
      : {
          id,
          application,
          kind,
          content: opened(this.vault, row.content, CONTENT, `${application} ${id}`),
        };
  }
}
