import { stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Permission of users other than owner and group to pass through a folder. */
const OTHERS_MAY_ENTER = 0o001;

/**
 * Finds the folder on the way to a path that other users may not enter.
 *
 * PostgreSQL refuses to run as root. A service that runs as root starts it as the user `postgres`,
 * who must reach the programs and the data.
 *
 * @param path an absolute path; it need not exist
 * @returns the outermost closed folder; undefined when the way is open
 */
export async function closedFolder(path: string): Promise<string | undefined> {
  const parent = dirname(path);
  const closedAbove = parent === path ? undefined : await closedFolder(parent);
  if (closedAbove !== undefined) return closedAbove;
  const found = await stat(path).catch(() => undefined);
  const isClosed = found?.isDirectory() === true && (found.mode & OTHERS_MAY_ENTER) === 0;
  return isClosed ? path : undefined;
}

/**
 * Checks that the user `postgres` can reach some folders, before PostgreSQL starts as that user.
 *
 * @param paths absolute paths of the folders
 * @throws Error that names the closed folder and three solutions
 */
export async function requireFolderAccess(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const closed = await closedFolder(path);
    if (closed !== undefined)
      throw new Error(
        `The embedded PostgreSQL cannot reach ${path}: as root it runs as the user "postgres", who may not enter ${closed}. ` +
          "Run Foyer as another user, or from a folder that every user may enter, such as /srv, or set DATABASE_URL.",
      );
  }
}
