import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { EditedFlows } from "../../../server/definitions/edited-flows.ts";
import { createLibrary } from "../../../server/definitions/flow-library.ts";
import { watchFlows } from "../../../server/definitions/watch-flows.ts";
import { EDITABLE, PROJECT } from "../../definitions.ts";

it("watchFlows() tells open pages of a picture that is saved while the first reload runs", async () => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-watch-"));
  await cp(join(EDITABLE, "flows/library-card"), join(folder, "flows/library-card"), {
    recursive: true,
  });
  let begun = (): void => undefined;
  let finish = (): void => undefined;
  const reading = new Promise<void>((resolve) => (begun = resolve));
  const finished = new Promise<void>((resolve) => (finish = resolve));
  let reads = 0;
  const edited = {
    problems: [],
    warnings: [],
    prepare: async () => Promise.resolve(),
    // No flow differs from those that are served.
    async refresh() {
      reads++;
      begun();
      await finished;
      return undefined;
    },
  } as unknown as EditedFlows;
  let notified = 0;
  let close = async (): Promise<void> => Promise.resolve();
  const watch = watchFlows(folder, PROJECT, {
    edited,
    live: {
      served: () => void notified++,
      unproved: () => undefined,
      proved: () => undefined,
      refused: async () => Promise.resolve(),
    },
    library: () => createLibrary(new Map(), new Map()),
    use: () => undefined,
    onClose: (work) => void (close = work),
  });
  await reading;
  await writeFile(join(folder, "flows/library-card/picture.svg"), "<svg/>");
  await expect.poll(() => watch.isSettling()).toBe(true);
  await expect.poll(() => watch.isSettling()).toBe(false);
  finish();
  await watch.ready;
  expect([reads, notified]).toEqual([2, 1]);
  await close();
  await rm(folder, { recursive: true });
});
