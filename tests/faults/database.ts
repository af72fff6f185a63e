import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statfsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BuiltService } from "../browser/built-service.ts";
import { Applicant, missingOf } from "./applicant.ts";

/*
 * The embedded database goes, the service stays: `npx tsx tests/faults/database.ts [ROUNDS]`. In
 * turn its main process is killed, one that works for a connection is killed, and the disk fills up
 * (on a file system of its own, which only root can make; else that part is left out, and said to
 * be). Applicants submit all the time. The service has to be ready again by itself, everything
 * acknowledged has to be there, and no effect may have happened twice. Exit 1 when not.
 */

const ROUNDS = Number(process.argv[2] ?? 9);
const APPLICANTS = 4;
const DISK_MB = 300;
const READY_MS = 60_000;

const folder = await mkdtemp(join(tmpdir(), "foyer-disk-"));
const small = isMounted();
if (!small) console.log("only root can make a small disk: it is not filled up");
const service = await BuiltService.start({ FOYER_DATA: join(folder, "data") });
const told = { "main process killed": 0, "process of a connection killed": 0, "disk full": 0 };
const unexpected: string[] = [];
let longest = 0;
// The sandbox platform keeps its own in the same database: while that is away it cannot answer
// either, and the page says so.
const applicants = Array.from(
  { length: APPLICANTS },
  () => new Applicant(service.url, { endsEarly: true }),
);
const runs = applicants.map((applicant) => applicant.run());
for (let round = 0; round < ROUNDS; round++) {
  await sleep(1000 + Math.random() * 1500);
  const main = Number(
    (await readFile(join(folder, "data/postgres/postmaster.pid"), "utf8")).split("\n")[0],
  );
  if (round % 3 === 0) {
    process.kill(main, "SIGKILL");
    told["main process killed"]++;
  } else if (round % 3 === 1) {
    const worker = connectionsOf(main)[0];
    if (worker === undefined) continue;
    process.kill(worker, "SIGKILL");
    told["process of a connection killed"]++;
  } else if (small) {
    const ballast = join(folder, "ballast");
    const { bavail, bsize } = statfsSync(folder);
    await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => undefined);
    await sleep(5000);
    await rm(ballast);
    told["disk full"]++;
  }
  const began = performance.now();
  if (!(await ready()))
    unexpected.push(`round ${round}: not ready again within ${READY_MS / 1000} s`);
  longest = Math.max(longest, performance.now() - began);
}
for (const applicant of applicants) applicant.stop();
await Promise.all(runs);

const acknowledged = applicants.flatMap((applicant) => applicant.acknowledged);
unexpected.push(...applicants.flatMap((applicant) => applicant.unexpected));
const early = applicants.flatMap((applicant) => applicant.early);
const missing = await missingOf(service.url, acknowledged);
const twice = await service.query(
  "select application, call, count(*) from platform_effects where call in ('create', 'onboard') group by 1, 2 having count(*) > 1",
);
const effects = await service.query("select count(*)::int as count from platform_effects");
await service.stop();
if (small) execFileSync("umount", [folder]);
await rm(folder, { recursive: true, force: true });
console.log(
  `${Object.entries(told)
    .map(([what, times]) => `${what}: ${times}`)
    .join(
      "; ",
    )}: ${acknowledged.length} acknowledged, ${missing} missing; ${String(effects[0]?.["count"])} effects, ${twice.length} twice; ready again after ${Math.round(longest / 100) / 10} s at most; ${early.length} ended early; ${unexpected.length} unexpected answers`,
);
for (const line of [...unexpected, ...early].slice(0, 8)) console.log(`  ${line}`);
process.exitCode =
  missing + twice.length + unexpected.length === 0 && acknowledged.length > 0 ? 0 : 1;

/** Makes a disk of its own for the data, small enough to be filled. */
function isMounted(): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "none", folder], {
      stdio: "ignore",
    });
    return true;
  } catch {
    return false;
  }
}

/** Processes that PostgreSQL has started for connections. */
function connectionsOf(main: number): readonly number[] {
  const children = existsSync(`/proc/${main}/task/${main}/children`)
    ? readFileSync(`/proc/${main}/task/${main}/children`, "utf8").trim().split(" ")
    : [];
  return children
    .map(Number)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("127.0.0.1"));
}

/** Ready, and still so a moment later. */
async function ready(): Promise<boolean> {
  for (const until = performance.now() + READY_MS; performance.now() < until; await sleep(250)) {
    if (!(await answersReady())) continue;
    await sleep(1500);
    if (await answersReady()) return true;
  }
  return false;
}

async function answersReady(): Promise<boolean> {
  return fetch(`${service.url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
