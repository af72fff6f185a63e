import type { Database } from "../database/database.ts";
import { deleteSome } from "../database/delete-some.ts";

/** Content of files by the path that pages name. */
export type FilesByPath = ReadonlyMap<string, Buffer | string>;

/**
 * All SQL of the files that pages load. A page that one node draws asks any other one for them,
 * which may be of another release, or has not drawn that page.
 */
export class PageFiles {
  private readonly own = new Set<string>();

  constructor(private readonly database: Database) {}

  /** Keeps files of this node for the others. A path always has the same content. */
  async provide(files: FilesByPath): Promise<void> {
    const known = new Set(await this.touch([...files.keys()]));
    for (const path of files.keys()) this.own.add(path);
    const missing = [...files].filter(([path]) => !known.has(path));
    if (missing.length > 0)
      await this.database.query(
        `insert into page_files (path, body) select * from unnest($1::text[], $2::bytea[])
         on conflict (path) do nothing`,
        [missing.map(([path]) => path), missing.map(([, content]) => Buffer.from(content))],
      );
  }

  /** The content that some node has kept; undefined for a path that none named. */
  async find(path: string): Promise<Buffer | undefined> {
    const [row] = await this.database.query<{ body: Buffer }>(
      "select body from page_files where path = $1",
      [path],
    );
    return row?.body;
  }

  /** Deletes files that no node has had for a week; those of this node count as seen. */
  async forgetOld(): Promise<boolean> {
    await this.touch([...this.own]);
    return deleteSome(this.database, "page_files", "seen_at < now() - interval '7 days'");
  }

  private async touch(paths: readonly string[]): Promise<readonly string[]> {
    const rows = await this.database.query<{ path: string }>(
      "update page_files set seen_at = now() where path = any($1::text[]) returning path",
      [paths],
    );
    return rows.map(({ path }) => path);
  }
}
