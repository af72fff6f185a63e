import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT } from "../definitions.ts";

/** What server/build.mjs of a small project offers here. */
interface Build {
  isBuilt(part: "service"): Promise<boolean>;
  recordBuild(part: "service"): {
    configResolved(config: { mode: string }): void;
    buildStart(): Promise<void>;
    writeBundle(): Promise<void>;
  };
}

describe("isBuilt()", () => {
  let folder: string;
  let build: Build;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "foyer-build-"));
    for (const part of ["server", "engine"]) await mkdir(join(folder, part));
    for (const file of ["package-lock.json", "tsconfig.json", "server/build.mjs"])
      await cp(join(PROJECT, file), join(folder, file));
    await writeFile(join(folder, "server/main.ts"), "export const version = 1;\n");
    build = (await import(pathToFileURL(join(folder, "server/build.mjs")).href)) as Build;
  });
  afterAll(async () => rm(folder, { recursive: true, force: true }));

  async function record(mode: string): Promise<void> {
    const plugin = build.recordBuild("service");
    plugin.configResolved({ mode });
    await plugin.buildStart();
    await plugin.writeBundle();
  }

  it("is false before the first build", async () => {
    expect(await build.isBuilt("service")).toBe(false);
  });

  it("is true after a build, until a source changes", async () => {
    await record("production");
    expect(await build.isBuilt("service")).toBe(true);
    await writeFile(join(folder, "server/main.ts"), "export const version = 2;\n");
    expect(await build.isBuilt("service")).toBe(false);
  });

  it("is false after a build for development", async () => {
    await record("development");
    expect(await build.isBuilt("service")).toBe(false);
  });
});
