import { watch } from "node:fs/promises";
import { join } from "node:path";

/** Editors write a file in several strokes; what comes within this time is one save. */
const SETTLE_MS = 150;

/** Once at once, then after each save of a definition below a folder. Never ends by itself. */
export async function* saves(folder: string, signal?: AbortSignal): AsyncGenerator<void> {
  let wake: () => void = () => undefined;
  let saved = true;
  for (const top of ["flows", "schemas", "content"]) {
    void (async () => {
      for await (const _ of watch(join(folder, top), {
        recursive: true,
        ...(signal === undefined ? {} : { signal }),
      })) {
        saved = true;
        wake();
      }
    })().catch(() => undefined);
  }
  for (;;) {
    while (!saved && signal?.aborted !== true)
      await new Promise<void>((resolve) => (wake = resolve));
    if (signal?.aborted === true) return;
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    saved = false;
    yield;
  }
}
