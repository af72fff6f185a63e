import type { PublishRecord } from "../storage/repositories/versions.ts";

/**
 * The version that a rollback leads to: the one that was live before. A second rollback goes one
 * further.
 *
 * @param history of one flow, the latest first
 */
export function versionBefore(history: readonly PublishRecord[], live: string): string | undefined {
  const published = history.findIndex(({ hash, kind }) => hash === live && kind === "publish");
  return history.slice(published + 1).find(({ hash }) => hash !== live)?.hash;
}

/**
 * Finds a version by the beginning of its hash.
 *
 * @throws Error for none, or more than one
 */
export function findHash(history: readonly PublishRecord[], beginning: string): string {
  const found = [...new Set(history.map(({ hash }) => hash))].filter((hash) =>
    hash.startsWith(beginning),
  );
  const [hash] = found;
  if (hash === undefined || found.length > 1)
    throw new Error(
      hash === undefined
        ? `no published version is called ${beginning}`
        : `${beginning} may be ${found.join(" or ")}`,
    );
  return hash;
}

/** Counts files that were added, removed or changed between two versions. */
export function fileCounts(
  files: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>> = {},
): { readonly added: number; readonly changed: number; readonly removed: number } {
  return {
    added: Object.keys(files).filter((path) => !Object.hasOwn(before, path)).length,
    changed: Object.entries(files).filter(
      ([path, hash]) => Object.hasOwn(before, path) && before[path] !== hash,
    ).length,
    removed: Object.keys(before).filter((path) => !Object.hasOwn(files, path)).length,
  };
}
