import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { BuiltService } from "../browser/built-service.ts";
import { OUTSIDE } from "../server/service.ts";
import { writeTimersFlow } from "../timers-flow.ts";

/*
 * Two nodes on one database whose timers fall due all the time: `npx tsx tests/faults/timers.ts
 * [ROUNDS]`; a PostgreSQL outside is needed. In each round applications are confirmed, whose timer
 * calls a service a moment later, and one node is killed with -9 while timers fire; the service is
 * slow. Every timer has to fire once, under one Idempotency-Key, and none may be left. Exit 1 when
 * not.
 */

const ROUNDS = Number(process.argv[2] ?? 3);
const APPLICATIONS = 20;
const READER = { name: "Ada Noor", born: "1980/06/01", lives: "here" };
const TIMERS = `
  told:
    description: The post is told a moment after the application was confirmed
    match: { application.confirmed: true, application.postedAt: false }
    after: 1 second
    every: 1 minute
    then: nightly
`;

const name = `foyer_timers_${process.pid}`;
const url = new URL(OUTSIDE);
url.pathname = `/${name}`;
const admin = new pg.Client({ connectionString: OUTSIDE });
await admin.connect();
await admin.query(`create database ${name}`);
const folder = await mkdtemp(join(tmpdir(), "foyer-timers-"));
await writeTimersFlow(folder, TIMERS);

/** Idempotency keys by application, and requests in all. */
const keys = new Map<string, Set<string>>();
const told = { requests: 0, "nodes killed": 0 };
const post = createServer((incoming, outgoing) => {
  const parts: Buffer[] = [];
  incoming.on("data", (part: Buffer) => parts.push(part));
  incoming.on("end", () => {
    const { id } = JSON.parse(Buffer.concat(parts).toString()) as { id: string };
    const known = keys.get(id) ?? new Set();
    keys.set(id, known.add(String(incoming.headers["idempotency-key"])));
    told.requests++;
    void sleep(200 + Math.random() * 400).then(() =>
      outgoing.writeHead(200, { "content-type": "application/json" }).end("{}"),
    );
  });
});
await new Promise<void>((resolve) => post.listen(0, "127.0.0.1", resolve));
const env = {
  DATABASE_URL: url.href,
  FOYER_KEY: `k1:${randomBytes(32).toString("hex")}`,
  FOYER_FLOWS: folder,
  POST_URL: `http://127.0.0.1:${(post.address() as AddressInfo).port}`,
};
const nodes = [await BuiltService.start(env), await BuiltService.start(env)];

/** Confirms an application. @returns its id */
async function confirm(at: string): Promise<string> {
  let cookie = "";
  let path = "/library-card";
  let revision = 0;
  for (const data of [{}, READER, {}]) {
    const response = await fetch(at + path, {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json", cookie },
      body: JSON.stringify({ action: "submit", data, revision }),
    });
    const given = response.headers.get("set-cookie")?.split(";")[0];
    cookie = given ?? cookie;
    const view = (await response.json()) as { path: string; revision: number };
    ({ path, revision } = view);
  }
  return decodeURIComponent(path.split("/")[2] ?? "");
}

const client = new pg.Client({ connectionString: url.href });
await client.connect();
const ids: string[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const [live, other] = round % 2 === 0 ? nodes : nodes.toReversed();
  if (live === undefined || other === undefined) break;
  ids.push(
    ...(await Promise.all(Array.from({ length: APPLICATIONS }, async () => confirm(live.url)))),
  );
  await sleep(700 + Math.random() * 1500);
  await other.kill();
  await live.kill();
  told["nodes killed"] += 2;
  await Promise.all([live.up(), other.up()]);
}
const count = async (sql: string): Promise<number> =>
  (await client.query<{ count: number }>(sql)).rows[0]?.count ?? 0;
const OPEN = "select count(*)::int as count from calls where answered_at is null";
const WAITING =
  "select count(*)::int as count from applications where state->'application'->>'postedAt' is null";
for (let waited = 0; waited < 120; waited++) {
  if ((await count(OPEN)) + (await count(WAITING)) === 0) break;
  await sleep(1000);
}
const left = (await count(OPEN)) + (await count(WAITING));
const twice = await count(
  "select count(*)::int as count from (select application from journal where because = 'timer:told' group by 1 having count(*) > 1) fired",
);
const keyed = ids.filter((id) => keys.get(id)?.size !== 1).length;
await client.end();
await Promise.all(nodes.map((node) => node.stop()));
post.close();
await rm(folder, { recursive: true, force: true });
await admin.query(`drop database ${name} with (force)`);
await admin.end();
console.log(
  `${ROUNDS} rounds: ${ids.length} timers, ${left} left, ${twice} fired twice, ${keyed} not under one key; ${told.requests} requests for them, ${told["nodes killed"]} nodes killed`,
);
process.exitCode = left + twice + keyed === 0 && ids.length > 0 ? 0 : 1;
