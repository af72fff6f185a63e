import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  requireFolderAccess,
  closedFolder,
} from "../../../../server/storage/database/folder-access.ts";

let outer: string;
let inner: string;
beforeEach(async () => {
  outer = await mkdtemp(join(tmpdir(), "foyer-entrance-"));
  inner = join(outer, "project", "data");
  await mkdir(inner, { recursive: true });
  await chmod(outer, 0o755);
});
afterEach(() => rm(outer, { recursive: true, force: true }));

describe("closedFolder()", () => {
  it("returns undefined where every folder may be entered, and where the last ones do not exist yet", async () => {
    expect(await closedFolder(inner)).toBeUndefined();
    expect(await closedFolder(join(inner, "to", "come"))).toBeUndefined();
  });

  it("returns the outermost folder that other users may not enter", async () => {
    await chmod(join(outer, "project"), 0o700);
    await chmod(outer, 0o750);
    expect(await closedFolder(inner)).toBe(outer);
    await chmod(outer, 0o711);
    expect(await closedFolder(inner)).toBe(join(outer, "project"));
  });
});

describe("requireFolderAccess()", () => {
  it("names the closed folder and the ways on", async () => {
    await chmod(outer, 0o700);
    await expect(requireFolderAccess([inner])).rejects.toThrow(
      new RegExp(`may not enter ${outer}\\. Run Foyer as another user.*/srv.*DATABASE_URL`),
    );
  });
});
