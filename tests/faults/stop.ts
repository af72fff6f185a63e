import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BuiltService } from "../browser/built-service.ts";
import { Applicant, missingOf, type Acknowledged } from "./applicant.ts";

/*
 * A node is stopped under load, as a deploy does: `npx tsx tests/faults/stop.ts [ROUNDS]`; with
 * DATABASE_URL over that database, else over its own. Visitors come each on a connection of their
 * own, as through a balancer, until `/readyz` says no; none of them may be cut off or turned away,
 * the process has to end by itself, and its own database with it. Exit 1 when not.
 */

const ROUNDS = Number(process.argv[2] ?? 10);
const VISITORS = 16;
const LOOK_MS = 200;
const service = await BuiltService.start({ FOYER_DRAIN_MS: "5000", FOYER_LAG_MS: "0" });
const acknowledged: Acknowledged[] = [];
const wrong: string[] = [];
let answered = 0;
let longest = 0;
for (let round = 1; round <= ROUNDS; round++) {
  let sends = true;
  const balancer = (async () => {
    while (sends) {
      sends = await fetch(`${service.url}/readyz`, { headers: { connection: "close" } }).then(
        (response) => response.ok,
        () => false,
      );
      await sleep(LOOK_MS);
    }
  })();
  const visit = async () => {
    while (sends) {
      const told = await fetch(`${service.url}/get-started`, {
        headers: { accept: "application/json", connection: "close" },
      }).then(
        async (response) => response.text().then(() => response.status),
        (error: unknown) => String((error as Error).cause ?? error),
      );
      if (told === 200) answered++;
      else wrong.push(`round ${round}: ${told}`);
    }
  };
  const applicants = Array.from({ length: 4 }, () => new Applicant(service.url));
  const runs = [
    ...applicants.map((applicant) => applicant.run()),
    ...Array.from({ length: VISITORS }, visit),
  ];
  await sleep(500 + Math.random() * 1000);
  const told = Date.now();
  await service.end().catch((error: unknown) => wrong.push(`round ${round}: ${String(error)}`));
  longest = Math.max(longest, Date.now() - told);
  for (const applicant of applicants) applicant.stop();
  await Promise.all([balancer, ...runs]);
  if (existsSync(join(service.folder, "postgres/postmaster.pid")))
    wrong.push(`round ${round}: the embedded database was left behind`);
  acknowledged.push(...applicants.flatMap((applicant) => applicant.acknowledged));
  wrong.push(...applicants.flatMap((applicant) => applicant.unexpected));
  await service.up();
  process.stdout.write(`round ${round}: ${answered} visits answered, ${wrong.length} wrong\n`);
}
const missing = await missingOf(service.url, acknowledged);
await service.stop();
console.log(
  `${ROUNDS} stops: ${answered} visits answered, ${acknowledged.length} submissions acknowledged, ${missing} missing; gone after ${longest} ms at most; ${wrong.length} wrong`,
);
for (const line of wrong.slice(0, 5)) console.log(`  ${line}`);
process.exitCode = missing + wrong.length === 0 ? 0 : 1;
