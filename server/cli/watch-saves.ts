import { watchFolders } from "../definitions/watch-folders.ts";

/** Yields at once, then after each save of a definition below a folder, until `signal` aborts. */
export async function* watchSaves(folder: string, signal?: AbortSignal): AsyncGenerator<void> {
  let wake: () => void = () => undefined;
  let saved = false;
  const watch = watchFolders({
    root: folder,
    folders: ["flows", "schemas", "content"],
    onSave() {
      saved = true;
      wake();
    },
  });
  signal?.addEventListener("abort", () => wake(), { once: true });
  await watch.ready;
  const isOver = () => signal?.aborted === true;
  try {
    yield;
    while (!isOver()) {
      if (!saved) await new Promise<void>((resolve) => (wake = resolve));
      if (isOver()) return;
      saved = false;
      yield;
    }
  } finally {
    await watch.close();
  }
}
