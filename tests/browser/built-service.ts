import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePort } from "../../server/storage/database/free-port.ts";
import { PROJECT } from "../definitions.ts";
import { createOutsideDatabase, outsideIsUp, type OutsideDatabase } from "../outside-postgres.ts";

/**
 * The production build as a process of its own, which can be killed and started again over the same
 * data.
 */
export class BuiltService {
  private process: ChildProcess | undefined;
  private database: OutsideDatabase | undefined;

  private constructor(
    readonly port: number,
    readonly folder: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly project: string,
  ) {}

  /**
   * Starts it on a database of its own in the PostgreSQL outside, which takes half of the time;
   * where there is none, on the embedded one.
   */
  static async startOutside(
    env: NodeJS.ProcessEnv = {},
    more: (url: string) => Promise<NodeJS.ProcessEnv> = async () => ({}),
  ): Promise<BuiltService> {
    if (!(await outsideIsUp())) return BuiltService.start(env, more);
    const database = await createOutsideDatabase();
    const service = await BuiltService.start({ DATABASE_URL: database.url, ...env }, more);
    service.database = database;
    return service;
  }

  /**
   * Starts it on the embedded PostgreSQL, unless the environment names a database.
   *
   * @param more environment that depends on the service's own address
   * @param project folder of the built project; default: this one
   */
  static async start(
    env: NodeJS.ProcessEnv = {},
    more: (url: string) => Promise<NodeJS.ProcessEnv> = async () => ({}),
    project = PROJECT,
  ): Promise<BuiltService> {
    const port = await freePort();
    const service = new BuiltService(
      port,
      env["FOYER_DATA"] ?? (await mkdtemp(join(tmpdir(), "foyer-built-"))),
      { ...env, ...(await more(`http://localhost:${port}`)) },
      project,
    );
    await service.up();
    return service;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  get pid(): number | undefined {
    return this.process?.pid;
  }

  /** Starts the process and waits until it is ready. */
  async up(): Promise<void> {
    this.process = spawn(process.execPath, [join(this.project, "dist/server/main.js")], {
      env: {
        ...process.env,
        FOYER_ENV: "CI",
        HOST: "localhost",
        PORT: String(this.port),
        FOYER_DATA: this.folder,
        ...this.env,
      },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const { process: started } = this;
    let said = "";
    started.stderr
      ?.setEncoding("utf8")
      .on("data", (text: string) => (said = `${said}${text}`.slice(-2000)));
    for (let waited = 0; waited < 900; waited++) {
      const ready = await fetch(`${this.url}/readyz`).then(
        (response) => response.ok,
        () => false,
      );
      if (ready) return;
      if (started.exitCode !== null)
        throw new Error(`the service ended with ${started.exitCode} before it was ready: ${said}`);
      await sleep(100);
    }
    throw new Error(`the service did not become ready within 90 s: ${said}`);
  }

  /** As a power cut would: no goodbye. */
  async kill(): Promise<void> {
    const gone = new Promise((resolve) => this.process?.once("exit", resolve));
    this.process?.kill("SIGKILL");
    await gone;
  }

  /** Asks the service's database. */
  async query(sql: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({
      connectionString: this.database?.url ?? (await this.embeddedUrl()),
    });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** The address of the database that the service has started for itself. */
  private async embeddedUrl(): Promise<string> {
    const password = (await readFile(join(this.folder, "postgres.password"), "utf8")).trim();
    const port = (await readFile(join(this.folder, "postgres/postmaster.pid"), "utf8")).split(
      "\n",
    )[3];
    return `postgres://foyer:${password}@127.0.0.1:${port}/foyer`;
  }

  /**
   * Asks the process to end, as an orchestrator would.
   *
   * @throws Error when it does not end by itself and in order
   */
  async end(): Promise<void> {
    const gone = new Promise((resolve) =>
      this.process?.once("exit", (code, signal) => resolve(signal ?? code)),
    );
    this.process?.kill("SIGTERM");
    const how = await gone;
    if (how !== 0) throw new Error(`asked to stop, the service ended with ${String(how)}`);
  }

  async stop(): Promise<void> {
    await this.end();
    await this.database?.drop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
