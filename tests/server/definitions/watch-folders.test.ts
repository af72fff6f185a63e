import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  unlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { watchSaves } from "../../../server/cli/watch-saves.ts";
import { watchFolders, type FolderWatch } from "../../../server/definitions/watch-folders.ts";
import { PROJECT } from "../../definitions.ts";

/** Longer than a watch waits for a save to settle, so that two saves are two. */
const APART_MS = 400;

/** Ways in which editors and tools save a file. */
const SAVES: readonly (readonly [string, (file: string) => Promise<void> | void])[] = [
  ["written in place", async (file) => writeFile(file, "title: one\n")],
  ["appended to", async (file) => appendFile(file, "intro: more\n")],
  ["replaced by a rename", async (file) => replace(file)],
  ["edited by `sed -i`", (file) => void execFileSync("sed", ["-i", "s/title/titel/", file])],
  [
    "removed and made again, as by `git checkout`",
    async (file) => {
      await unlink(file);
      await writeFile(file, "title: again\n");
    },
  ],
  [
    "moved to a backup and made again, as by vim",
    async (file) => {
      await rename(file, `${file}~`);
      await writeFile(file, "title: vim\n");
      await unlink(`${file}~`);
    },
  ],
  [
    "in a folder that was replaced as a whole",
    async (file) => {
      const folder = dirname(file);
      await rename(folder, `${folder}.old`);
      await mkdir(folder);
      await writeFile(file, "title: moved\n");
      await rm(`${folder}.old`, { recursive: true });
    },
  ],
];

async function replace(file: string): Promise<void> {
  await writeFile(`${file}.new`, `title: ${Math.random()}\n`);
  await rename(`${file}.new`, file);
}

describe("watchFolders()", () => {
  let root: string;
  let file: string;
  let watch: FolderWatch;
  let seen: number;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "foyer-watch-"));
    file = join(root, "flows/card/screens/start.yaml");
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, "title: none\n");
    seen = 0;
    watch = watchFolders({ root, folders: ["flows", "content"], onSave: () => seen++ });
    await watch.ready;
  });
  afterEach(async () => {
    await watch.close();
    await rm(root, { recursive: true, force: true });
  });

  /** Does something, and waits until a save is seen. */
  async function isSeen(save: () => Promise<void> | void): Promise<void> {
    const before = seen;
    await save();
    await expect.poll(() => seen, { timeout: 5000 }).toBeGreaterThan(before);
    await sleep(APART_MS);
  }

  it.each(SAVES)("sees a file that is %s, again and again", async (_, save) => {
    await isSeen(async () => save(file));
    await isSeen(async () => save(file));
    await isSeen(async () => save(file));
  });

  it.each(SAVES)("sees a file that is %s after it was replaced by a rename", async (_, save) => {
    await isSeen(async () => replace(file));
    await isSeen(async () => save(file));
    await isSeen(async () => writeFile(file, "title: in place\n"));
  });

  it("reports new files, files in new folders, and removed files", async () => {
    const added = join(root, "flows/other/deep/er/new.yaml");
    await isSeen(async () => {
      await mkdir(dirname(added), { recursive: true });
      await writeFile(added, "a: 1\n");
    });
    await isSeen(async () => writeFile(added, "a: 2\n"));
    await isSeen(async () => unlink(added));
    await isSeen(async () => rm(join(root, "flows/other"), { recursive: true }));
    await isSeen(async () => rm(join(root, "flows/card"), { recursive: true }));
  });

  it("looks through a new folder once more, for what was created in it before it was watched", async () => {
    await isSeen(async () => mkdir(join(root, "flows/other")));
    await expect.poll(() => seen, { timeout: 5000 }).toBe(2);
    await sleep(APART_MS);
    expect(seen).toBe(2);
  });

  it("sees a folder that was not there when the watch began", async () => {
    const late = join(root, "content/card/en-US/start.yaml");
    await isSeen(async () => {
      await mkdir(dirname(late), { recursive: true });
      await writeFile(late, "a: 1\n");
    });
    await isSeen(async () => replace(late));
  });

  it("reports an editor's writes within a moment as one save, and watches no other folder", async () => {
    await isSeen(() => {
      // Without a pause: on a busy machine one may be longer than the moment.
      for (let stroke = 0; stroke < 5; stroke++) writeFileSync(file, `title: ${stroke}\n`);
    });
    expect(seen).toBe(1);
    await mkdir(join(root, "node_modules/x"), { recursive: true });
    await writeFile(join(root, "node_modules/x/y.yaml"), "a: 1\n");
    await writeFile(join(root, "flows.yaml"), "a: 1\n");
    await sleep(APART_MS);
    expect(seen).toBe(1);
  });

  it("starts `foyer replay --watch` at once, and again after each rename", async () => {
    const stopping = new AbortController();
    const waiting = watchSaves(root, stopping.signal);
    await waiting.next();
    for (let round = 0; round < 3; round++) {
      const next = waiting.next();
      await replace(file);
      expect(await next).toEqual({ done: false, value: undefined });
      await sleep(APART_MS);
    }
    const last = waiting.next();
    stopping.abort();
    expect(await last).toMatchObject({ done: true });
  });
});

it("no other module watches files", async () => {
  const files = (await readdir(join(PROJECT, "server"), { recursive: true })).filter(
    (file) => file.endsWith(".ts") && !file.endsWith("watch-folders.ts"),
  );
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) {
    const text = await readFile(join(PROJECT, "server", file), "utf8");
    expect({ file, watches: /from "chokidar"|\bwatch\b[^;]*from "node:fs/.test(text) }).toEqual({
      file,
      watches: false,
    });
  }
});
