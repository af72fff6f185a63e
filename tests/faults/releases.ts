import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { BuiltService } from "../browser/built-service.ts";
import { createOutsideDatabase } from "../outside-postgres.ts";
import { AlternatingProxy } from "./alternating-proxy.ts";
import { Applicant, missingOf } from "./applicant.ts";

/*
 * Two releases beside each other, as during a deploy: `npx tsx tests/faults/releases.ts FOLDER
 * [SECONDS]`, with the built project of the release before in FOLDER (`git worktree add`, `npm ci`,
 * `npm run build`); a PostgreSQL outside is needed. The release before makes the tables and
 * publishes its definitions; then this one starts on them. A proxy sends every request to the other
 * release than the one before, and applicants send everything twice at once. Everything
 * acknowledged has to be there, and both releases have to answer alike. Exit 1 when not.
 */

const [folder, seconds = "30"] = process.argv.slice(2);
if (folder === undefined) throw new Error("say the folder of the built release before");
const APPLICANTS = 4;

const database = await createOutsideDatabase();
const front = new AlternatingProxy();
const url = await front.listen();
const env = {
  DATABASE_URL: database.url,
  FOYER_KEY: `k1:${randomBytes(32).toString("hex")}`,
  FOYER_PUBLISHED: "1",
  PUBLIC_URL: url,
};
const former = await BuiltService.start(env, undefined, resolve(folder));
const present = await BuiltService.start(env);
front.nodes.push(former, present);

const applicants = Array.from({ length: APPLICANTS }, () => new Applicant(url, { twice: true }));
const runs = applicants.map((applicant) => applicant.run());
await sleep(Number(seconds) * 1000);
for (const applicant of applicants) applicant.stop();
await Promise.all(runs);

const acknowledged = applicants.flatMap((applicant) => applicant.acknowledged);
const unexpected = applicants.flatMap((applicant) => applicant.unexpected);
const repeated = applicants.reduce((sum, applicant) => sum + applicant.repeated, 0);
const missing = await missingOf(url, acknowledged);
const client = new pg.Client({ connectionString: database.url });
await client.connect();
const { rows: twice } = await client.query(
  "select application, call, count(*) from platform_effects where call in ('create', 'onboard') and status < 300 group by 1, 2 having count(*) > 1",
);
await client.end();
for (const node of [present, former]) await node.stop();
front.close();
await database.drop();
console.log(
  `two releases for ${seconds} s: ${acknowledged.length} acknowledged, ${missing} missing; ${repeated} pairs answered alike; ${twice.length} effects twice; ${unexpected.length} unexpected answers`,
);
for (const each of new Set(unexpected)) console.log(`  ${each}`);
process.exit(missing + twice.length + unexpected.length === 0 ? 0 : 1);
