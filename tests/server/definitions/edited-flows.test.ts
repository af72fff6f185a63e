import { chmod, cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readConfig } from "../../../server/settings/config.ts";
import { watchFlows } from "../../../server/definitions/watch-flows.ts";
import type { Service } from "../../../server/service.ts";
import { PROJECT, TOOL_SHARE } from "../../definitions.ts";
import { outsideIsUp, testService } from "../service.ts";
import { mustReplace } from "../../must-replace.ts";

const outside = await outsideIsUp();

const SCREEN = "flows/library-card/screens/reader.yaml";
const CONFIRM = "flows/library-card/screens/confirm.yaml";
const FRONT = "flows/library-card/flow.yaml";
const FIXTURE = "flows/library-card/fixtures/adult-of-the-town.yaml";
const COPY = "content/library-card/en-US/screens/start.yaml";
const OTHER_COPY = "content/tool-share/en-US/screens/start.yaml";

/** Ways in which a flow can be broken, and where that is told. */
const MISTAKES: readonly (readonly [string, string, (text: string) => string | Buffer, RegExp])[] =
  [
    [
      "a screen's shape",
      SCREEN,
      (text) => mustReplace(text, "kind: form", "knid: form"),
      /reader\.yaml:4:1/,
    ],
    ["YAML that cannot be read", SCREEN, (text) => `${text}\n  - : [`, /reader\.yaml:\d+:\d+/],
    [
      "a name of nothing",
      SCREEN,
      (text) => mustReplace(text, "then: resume", "then: resmue"),
      /reader\.yaml:8:/,
    ],
    ["a front page that cannot be read", FRONT, () => "flow: [", /flow\.yaml:\d+:\d+/],
    [
      "a front page in UTF-16",
      FRONT,
      (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
      /flow\.yaml:1:1/,
    ],
    ["a text that is missing", COPY, () => "intro: Welcome\n", /start\.yaml/],
  ];

describe("flows where they are edited", { skip: !outside }, () => {
  let folder: string;
  let service: Service;
  let stop: (() => Promise<void>) | undefined;
  const said: string[] = [];

  beforeAll(() => {
    for (const way of ["log", "error"] as const)
      vi.spyOn(console, way).mockImplementation((text: unknown) => void said.push(String(text)));
  });
  afterAll(() => vi.restoreAllMocks());
  beforeEach(async () => {
    said.length = 0;
    folder = await mkdtemp(join(tmpdir(), "foyer-edited-"));
    await cp(TOOL_SHARE, folder, { recursive: true });
    for (const part of ["flows", "schemas", "content"])
      await cp(join(PROJECT, part, "library-card"), join(folder, part, "library-card"), {
        recursive: true,
      });
  });
  afterEach(async () => {
    await stop?.();
    stop = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  const text = async (file: string) => readFile(join(folder, file), "utf8");

  /** As most editors do. */
  async function save(file: string, content: string | Buffer): Promise<void> {
    await writeFile(join(folder, `${file}.saved`), content);
    await rename(join(folder, `${file}.saved`), join(folder, file));
  }

  async function start(env: NodeJS.ProcessEnv = {}): Promise<void> {
    const all = { FOYER_ENV: "LOCAL", FOYER_FLOWS: folder, ...env };
    ({ service, stop } = await testService("outside", all));
    await watchFlows(readConfig(all, PROJECT).flowsFolder, PROJECT, service).ready;
  }

  async function get(path: string, accept = "text/html") {
    return service.app.inject({ url: path, headers: { accept, host: "localhost" } });
  }
  const status = async (path: string) => (await get(path)).statusCode;

  it.each(MISTAKES)("%s keeps no other flow from starting", async (_, file, breaks, place) => {
    const right = await text(file);
    await save(file, breaks(right));
    await start();
    expect(await status("/tools")).toBe(200);

    const page = await get("/library-card");
    expect(page.statusCode).toBe(503);
    expect(page.body).toMatch(place);
    expect(page.headers["refresh"]).toBeDefined();
    const data = await get("/library-card/any/where", "application/json");
    expect(data.json()).toMatchObject({
      status: 503,
      problems: expect.arrayContaining([
        expect.objectContaining({ file: expect.stringContaining("library-card") }),
      ]),
    });
    expect(await status("/r/aldermere/library-card")).toBe(503);
    expect(said.join("\n")).toMatch(place);

    // It comes up by itself, whole: with its pictures.
    await save(file, right);
    await expect.poll(async () => status("/library-card"), { timeout: 10_000 }).toBe(200);
    expect(await status("/brand/library-card/library.svg")).toBe(200);
  });

  it("a mistake in a fixture is reported, and its flow is served", async () => {
    await save(FIXTURE, mustReplace(await text(FIXTURE), "fixture:", "fixtrue:"));
    await start();
    expect([await status("/tools"), await status("/library-card")]).toEqual([200, 200]);
    expect(said.join("\n")).toMatch(/adult-of-the-town\.yaml:\d+:\d+/);
    const flow = service.library().flows.get("library-card");
    expect(flow?.fixtures.map(({ fixture }) => fixture)).not.toContain("adult-of-the-town");
    expect(flow?.fixtures.length).toBeGreaterThan(2);
  });

  it("an unreadable fixture is reported, and its flow is served", async () => {
    await save(FIXTURE, Buffer.from([0xc3, 0x28]));
    await start();
    expect([await status("/tools"), await status("/library-card")]).toEqual([200, 200]);
    expect(said.join("\n")).toMatch(/adult-of-the-town\.yaml:1:1/);
  });

  it("a flow that breaks keeps its last good version, and the others follow every save", async () => {
    await start();
    const right = await text(COPY);
    await save(COPY, mustReplace(right, /^title: .*$/m, "title: ["));
    await expect.poll(() => said.join("\n"), { timeout: 10_000 }).toMatch(/start\.yaml:\d+/);
    expect((await get("/library-card")).body).toContain("Get a library card");

    const other = await text(OTHER_COPY);
    await save(OTHER_COPY, mustReplace(other, /^title: .*$/m, 'title: "Borrow tools, saved"'));
    await expect
      .poll(async () => (await get("/tools")).body, { timeout: 10_000 })
      .toContain("Borrow tools, saved");

    await save(COPY, mustReplace(right, "Get a library card", "Take a library card"));
    await expect
      .poll(async () => (await get("/library-card")).body, { timeout: 10_000 })
      .toContain("Take a library card");
  });

  it("a save is served while its proofs run, and a proof that fails brings the last good version back", async () => {
    await start({ FOYER_DEV: "1" });
    const good = service.library().flows.get("library-card")?.version;
    const served: (string | undefined)[] = [];
    const use = service.use.bind(service);
    vi.spyOn(service, "use").mockImplementation((library) => {
      served.push(library.flows.get("library-card")?.version);
      use(library);
    });
    const right = await text(CONFIRM);
    await save(
      CONFIRM,
      mustReplace(right, "application.confirmed: true", "application.confirmed: false"),
    );
    await expect.poll(() => said.join("\n"), { timeout: 10_000 }).toContain("FLOW-ROW-REFUSED");
    expect(served).toEqual([expect.not.stringContaining(good ?? ""), good]);
    // The terminal shows the problem first, then the open pages.
    await expect
      .poll(() => service.live?.state.problems)
      .toMatchObject([{ code: "FLOW-ROW-REFUSED" }]);

    const definitions = () => service.live?.state.definitions;
    const before = definitions();
    await save(CONFIRM, `${right}# Saved.\n`);
    // The former problem stays until the proofs of this save have ended.
    await expect.poll(definitions, { timeout: 10_000 }).not.toBe(before);
    const shown = definitions();
    await expect.poll(() => service.live?.state.problems, { timeout: 10_000 }).toEqual([]);
    expect(definitions()).toBe(shown);
  });

  it("two broken flows are both reported, each at its address, and recover one after the other", async () => {
    const [screen, copy] = [await text(SCREEN), await text(OTHER_COPY)];
    await save(SCREEN, "screen: [");
    await save(OTHER_COPY, "title: [");
    await start();
    expect((await get("/library-card")).body).toContain("reader.yaml");
    expect((await get("/tools")).body).toContain("tool-share/en-US/screens/start.yaml");
    await save(OTHER_COPY, copy);
    await expect.poll(async () => status("/tools"), { timeout: 10_000 }).toBe(200);
    expect(await status("/library-card")).toBe(503);
    await save(SCREEN, screen);
    await expect.poll(async () => status("/library-card"), { timeout: 10_000 }).toBe(200);
  });

  it("a link that leaves the folder is reported as a problem of its flow", async () => {
    await symlink("/etc/hostname", join(folder, "flows/library-card/screens/out.yaml"));
    await start();
    expect(await status("/tools")).toBe(200);
    expect((await get("/library-card")).body).toContain("out.yaml:1:1");
  });

  it(
    "an unreadable file is reported as a problem of its flow",
    { skip: process.getuid?.() === 0 },
    async () => {
      await chmod(join(folder, SCREEN), 0o000);
      await start();
      expect((await get("/library-card")).body).toContain("cannot be read");
    },
  );

  it.each(["CI", "TEST"])(
    "a mistake keeps the service from starting in %s",
    async (environment) => {
      await save(SCREEN, "screen: [");
      await expect(start({ FOYER_ENV: environment })).rejects.toThrow(
        /problem\(s\) in the definitions/,
      );
      await save(FIXTURE, "fixture: [");
      await expect(start({ FOYER_ENV: environment })).rejects.toThrow(
        /problem\(s\) in the definitions/,
      );
    },
  );

  it("a folder without any flow keeps it from starting in LOCAL too", async () => {
    await rm(join(folder, "flows"), { recursive: true });
    await expect(start()).rejects.toThrow(/which has no folder flows/);
  });
});
