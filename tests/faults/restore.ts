import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { BuiltService } from "../browser/built-service.ts";
import { OUTSIDE } from "../server/service.ts";
import { Applicant, missingOf } from "./applicant.ts";

/*
 * A backup that is made while applicants submit, restored into an empty database, and served from:
 * `npx tsx tests/faults/restore.ts`; a PostgreSQL outside, pg_dump and pg_restore are needed. What
 * was acknowledged before the backup began has to be there afterwards, and the restored service has
 * to take submissions. Exit 1 when not.
 */

const run = promisify(execFile);
for (const tool of ["pg_dump", "pg_restore"])
  await run(tool, ["--version"]).catch(() => {
    console.error(`${tool} is not here: nothing was tested`);
    process.exit(2);
  });

const [from, to] = [`foyer_backup_${process.pid}`, `foyer_restored_${process.pid}`];
const urlOf = (name: string) => Object.assign(new URL(OUTSIDE), { pathname: `/${name}` }).href;
const admin = new pg.Client({ connectionString: OUTSIDE });
await admin.connect();
await admin.query(`create database ${from}`);
await admin.query(`create database ${to}`);
const folder = await mkdtemp(join(tmpdir(), "foyer-backup-"));
const file = join(folder, "foyer.dump");
const env = { FOYER_KEY: `k1:${randomBytes(32).toString("hex")}` };

const service = await BuiltService.start({ ...env, DATABASE_URL: urlOf(from) });
const applicants = Array.from({ length: 4 }, () => new Applicant(service.url));
const runs = applicants.map((applicant) => applicant.run());
await sleep(4000);
const before = applicants.flatMap(({ acknowledged }) => [...acknowledged]);
await run("pg_dump", ["--format=custom", `--file=${file}`, urlOf(from)]);
for (const applicant of applicants) applicant.stop();
await Promise.all(runs);
await service.stop();
const { size } = await stat(file);

await run("pg_restore", ["--no-owner", "--exit-on-error", `--dbname=${urlOf(to)}`, file]);
const restored = await BuiltService.start({ ...env, DATABASE_URL: urlOf(to) });
const missing = await missingOf(restored.url, before);
const after = new Applicant(restored.url);
const going = after.run();
await sleep(3000);
after.stop();
await going;
await restored.stop();
for (const name of [from, to]) await admin.query(`drop database ${name} with (force)`);
await admin.end();
await rm(folder, { recursive: true, force: true });
console.log(
  `backup under load, ${Math.round(size / 1024)} KiB: ${before.length} acknowledged before it, ${missing} missing after the restore; ${after.acknowledged.length} submissions taken by the restored service, ${after.unexpected.length} unexpected answers`,
);
process.exitCode =
  missing === 0 &&
  before.length > 0 &&
  after.acknowledged.length > 0 &&
  after.unexpected.length === 0
    ? 0
    : 1;
