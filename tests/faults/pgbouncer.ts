import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "../../server/storage/database/free-port.ts";
import { BuiltService } from "../browser/built-service.ts";
import { PROJECT } from "../definitions.ts";
import { OUTSIDE } from "../server/service.ts";
import { Applicant, missingOf } from "./applicant.ts";
import { mustReplace } from "../must-replace.ts";

/*
 * Two nodes behind pgbouncer in transaction pooling: `npx tsx tests/faults/pgbouncer.ts [SECONDS]`;
 * a PostgreSQL outside and pgbouncer (`apt-get install pgbouncer`, or its path in PGBOUNCER) are
 * needed. Applicants submit while pgbouncer is killed and started again; a publish has to reach
 * both nodes within 6 s, without a notification; nothing may be left behind on the server's
 * connections, which everybody shares; everything acknowledged has to be there. Exit 1 when not.
 */

const SECONDS = Number(process.argv[2] ?? 20);
const PGBOUNCER = process.env["PGBOUNCER"] ?? "/usr/sbin/pgbouncer";
const APPLICANTS = 8;
const SERVER_CONNECTIONS = 6;
const PUBLISH_SEEN_MS = 6000;
/** pgbouncer refuses to run as root: then it runs as the user that owns nothing. */
const NOBODY = 65_534;

const name = `foyer_pgbouncer_${process.pid}`;
const admin = new pg.Client({ connectionString: OUTSIDE });
await admin.connect();
await admin.query(`create database ${name}`);
const outside = new URL(OUTSIDE);
const folder = await mkdtemp(join(tmpdir(), "foyer-pgbouncer-"));
const port = await freePort();
const configuration = join(folder, "pgbouncer.ini");
const users = join(folder, "users.txt");
await writeFile(
  configuration,
  `[databases]
* = host=${outside.hostname} port=${outside.port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
max_client_conn = 200
`,
);
await writeFile(users, `"${outside.username}" "${outside.password}"\n`);
await chmod(folder, 0o755);
const isRoot = process.getuid?.() === 0;
if (isRoot)
  await Promise.all([configuration, users].map(async (file) => chown(file, NOBODY, NOBODY)));
let pooler = await startPooler();

const through = new URL(outside);
through.hostname = "127.0.0.1";
through.port = String(port);
through.pathname = `/${name}`;
const env = {
  DATABASE_URL: through.href,
  FOYER_KEY: `k1:${"7".repeat(64)}`,
  FOYER_PUBLISHED: "1",
};
// Both at once: migrations wait for each other.
const nodes = await Promise.all([BuiltService.start(env), BuiltService.start(env)]);
const unexpected: string[] = [];
const applicants = Array.from(
  { length: APPLICANTS },
  (_, index) => new Applicant(nodes[index % nodes.length]?.url ?? "", { endsEarly: true }),
);
const runs = applicants.map((applicant) => applicant.run());

await sleep((SECONDS * 1000) / 2);
const seenAfter = await publishSeen();
if (seenAfter > PUBLISH_SEEN_MS) unexpected.push(`a publish was seen only after ${seenAfter} ms`);
pooler.kill("SIGKILL");
await once(pooler, "exit");
await sleep(1000);
pooler = await startPooler();
await sleep((SECONDS * 1000) / 2);
for (const applicant of applicants) applicant.stop();
await Promise.all(runs);

const acknowledged = applicants.flatMap((applicant) => applicant.acknowledged);
unexpected.push(...applicants.flatMap((applicant) => applicant.unexpected));
const missing = await missingOf(nodes[0]?.url ?? "", acknowledged);
const left = await settingsLeft();
if (left.length > 0) unexpected.push(`settings left behind: ${left.join(", ")}`);
await Promise.all(nodes.map(async (node) => node.stop()));
pooler.kill("SIGTERM");
await admin.query(`drop database ${name} with (force)`);
await admin.end();
await rm(folder, { recursive: true, force: true });
console.log(
  `two nodes behind pgbouncer for ${SECONDS} s: ${acknowledged.length} acknowledged, ${missing} missing; a publish seen by both after ${Math.round(seenAfter / 100) / 10} s; ${unexpected.length} unexpected answers`,
);
for (const line of unexpected.slice(0, 8)) console.log(`  ${line}`);
process.exitCode = missing + unexpected.length === 0 && acknowledged.length > 0 ? 0 : 1;

async function startPooler(): Promise<ChildProcess> {
  const started = spawn(PGBOUNCER, ["-q", configuration], {
    stdio: ["ignore", "ignore", "inherit"],
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  for (let tried = 0; tried < 100; tried++) {
    const client = new pg.Client({
      connectionString: `postgres://${outside.username}@127.0.0.1:${port}/${name}`,
    });
    const isUp = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isUp) return started;
    if (started.exitCode !== null) break;
    await sleep(100);
  }
  throw new Error(`${PGBOUNCER} did not start: install it, or give its path in PGBOUNCER`);
}

/**
 * Publishes another text with the command line, by the same way; how long until both nodes show it,
 * in milliseconds.
 */
async function publishSeen(): Promise<number> {
  const flows = join(folder, "definitions");
  for (const top of ["flows", "schemas", "content"])
    await cp(join(PROJECT, top), join(flows, top), { recursive: true });
  const file = join(flows, "content/library-card/en-US/screens/start.yaml");
  const said = "Come in, said the pooler";
  await writeFile(
    file,
    mustReplace(await readFile(file, "utf8"), /^title: .*$/m, `title: ${said}`),
  );
  await promisify(execFile)(
    process.execPath,
    [
      join(PROJECT, "server/cli/foyer.mjs"),
      "publish",
      "library-card",
      "--message",
      "another title",
    ],
    { env: { ...process.env, FOYER_ENV: "CI", ...env, FOYER_FLOWS: flows } },
  );
  const published = performance.now();
  for (;;) {
    const pages = await Promise.all(
      nodes.map(async ({ url }) => (await fetch(`${url}/library-card`)).text()),
    );
    const took = performance.now() - published;
    if (pages.every((page) => page.includes(said)) || took > 30_000) return took;
    await sleep(50);
  }
}

/** Settings on the server's connections that are not the server's own. */
async function settingsLeft(): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: through.href });
  await client.connect();
  const { rows } = await client.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting <> '0'",
  );
  await client.end();
  return rows.map((row) => `${row.name} ${row.setting}`);
}
