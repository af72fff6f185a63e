import { setTimeout as sleep } from "node:timers/promises";
import { BuiltService } from "../browser/built-service.ts";
import { Applicant, missingOf, type Acknowledged } from "./applicant.ts";

/*
 * kill -9 at random moments under load: `npx tsx tests/faults/kill.ts [ROUNDS]`. Applicants submit
 * all the time and remember what was acknowledged; afterwards everything acknowledged has to be
 * there, and no effect at the platform may have happened twice. Exit 1 when not.
 */

const ROUNDS = Number(process.argv[2] ?? 10);
const APPLICANTS = 6;
const service = await BuiltService.start();
const acknowledged: Acknowledged[] = [];
const unexpected: string[] = [];
for (let round = 1; round <= ROUNDS; round++) {
  const applicants = Array.from({ length: APPLICANTS }, () => new Applicant(service.url));
  const runs = applicants.map((applicant) => applicant.run());
  await sleep(300 + Math.random() * 1200);
  await service.kill();
  await service.up();
  await sleep(500);
  for (const applicant of applicants) applicant.stop();
  await Promise.all(runs);
  acknowledged.push(...applicants.flatMap((applicant) => applicant.acknowledged));
  unexpected.push(...applicants.flatMap((applicant) => applicant.unexpected));
  process.stdout.write(`round ${round}: ${acknowledged.length} acknowledged\n`);
}

const missing = await missingOf(service.url, acknowledged);
const twice = await service.query(
  "select application, call, count(*) from platform_effects where call in ('create', 'onboard') group by 1, 2 having count(*) > 1",
);
const effects = await service.query("select count(*)::int as count from platform_effects");
await service.stop();
console.log(
  `${ROUNDS} rounds of kill -9: ${acknowledged.length} acknowledged, ${missing} missing; ${String(effects[0]?.["count"])} effects, ${twice.length} twice; ${unexpected.length} unexpected answers`,
);
for (const line of unexpected.slice(0, 5)) console.log(`  ${line}`);
process.exitCode = missing + twice.length + unexpected.length === 0 ? 0 : 1;
