import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { BuiltService } from "../browser/built-service.ts";
import { OUTSIDE } from "../server/service.ts";
import { AlternatingProxy, bodyOf, listening } from "./alternating-proxy.ts";
import { Applicant, missingOf } from "./applicant.ts";

/*
 * Two nodes on one database behind a proxy that sends every request to the other node than the one
 * before: `npx tsx tests/faults/nodes.ts [SECONDS]`; a PostgreSQL outside is needed. Applicants
 * send everything twice at once and what came before once more. Meanwhile nodes are killed, or
 * stopped for longer than their leases, the database cuts all connections, and the platform acts
 * and hangs up, acts twice, answers 503 after acting, or hangs. Everything acknowledged has to be
 * there, no effect may have happened twice for one application. Exit 1 when not.
 */

const SECONDS = Number(process.argv[2] ?? 30);
const APPLICANTS = 6;

const name = `foyer_nodes_${process.pid}`;
const url = new URL(OUTSIDE);
url.pathname = `/${name}`;
const admin = new pg.Client({ connectionString: OUTSIDE });
await admin.connect();
await admin.query(`create database ${name}`);

const told = {
  "platform acted and hung up": 0,
  "platform acted twice": 0,
  "platform said 503 after acting": 0,
  "platform hung": 0,
  "node killed": 0,
  "node stopped for 11 s": 0,
  "connections cut": 0,
};
const front = new AlternatingProxy();
const { nodes } = front;

const platform = createServer((incoming, outgoing) => {
  void (async () => {
    const body = await bodyOf(incoming);
    const chance = incoming.method === "GET" ? 1 : Math.random();
    if (chance < 0.05) {
      told["platform hung"]++;
      await sleep(3000);
      outgoing.destroy();
      return;
    }
    const answer = await front.handOn(incoming, body);
    if (chance < 0.12) {
      told["platform acted and hung up"]++;
      outgoing.destroy();
    } else if (chance < 0.18) {
      told["platform said 503 after acting"]++;
      outgoing.writeHead(503).end();
    } else {
      const again = chance < 0.3 ? await front.handOn(incoming, body) : undefined;
      if (again !== undefined) told["platform acted twice"]++;
      const last = again ?? answer;
      if (last === undefined) outgoing.writeHead(503).end();
      else outgoing.writeHead(last.status, last.headers).end(last.body);
    }
  })().catch(() => outgoing.destroy());
});

const frontUrl = await front.listen();
const env = {
  DATABASE_URL: url.href,
  FOYER_KEY: `k1:${randomBytes(32).toString("hex")}`,
  PLATFORM_URL: await listening(platform),
  PUBLIC_URL: frontUrl,
};
// Both at once: migrations wait for each other.
nodes.push(...(await Promise.all([BuiltService.start(env), BuiltService.start(env)])));

const applicants = Array.from(
  { length: APPLICANTS },
  () => new Applicant(frontUrl, { twice: true, endsEarly: true }),
);
const runs = applicants.map((applicant) => applicant.run());
const end = Date.now() + SECONDS * 1000;
for (let round = 0; Date.now() < end; round++) {
  await sleep(1000 + Math.random() * 1000);
  const node = nodes[round % 2];
  if (node === undefined) break;
  if (round % 3 === 0) {
    await node.kill();
    told["node killed"]++;
    await sleep(500);
    await node.up();
  } else if (round % 3 === 1) {
    const { rows } = await admin.query<{ count: number }>(
      "select count(pg_terminate_backend(pid))::int as count from pg_stat_activity where datname = $1",
      [name],
    );
    told["connections cut"] += rows[0]?.count ?? 0;
  } else if (node.pid !== undefined) {
    process.kill(node.pid, "SIGSTOP");
    await sleep(11_000);
    process.kill(node.pid, "SIGCONT");
    told["node stopped for 11 s"]++;
  }
}
await sleep(1000);
for (const applicant of applicants) applicant.stop();
await Promise.all(runs);

const acknowledged = applicants.flatMap((applicant) => applicant.acknowledged);
const unexpected = applicants.flatMap((applicant) => applicant.unexpected);
const repeated = applicants.reduce((sum, applicant) => sum + applicant.repeated, 0);
const missing = await missingOf(frontUrl, acknowledged);
const client = new pg.Client({ connectionString: url.href });
await client.connect();
const { rows: twice } = await client.query(
  "select application, call, count(*) from platform_effects where call in ('create', 'onboard') and status < 300 group by 1, 2 having count(*) > 1",
);
const { rows: effects } = await client.query<{ count: number }>(
  "select count(*)::int as count from platform_effects",
);
const { rows: open } = await client.query<{ count: number }>(
  "select count(*)::int as count from calls where answered_at is null",
);
await client.end();
await Promise.all(nodes.map((node) => node.stop()));
front.close();
platform.close();
platform.closeAllConnections();
await admin.query(`drop database ${name} with (force)`);
await admin.end();
console.log(
  `two nodes for ${SECONDS} s: ${acknowledged.length} acknowledged, ${missing} missing; ${repeated} pairs answered alike; ${effects[0]?.count} effects, ${twice.length} twice; ${open[0]?.count} calls left to whoever asks next; ${unexpected.length} unexpected answers`,
);
console.log(
  Object.entries(told)
    .map(([what, times]) => `${what}: ${times}`)
    .join("; "),
);
for (const line of unexpected.slice(0, 5)) console.log(`  ${line}`);
process.exitCode =
  missing + twice.length + unexpected.length === 0 && acknowledged.length > 0 ? 0 : 1;
