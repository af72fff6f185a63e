import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { freePort } from "../../../server/storage/database/free-port.ts";
import { PROJECT } from "../../definitions.ts";
import { createOutsideDatabase, type OutsideDatabase } from "../../outside-postgres.ts";
import { outsideIsUp, PRODUCTION } from "../service.ts";

const outside = await outsideIsUp();

interface Answer {
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly location: string;
  readonly body: string;
}

/**
 * `node dist/server/main.js` on a database of its own, with a list of the modules that it has
 * loaded.
 */
class Started {
  private said = "";

  private constructor(
    private readonly process: ChildProcess,
    private readonly port: number,
  ) {
    process.stderr?.setEncoding("utf8").on("data", (text: string) => (this.said += text));
  }

  static async with(env: NodeJS.ProcessEnv): Promise<Started> {
    const port = await freePort();
    const preload = join(import.meta.dirname, "loaded-modules.mjs");
    const started = new Started(
      spawn(process.execPath, ["--import", preload, join(PROJECT, "dist/server/main.js")], {
        env: { PATH: process.env["PATH"], PORT: String(port), LOG_LEVEL: "silent", ...env },
        stdio: ["ignore", "ignore", "pipe", "ipc"],
      }),
      port,
    );
    await started.ready();
    return started;
  }

  async ask(method: string, path: string, accept: string): Promise<Answer> {
    const hasBody = ["POST", "PUT", "PATCH"].includes(method);
    const asked = request({
      port: this.port,
      method,
      path,
      headers: { host: "localhost", accept, ...(hasBody ? JSON_BODY : {}) },
    });
    asked.end(hasBody ? "{}" : undefined);
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    let body = "";
    for await (const chunk of response.setEncoding("utf8")) body += chunk as string;
    const { "content-type": type, location = "" } = response.headers;
    return { status: response.statusCode, type, location, body };
  }

  /** Addresses of the modules in memory, as file paths or `node:` names. */
  async modules(): Promise<readonly string[]> {
    const told = once(this.process, "message") as Promise<[readonly string[]]>;
    this.process.send("modules");
    const [urls] = await told;
    return urls.map((url) => (url.startsWith("file:") ? fileURLToPath(url) : url));
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null) return;
    const gone = once(this.process, "exit");
    this.process.kill("SIGTERM");
    await gone;
  }

  private async ready(): Promise<void> {
    for (let waited = 0; waited < 600; waited++) {
      const answer = await this.ask("GET", "/readyz", "*/*").catch(() => undefined);
      if (answer?.status === 200) return;
      if (this.process.exitCode !== null) break;
      await sleep(100);
    }
    await this.stop();
    throw new Error(`The service did not start: ${this.said}`);
  }
}

const JSON_BODY = { "content-type": "application/json" };

/**
 * Files of `server/sandbox/` whose code is in these modules: the bundle names the file before its
 * code.
 */
function sandboxFilesIn(modules: readonly string[]): readonly string[] {
  return modules
    .filter((path) => path.startsWith(PROJECT) && existsSync(path))
    .flatMap((path) => [
      ...readFileSync(path, "utf8").matchAll(/^(?:\/\/|\/\/#region) (server\/sandbox\/.*)$/gm),
    ])
    .map(([, file = ""]) => file);
}

/** Packages that a folder's sources import. */
function packagesOf(folder: string, isOwn: (path: string) => boolean): ReadonlySet<string> {
  const sources = readdirSync(join(PROJECT, folder), { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => path.endsWith(".ts") && isOwn(path))
    .map((path) => readFileSync(join(PROJECT, path), "utf8"));
  const imported = sources.flatMap((text) => [
    ...text.matchAll(/(?:from |import\()"((?:@[\w-]+\/)?[\w-]+)[^"]*"/g),
  ]);
  return new Set(imported.map(([, name = ""]) => name));
}

const inSandbox = (path: string) => path.startsWith("server/sandbox/");
const others = new Set([
  ...packagesOf("engine", () => true),
  ...packagesOf("server", (path) => !inSandbox(path)),
]);
/** Packages that the sandbox alone imports. */
const OWN_PACKAGES = [...packagesOf("server", inSandbox)].filter((name) => !others.has(name));

/** Packages of the sandbox's own that are among these modules. */
const ownPackagesIn = (modules: readonly string[]) =>
  OWN_PACKAGES.filter((name) => modules.some((path) => path.includes(`/node_modules/${name}/`)));

describe("the sandbox in the built service", { skip: !outside }, () => {
  let folder: string;
  let production: Started;
  let local: Started;
  const databases: OutsideDatabase[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "foyer-production-"));
    production = await Started.with({
      ...PRODUCTION,
      FOYER_DATA: folder,
      FOYER_LAG_MS: "0",
      FOYER_DRAIN_MS: "0",
      DATABASE_URL: await database(),
    });
    local = await Started.with({
      FOYER_ENV: "LOCAL",
      FOYER_DATA: folder,
      FOYER_DRAIN_MS: "0",
      DATABASE_URL: await database(),
    });
  });
  afterAll(async () => {
    await Promise.all([production?.stop(), local?.stop()]);
    for (const each of databases) await each.drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function database(): Promise<string> {
    const made = await createOutsideDatabase();
    databases.push(made);
    return made.url;
  }

  it("has packages of its own", () => {
    expect(OWN_PACKAGES).toEqual(expect.arrayContaining(["oidc-provider", "@fastify/swagger"]));
  });

  it("is loaded where development abilities are", async () => {
    expect((await local.ask("GET", "/inbox", "text/html")).body).toContain("<h1>Inbox</h1>");
    expect((await local.ask("GET", "/api/docs", "application/json")).body).toContain('"openapi"');
    // What signing in needs is loaded with the first sign-in.
    await local.ask("GET", "/idp/.well-known/openid-configuration", "application/json");
    const modules = await local.modules();
    expect(sandboxFilesIn(modules)).toEqual(
      expect.arrayContaining([
        "server/sandbox/inbox/inbox-routes.ts",
        "server/sandbox/platform/platform-app.ts",
        "server/sandbox/platform/pages/card-page.ts",
        "server/sandbox/sign-in/development-provider.ts",
      ]),
    );
    expect(ownPackagesIn(modules)).toEqual(OWN_PACKAGES);
  });

  it("is not among the modules in memory with production settings", async () => {
    const modules = await production.modules();
    expect(modules).toContain(join(PROJECT, "dist/server/main.js"));
    expect(sandboxFilesIn(modules)).toEqual([]);
    expect(ownPackagesIn(modules)).toEqual([]);
  });

  it("answers at none of its addresses with production settings", async () => {
    const { endpoints } = parse(
      await readFile(join(PROJECT, "tests/server/permissions.yaml"), "utf8"),
    ) as { endpoints: Readonly<Record<string, { readonly in?: string; readonly ask: string }>> };
    const rows = Object.entries(endpoints).filter(([, row]) => row.in === "development");
    const asks = new Set([
      ...rows.map(([endpoint, { ask }]) => `${endpoint.split(" ")[0]} ${ask}`),
      "GET /api/docs",
      "POST /api/sandbox/simulate",
      "GET /idp/.well-known/openid-configuration",
      "GET /sandbox/identity",
    ]);
    expect(asks.size).toBeGreaterThan(20);
    for (const each of asks) {
      const [method = "", path = ""] = each.split(" ");
      for (const accept of ["application/json", "text/html"]) {
        const nowhere = path.replace(/^\/[^/.?]*/, "/no-such-thing");
        const [asked, missing] = await Promise.all(
          [path, nowhere].map(async (at) =>
            withoutPath(await production.ask(method, at, accept), at),
          ),
        );
        expect([each, accept, asked]).toEqual([each, accept, missing]);
      }
    }
  });
});

/** An answer without its path and its nonce. */
function withoutPath(answer: Answer, path: string): Answer {
  const [segment = ""] = /^\/[^/.?]*/.exec(path) ?? [];
  const away = (text: string) =>
    text
      .replaceAll(segment, "/")
      .replaceAll(encodeURIComponent(segment), "%2F")
      .replaceAll(/nonce="[^"]*"/g, "nonce");
  return { ...answer, location: away(answer.location), body: away(answer.body) };
}
