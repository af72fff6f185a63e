import { createHash } from "node:crypto";
import type { FileReference } from "../../../engine/language/file.ts";
import type { Database } from "../database/database.ts";
import { deleteSome } from "../database/delete-some.ts";
import { encryptBytes, newFileKey, decryptBytes } from "../secrets/file-cipher.ts";
import type { BoxPlace, Vault } from "../secrets/vault.ts";

/** A validated file. */
export interface ExaminedFile extends Omit<FileReference, "id"> {
  readonly content: Buffer;
  readonly thumbnail?: Buffer;
}

/** Maximum number of files of one application, in use or not. */
const MOST_FILES = 30;
const MOST_BYTES = 100_000_000;

/** The sealed metadata of a file. */
interface About extends Omit<FileReference, "id"> {
  /** Key of content and preview. */
  readonly key: string;
}

/** The owner of files. */
export interface FileOwner {
  /** Key of the application. */
  readonly application: string;
  readonly actor: string;
  /** The guest's subject; undefined for the applicant, whose files are the application's. */
  readonly guest: Buffer | undefined;
}

/** The condition that a file is its owner's, whose parts are $2 to $4. */
const OF_OWNER = "application = $2 and actor = $3 and given_by is not distinct from $4";

/** All SQL about files. */
export class Files {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /**
   * Stores a file. The same person's same file is stored once. Above the limit the oldest unused
   * ones are deleted.
   *
   * @returns undefined when all are in use
   */
  async save(
    { application, actor, guest }: FileOwner,
    file: ExaminedFile,
  ): Promise<FileReference | undefined> {
    const { content, thumbnail, ...known } = file;
    const fingerprint = createHash("sha256").update(content).digest("hex");
    const giver = guest === undefined ? actor : `${actor} ${guest.toString("hex")}`;
    const id = `file_${this.vault.derive(`file:${application}:${giver}:${known.name}:${fingerprint}`).bytes.subarray(0, 16).toString("base64url")}`;
    const key = newFileKey();
    const about: About = { ...known, key };
    const closed = encryptBytes(content, key, `${id}:content`);
    const picture = thumbnail === undefined ? null : encryptBytes(thumbnail, key, `${id}:picture`);
    const size = closed.length + (picture?.length ?? 0);
    const kept = await this.database.transaction(async (client) => {
      await client.query("select 1 from applications where key = $1 for update", [application]);
      const { rowCount } = await client.query("update files set created_at = now() where id = $1", [
        id,
      ]);
      if (rowCount === 1) return true;
      const { rows } = await client.query<{ id: string; size: number; used: boolean }>(
        "select id, size, used from files where application = $1 order by used desc, created_at desc",
        [application],
      );
      let count = 1;
      let bytes = size;
      const away: string[] = [];
      for (const row of rows) {
        if (!row.used && (count + 1 > MOST_FILES || bytes + row.size > MOST_BYTES))
          away.push(row.id);
        else {
          count++;
          bytes += row.size;
        }
      }
      if (count > MOST_FILES || bytes > MOST_BYTES) return false;
      await client.query("delete from files where id = any($1)", [away]);
      await client.query(
        "insert into files (id, application, actor, about, content, picture, size, given_by) values ($1, $2, $3, $4, $5, $6, $7, $8)",
        [
          id,
          application,
          actor,
          this.vault.seal(JSON.stringify(about), placeOf(application, id)),
          closed,
          picture,
          size,
          guest ?? null,
        ],
      );
      return true;
    });
    return kept ? { id, ...known } : undefined;
  }

  /** Metadata of files; none for another owner's. */
  async find(
    { application, actor, guest }: FileOwner,
    ids: readonly string[],
  ): Promise<readonly FileReference[]> {
    if (ids.length === 0) return [];
    const rows = await this.database.query<{ id: string; about: string }>(
      `select id, about from files where id = any($1) and ${OF_OWNER}`,
      [ids, application, actor, guest ?? null],
    );
    return rows.flatMap(({ id, about }) => {
      const opened = this.about(about, application, id);
      if (opened === undefined) return [];
      const { key: _, ...known } = opened;
      return [{ id, ...known }];
    });
  }

  /** The preview of a file; undefined without one, and for another owner's. */
  async pictureOf(
    { application, actor, guest }: FileOwner,
    id: string,
  ): Promise<Buffer | undefined> {
    const [row] = await this.database.query<{ about: string; picture: Buffer | null }>(
      `select about, picture from files where id = $1 and ${OF_OWNER}`,
      [id, application, actor, guest ?? null],
    );
    if (row === undefined || row.picture === null) return undefined;
    const about = this.about(row.about, application, id);
    return about === undefined ? undefined : decryptBytes(row.picture, about.key, `${id}:picture`);
  }

  /** The content of any file of an application, for calls. */
  async contentOf(application: string, id: string): Promise<Buffer | undefined> {
    const [row] = await this.database.query<{ about: string; content: Buffer }>(
      "select about, content from files where id = $1 and application = $2",
      [id, application],
    );
    const about = row === undefined ? undefined : this.about(row.about, application, id);
    return row === undefined || about === undefined
      ? undefined
      : decryptBytes(row.content, about.key, `${id}:content`);
  }

  /** Deletes files that no state and no draft refers to, a day after their upload. */
  async forgetOld(): Promise<boolean> {
    return deleteSome(
      this.database,
      "files",
      "not used and created_at < now() - interval '1 day' and not exists (select 1 from drafts where drafts.application = files.application and files.id = any(drafts.files) and forget_at > now())",
    );
  }

  private about(box: string, application: string, id: string): About | undefined {
    const text = this.vault.tryOpen(box, placeOf(application, id));
    return text === undefined ? undefined : (JSON.parse(text) as About);
  }
}

/** The place of a file's sealed metadata. */
function placeOf(application: string, id: string): BoxPlace {
  return { column: "files.about", row: `${application} ${id}`, path: "" };
}
