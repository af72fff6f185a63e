import { join, relative, sep } from "node:path";
import { watch, type ChokidarOptions, type FSWatcher } from "chokidar";

/** Editors write a file in several strokes; what comes within this time is one save. */
export const SETTLE_MS = 150;

/** Between two looks at every file, where the system gives no word of changes. */
const LOOK_EVERY_MS = 1000;

/** A system that has no more watches to give, or a file system that has none. */
const NO_WATCHES = new Set(["ENOSPC", "EMFILE", "ENOSYS", "ENOTSUP"]);

/** What is watched, and who is told. */
export interface WatchFoldersOptions {
  /** Folder that the others lie in. */
  readonly root: string;
  /** Names of folders in it; one that is not there yet is watched once it is. */
  readonly folders: readonly string[];
  /** Called once for everything that was saved, renamed, added or removed within a moment. */
  onSave(): void;
}

/** A watch over folders. */
export interface FolderWatch {
  /** Whatever is saved from here on is seen. */
  readonly ready: Promise<void>;
  /** Something was saved a moment ago, and more may follow: `onSave` is yet to be called. */
  isSettling(): boolean;
  close(): Promise<void>;
}

/**
 * Watches everything below folders, however files come and go: written in place, replaced by a rename (`sed -i`, editors,
 * `git checkout`), removed and made again, in folders that are new or came back. Where the system has no watches left,
 * says so and looks at the files once a second.
 */
export function watchFolders({ root, folders, onSave }: WatchFoldersOptions): FolderWatch {
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let watcher: FSWatcher;
  const settled = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      onSave();
    }, SETTLE_MS);
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
        // What was saved meanwhile is seen by whoever looks at it now.
        void begin({ usePolling: true, interval: LOOK_EVERY_MS }).then(settled).then(resolve);
      });
    });
  const ready = begin({});
  return {
    ready,
    isSettling: () => timer !== undefined,
    async close() {
      closed = true;
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
