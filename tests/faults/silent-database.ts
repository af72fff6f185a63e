import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { BuiltService } from "../browser/built-service.ts";
import { BlackHole } from "../server/black-hole.ts";
import { OUTSIDE } from "../server/service.ts";
import { Applicant, missingOf } from "./applicant.ts";

/*
 * The database falls silent under load: `npx tsx tests/faults/silent-database.ts [ROUNDS]`; a
 * PostgreSQL outside is needed. A proxy between the service and its database swallows bytes without
 * a reset, in turn for every connection for 20 s, as when the host is gone, and for those that are
 * open only, as when a firewall has forgotten them. Every request has to be answered within 8 s,
 * within 1 s once the silence is 5 s old, and with 503 and Retry-After where it cannot be kept; 10
 * s after the database is back steps have to be taken again; everything acknowledged has to be
 * there. Exit 1 when not.
 */

const ROUNDS = Number(process.argv[2] ?? 4);
const APPLICANTS = 24;
const SILENT_MS = 20_000;
const FIRST_MS = 8000;
const KNOWN_AFTER_MS = 5000;
const KNOWN_MS = 1000;
const BACK_MS = 10_000;

const name = `foyer_silent_${process.pid}`;
const admin = new pg.Client({ connectionString: OUTSIDE });
await admin.connect();
await admin.query(`create database ${name}`);
const direct = new URL(OUTSIDE);
direct.pathname = `/${name}`;
const { hole, url } = await BlackHole.beforeUrl(direct.href);
// Published definitions, so that the listener is there.
const service = await BuiltService.start({ DATABASE_URL: url, FOYER_PUBLISHED: "1" });

const unexpected: string[] = [];
const longest = { first: 0, known: 0, back: 0 };
const answers = { ok: 0, unavailable: 0 };

const applicants = Array.from(
  { length: APPLICANTS },
  () => new Applicant(service.url, { endsEarly: true }),
);
const runs = applicants.map((applicant) => applicant.run());
const acknowledgedNow = () =>
  applicants.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
await sleep(3000);

for (let round = 0; round < ROUNDS; round++) {
  const isWhole = round % 2 === 0;
  const began = performance.now();
  if (isWhole) hole.fallSilent();
  else hole.forgetConnections();
  const visits: Promise<void>[] = [];
  while (isWhole && performance.now() - began < SILENT_MS) {
    visits.push(visit(began));
    await sleep(100);
  }
  hole.comeBack();
  const back = performance.now();
  const before = acknowledgedNow();
  while (acknowledgedNow() < before + APPLICANTS && performance.now() - back < 60_000)
    await sleep(50);
  const took = performance.now() - back;
  longest.back = Math.max(longest.back, took);
  if (took > BACK_MS) unexpected.push(`round ${round}: steps again only after ${seconds(took)}`);
  await Promise.all(visits);
  await sleep(3000);
}
for (const applicant of applicants) applicant.stop();
await Promise.all(runs);

const acknowledged = applicants.flatMap((applicant) => applicant.acknowledged);
unexpected.push(...applicants.flatMap((applicant) => applicant.unexpected));
const missing = await missingOf(service.url, acknowledged);
const data = new pg.Client({ connectionString: direct.href });
await data.connect();
const { rows: twice } = await data.query(
  "select application, call, count(*) from platform_effects where call in ('create', 'onboard') and status < 300 group by 1, 2 having count(*) > 1",
);
await data.end();
await service.stop();
await hole.close();
await admin.query(`drop database ${name} with (force)`);
await admin.end();

console.log(
  `${ROUNDS} rounds: ${acknowledged.length} acknowledged, ${missing} missing; ${twice.length} effects twice; in the silence ${answers.unavailable} visits answered 503 and ${answers.ok} answered otherwise, after ${seconds(longest.first)} at most, ${seconds(longest.known)} once it was known; steps again ${seconds(longest.back)} after the database at most; ${unexpected.length} unexpected answers`,
);
for (const line of unexpected.slice(0, 8)) console.log(`  ${line}`);
process.exitCode =
  missing + twice.length + unexpected.length === 0 && acknowledged.length > 0 ? 0 : 1;

/** One visitor who begins an application while the database is silent. */
async function visit(began: number): Promise<void> {
  const asked = performance.now();
  const response = await fetch(`${service.url}/get-started`, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify({ action: "submit", data: {}, revision: 0 }),
  });
  const took = performance.now() - asked;
  const isKnown = asked - began > KNOWN_AFTER_MS;
  longest[isKnown ? "known" : "first"] = Math.max(longest[isKnown ? "known" : "first"], took);
  if (took > (isKnown ? KNOWN_MS : FIRST_MS))
    unexpected.push(`${seconds(asked - began)} into the silence: answered after ${seconds(took)}`);
  if (response.status === 503) {
    answers.unavailable++;
    if (response.headers.get("retry-after") === null) unexpected.push("503 without Retry-After");
  } else {
    answers.ok++;
    // What was asked at the end of the silence may be answered after it.
    if (response.status !== 200) unexpected.push(`${response.status} ${await response.text()}`);
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
