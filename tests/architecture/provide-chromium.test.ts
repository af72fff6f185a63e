import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cachedChromium, candidates } from "../browser/chromium/candidates.ts";
import { provideChromium, type Sources } from "../browser/chromium/provide.ts";

const SYSTEM = { path: "/system/chromium", origin: "the system" };
const DOWNLOADED = { path: "/cache/chromium", origin: "npm" };

/** Sources in which only the named programs start. */
function sources(starting: readonly string[], rest: Partial<Sources> = {}): Sources {
  return {
    candidates: async () => [SYSTEM],
    downloads: [{ name: "a download", get: async () => DOWNLOADED }],
    start: async (path) => {
      if (!starting.includes(path))
        throw new Error("error while loading shared libraries: libnss3.so");
    },
    ...rest,
  };
}

describe("provideChromium()", () => {
  it("takes the installed one and downloads nothing", async () => {
    const get = () => Promise.reject(new Error("a download was tried"));
    const provided = await provideChromium(
      sources([SYSTEM.path], { downloads: [{ name: "a download", get }] }),
      {},
    );
    expect(provided).toEqual({ kind: "found", chromium: SYSTEM });
  });

  it("downloads one where the installed one does not start", async () => {
    const provided = await provideChromium(sources([DOWNLOADED.path]), {});
    expect(provided).toEqual({ kind: "found", chromium: DOWNLOADED });
  });

  it("tries the next download after one that fails, and names every reason when all fail", async () => {
    const provided = await provideChromium(
      sources([], {
        downloads: [
          { name: "the first", get: () => Promise.reject(new Error("getaddrinfo ENOTFOUND cdn")) },
          { name: "the second", get: async () => DOWNLOADED },
        ],
      }),
      {},
    );
    expect(provided).toEqual({
      kind: "missing",
      reasons: [
        "/system/chromium (the system) does not start: error while loading shared libraries: libnss3.so",
        "the first failed: getaddrinfo ENOTFOUND cdn",
        "/cache/chromium (npm) does not start: error while loading shared libraries: libnss3.so",
      ],
    });
  });

  it("refuses a CHROMIUM that does not start, and takes no other in its place", async () => {
    const named = { path: "/bin/true", origin: "CHROMIUM" };
    await expect(
      provideChromium(sources([DOWNLOADED.path], { candidates: async () => [named] }), {
        CHROMIUM: named.path,
      }),
    ).rejects.toThrow('CHROMIUM is "/bin/true", and /bin/true (CHROMIUM) does not start');
  });
});

describe("candidates()", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "foyer-candidates-"));
    await writeFile(join(folder, "chromium"), "");
    await writeFile(join(folder, "google-chrome"), "");
    await chmod(join(folder, "google-chrome"), 0o755);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("lists programs of PATH that can be executed, and no others", async () => {
    const paths = (await candidates({ PATH: folder, XDG_CACHE_HOME: folder })).map(
      ({ path }) => path,
    );
    expect(paths).toContain(join(folder, "google-chrome"));
    expect(paths).not.toContain(join(folder, "chromium"));
    expect(paths).not.toContain(cachedChromium({ XDG_CACHE_HOME: folder }));
  });

  it("lists CHROMIUM alone, even where it does not exist", async () => {
    const found = await candidates({ PATH: folder, CHROMIUM: "/nowhere/chromium" });
    expect(found).toEqual([{ path: "/nowhere/chromium", origin: "CHROMIUM" }]);
  });
});
