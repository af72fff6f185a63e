import { join, relative, sep } from "node:path";
import { watch, type ChokidarOptions, type FSWatcher } from "chokidar";

/** Editors write a file in several steps; events within this time are one save. */
export const SETTLE_MS = 150;

/**
 * Time in milliseconds after which one file that is written in place is read. chokidar drops a
 * change that follows another one within 50 ms, so the file is read after that.
 */
const SETTLE_IN_PLACE_MS = 60;

/**
 * Milliseconds after which a new folder is read again. chokidar reads a folder first and watches it
 * afterwards. It misses files that are created between the two.
 */
const LOOK_AGAIN_MS = 300;

/** Milliseconds between two polls of all files, where the system reports no changes. */
const LOOK_EVERY_MS = 1000;

/** Errors of a system without free watches, or of a file system without any. */
const NO_WATCHES = new Set(["ENOSPC", "EMFILE", "ENOSYS", "ENOTSUP"]);

/** The folders to watch, and the listener. */
export interface WatchFoldersOptions {
  /** Folder of the watched folders. */
  readonly root: string;
  /** Names of folders in it; a missing one is watched once it appears. */
  readonly folders: readonly string[];
  /** Called once for all changes within a moment: saved, renamed, added or removed files. */
  onSave(): void;
}

/** A watch over folders. */
export interface FolderWatch {
  /** Resolves once every later save is noticed. */
  readonly ready: Promise<void>;
  /** Whether a change was noticed and `onSave` is still to be called. */
  isSettling(): boolean;
  close(): Promise<void>;
}

/**
 * Watches folders through every kind of change: files written in place, replaced by a rename (`sed
 * -i`, editors, `git checkout`), removed and created again, in new folders too. Where the system
 * has no watches left, logs that and polls the files once a second.
 */
export function watchFolders({ root, folders, onSave }: WatchFoldersOptions): FolderWatch {
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let watcher: FSWatcher;
  const again = new Set<NodeJS.Timeout>();
  /** The one file that was changed in place; undefined after any other event. */
  let only: string | undefined;
  const settled = (event?: string, path?: string) => {
    only = event === "change" && (timer === undefined || only === path) ? path : undefined;
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        timer = undefined;
        onSave();
      },
      only === undefined ? SETTLE_MS : SETTLE_IN_PLACE_MS,
    );
  };
  /** Watches what a new folder holds by now. */
  const lookAgain = (folder: string) => {
    const wait = setTimeout(() => {
      again.delete(wait);
      watcher.add(folder);
      settled();
    }, LOOK_AGAIN_MS);
    again.add(wait);
  };
  const ignored = (path: string) => {
    const [top = ""] = relative(root, path).split(sep);
    return top !== "" && !folders.includes(top);
  };
  const begin = (options: ChokidarOptions): Promise<void> =>
    new Promise((resolve) => {
      const mine = watch(root, { ignored, ignoreInitial: true, followSymlinks: false, ...options });
      watcher = mine;
      mine.on("all", settled);
      mine.on("addDir", lookAgain);
      mine.once("ready", resolve);
      mine.on("error", (error) => {
        const { code, message } = error as NodeJS.ErrnoException;
        if (closed || watcher !== mine) return;
        if (options.usePolling === true || code === undefined || !NO_WATCHES.has(code)) {
          console.error(
            `Files below ${folders.map((each) => join(root, each)).join(", ")}: ${message}`,
          );
          return;
        }
        console.error(
          `The system gives no more watches (${code}); files are looked at once a second instead. On Linux: sysctl fs.inotify.max_user_watches`,
        );
        void mine.close();
        // Polling finds the changes that were saved meanwhile.
        void begin({ usePolling: true, interval: LOOK_EVERY_MS })
          .then(() => settled())
          .then(resolve);
      });
    });
  const ready = begin({});
  return {
    ready,
    isSettling: () => timer !== undefined,
    async close() {
      closed = true;
      clearTimeout(timer);
      for (const wait of again) clearTimeout(wait);
      await watcher.close();
    },
  };
}
