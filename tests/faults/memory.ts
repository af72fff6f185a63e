import { spawnSync } from "node:child_process";
import { ANSWERS, testService, Visitor } from "../server/service.ts";

/*
 * Memory over many requests: `npx tsx tests/faults/memory.ts [APPLICATIONS]`. Applicants fill in
 * the whole form, batch after batch; after each batch everything that nobody holds is collected and
 * what is left is measured. Once warmed up, what is left must not grow with the number of
 * applications. Exit 1 when it does.
 */

const APPLICATIONS = Number(process.argv[2] ?? 2000);
const BATCHES = 10;
/** Caches fill up in the first batches. */
const WARM = 4;
/** So much may be left of one application: less than one state of it, which is some kilobytes. */
const LEFT_BYTES = 500;

const { gc } = globalThis;
if (gc === undefined) {
  // Collecting on demand has to be asked for when the process starts.
  const { status } = spawnSync(
    process.execPath,
    ["--expose-gc", ...process.execArgv, ...process.argv.slice(1)],
    { stdio: "inherit" },
  );
  process.exit(status ?? 1);
}

const { service, stop } = await testService("outside");
const left: number[] = [];
let requests = 0;
const SCREENS = ["applicant", "business", "category", "address", "identity", "check"] as const;
for (let batch = 0; batch < BATCHES; batch++) {
  for (let application = 0; application < APPLICATIONS / BATCHES; application++) await fillIn();
  gc();
  gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  left.push(heapUsed + external);
  console.log(
    `${requests} requests: ${mega(heapUsed)} MB of objects, ${mega(external)} MB outside the heap, ${mega(rss)} MB of the machine's`,
  );
}
await stop();
const grown = (left.at(-1) ?? 0) - (left[WARM - 1] ?? 0);
const each = Math.round(grown / ((APPLICATIONS / BATCHES) * (BATCHES - WARM)));
console.log(
  `${requests} requests of ${APPLICATIONS} applications; once warm, ${each} bytes are left of each`,
);
process.exitCode = each <= LEFT_BYTES ? 0 : 1;

async function fillIn(): Promise<void> {
  const visitor = new Visitor(service);
  const email = "kim+sbx.approved@example.com";
  await visitor.get("/get-started", { accept: "text/html" });
  await visitor.act("submit");
  for (const screen of SCREENS) {
    const { statusCode, body } = await visitor.act(
      "submit",
      screen === "applicant"
        ? { ...ANSWERS.applicant, email, emailConfirm: email }
        : ANSWERS[screen],
    );
    if (statusCode !== 200) throw new Error(`${screen}: ${statusCode} ${body.slice(0, 200)}`);
    await visitor.get(visitor.path, { accept: "text/html" });
    requests += 2;
  }
  requests += 2;
}

function mega(bytes: number): number {
  return Math.round(bytes / 1e5) / 10;
}
