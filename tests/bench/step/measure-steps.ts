import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { BuiltService } from "../../browser/built-service.ts";
import { OUTSIDE } from "../../server/service.ts";
import { medianOf, ratioOf } from "../ratios.ts";
import { Applicant, BareApplicant } from "./applicant.ts";
import { loadOf, type Load } from "./load.ts";
import { startPeer } from "./peer.ts";

/** How long to measure, and over which database. */
export interface StepOptions {
  readonly rounds: number;
  /** Of each work in each round. */
  readonly seconds: number;
  /** The PostgreSQL that the service starts for itself, in place of the one outside. */
  readonly embedded: boolean;
  /** Works whose name matches. */
  readonly works: RegExp;
}

/** One kind of request, and the baseline's counterpart. */
interface Work {
  readonly name: string;
  readonly connections: number;
  readonly own: (applicant: Applicant) => Promise<boolean>;
  readonly bare: (applicant: BareApplicant) => Promise<boolean>;
  /** Done by a service whose sandbox platform is a process of its own. */
  readonly isApart?: boolean;
}

const MOST_CONNECTIONS = 64;
const WARM_SECONDS = 1.5;

const step = (connections: number): Work => ({
  name: "step",
  connections,
  own: async (applicant) => applicant.step(false),
  bare: async (applicant) => applicant.step(),
});

const WORKS: readonly Work[] = [
  step(1),
  step(16),
  step(MOST_CONNECTIONS),
  {
    name: "step with Idempotency-Key",
    connections: 16,
    own: async (applicant) => applicant.step(true),
    bare: async (applicant) => applicant.step(),
  },
  {
    name: "view, 200",
    connections: 16,
    own: async (applicant) => applicant.view(),
    bare: async (applicant) => applicant.view(),
  },
  {
    name: "view, 304",
    connections: 16,
    own: async (applicant) => applicant.sameView(),
    bare: async (applicant) => applicant.sameView(),
  },
  {
    name: "page",
    connections: 16,
    own: async (applicant) => applicant.page(),
    bare: async (applicant) => applicant.page(),
  },
  {
    name: "journey, platform inside",
    connections: 32,
    own: async (applicant) => applicant.journey(),
    bare: async (applicant) => applicant.journey(),
  },
  {
    name: "journey, platform apart",
    connections: 32,
    own: async (applicant) => applicant.journey(),
    bare: async (applicant) => applicant.journey(),
    isApart: true,
  },
];

/**
 * Measures the durable step and the reads of the built service beside bare Fastify, in turns, and
 * prints ratios.
 *
 * @returns how many answers were wrong
 */
export async function measureSteps(options: StepOptions): Promise<number> {
  const works = WORKS.filter(({ name }) => options.works.test(name));
  const bench = await openBench(
    options.embedded,
    works.some(({ isApart }) => isApart === true),
  );
  const { service, apart, peer, target } = bench;
  const own = await begun(async () => Applicant.begin(service.port));
  const ownApart = apart === undefined ? [] : await begun(async () => Applicant.begin(apart.port));
  const bare = await begun(async (row) => BareApplicant.begin(peer.port, row));
  const rounds = new Map<Work, { own: Load; bare: Load }[]>(works.map((work) => [work, []]));
  const measure = async (work: Work, side: "own" | "bare", seconds: number) =>
    side === "own"
      ? loadOf(
          (work.isApart === true ? ownApart : own)
            .slice(0, work.connections)
            .map((applicant) => async () => work.own(applicant)),
          seconds,
          {
            pid: (work.isApart === true ? apart : service)?.pid ?? 0,
            database: target.database,
          },
        )
      : loadOf(
          bare.slice(0, work.connections).map((applicant) => async () => work.bare(applicant)),
          seconds,
          { pid: peer.pid, database: target.database },
        );
  for (const work of works.filter(({ connections }) => connections !== 1)) {
    await measure(work, "own", WARM_SECONDS);
    await measure(work, "bare", WARM_SECONDS / 5);
  }
  for (let round = 0; round < options.rounds; round++) {
    for (const [work, taken] of rounds) {
      const first = round % 2 === 0 ? "own" : "bare";
      const one = await measure(work, first, options.seconds);
      const other = await measure(work, first === "own" ? "bare" : "own", options.seconds);
      taken.push(first === "own" ? { own: one, bare: other } : { own: other, bare: one });
    }
  }
  for (const applicant of [...own, ...ownApart, ...bare]) applicant.close();
  await bench.close();
  print(rounds, options);
  return [...rounds.values()]
    .flat()
    .reduce((sum, each) => sum + each.own.wrong + each.bare.wrong, 0);
}

async function begun<T>(begin: (row: number) => Promise<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for (let row = 0; row < MOST_CONNECTIONS; row++) all.push(await begin(row));
  return all;
}

/**
 * The service and its baseline over one database, which is gone afterwards.
 *
 * @param hasApart with a second service over the same database, whose platform is a process of its
 *   own
 */
async function openBench(embedded: boolean, hasApart: boolean) {
  const database = embedded ? "foyer" : `foyer_bench_${process.pid}`;
  const folder = await mkdtemp(join(tmpdir(), "foyer-bench-"));
  if (!embedded) await ask(OUTSIDE, `create database ${database}`);
  const service = await BuiltService.start({
    // In LOCAL the largest flow begins with a sign-in.
    FOYER_ENV: "CI",
    FOYER_DATA: folder,
    ...(embedded ? {} : { DATABASE_URL: outsideUrl(database) }),
  });
  const url = embedded ? await embeddedUrl(folder) : outsideUrl(database);
  await ask(
    url,
    `create table bench_steps (id int primary key, state jsonb, revision int not null);
     insert into bench_steps select id, '{}', 0 from generate_series(0, ${MOST_CONNECTIONS - 1}) id`,
  );
  const first = await Applicant.begin(service.port);
  const peer = await startPeer(await first.seen(), url);
  first.close();
  const platform = hasApart ? await openApart(folder, url) : undefined;
  return {
    service,
    apart: platform?.service,
    peer,
    target: { database },
    async close() {
      await platform?.close();
      await peer.stop();
      await service.end();
      if (!embedded) await ask(OUTSIDE, `drop database ${database} with (force)`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A second service over a database, whose platform is that of a third one with a database of its
 * own.
 */
async function openApart(folder: string, url: string) {
  const database = `foyer_bench_platform_${process.pid}`;
  await ask(OUTSIDE, `create database ${database}`);
  const platform = await BuiltService.start({
    FOYER_ENV: "CI",
    DATABASE_URL: outsideUrl(database),
  });
  const service = await BuiltService.start({
    FOYER_ENV: "CI",
    FOYER_DATA: folder,
    DATABASE_URL: url,
    PLATFORM_URL: platform.url,
  });
  return {
    service,
    async close() {
      await service.end();
      await platform.stop();
      await ask(OUTSIDE, `drop database ${database} with (force)`);
    },
  };
}

function outsideUrl(database: string): string {
  const url = new URL(OUTSIDE);
  url.pathname = `/${database}`;
  return url.href;
}

async function ask(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function embeddedUrl(folder: string): Promise<string> {
  const password = (await readFile(join(folder, "postgres.password"), "utf8")).trim();
  const [, , , port] = (await readFile(join(folder, "postgres/postmaster.pid"), "utf8")).split(
    "\n",
  );
  return `postgres://foyer:${password}@127.0.0.1:${port}/foyer`;
}

function print(
  rounds: ReadonlyMap<Work, readonly { readonly own: Load; readonly bare: Load }[]>,
  { embedded, seconds }: StepOptions,
): void {
  console.log(
    `The built service beside bare Fastify, ${embedded ? "embedded PostgreSQL" : "PostgreSQL outside"}, ${[...rounds.values()][0]?.length ?? 0} rounds of ${seconds} s; medians, and ratios with 95 % intervals`,
  );
  const row = (cells: readonly string[]) =>
    console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(29) : cell.padStart(22))).join(""));
  row(["work, connections", "a second", "Node µs", "database µs", "p50 ms", "p99 ms"]);
  const figures = [
    ["perSecond", 0],
    ["nodeMicros", 0],
    ["databaseMicros", 0],
    ["p50", 2],
    ["p99", 2],
  ] as const;
  for (const [{ name, connections }, taken] of rounds) {
    for (const side of ["own", "bare"] as const)
      row([
        side === "own" ? `${name}, ${connections}` : "  bare",
        ...figures.map(([figure, digits]) =>
          medianOf(taken.map((each) => each[side][figure])).toFixed(digits),
        ),
      ]);
    row([
      "  ratio",
      ...figures.map(([figure]) => {
        const { value, low, high } = ratioOf(
          taken.map((each) => [each.own[figure], each.bare[figure]]),
        );
        return Number.isFinite(high)
          ? `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`
          : "–";
      }),
    ]);
  }
  printPageOverView(rounds);
}

/** What drawing a page takes beside its view as JSON, in the service's own processor time. */
function printPageOverView(
  rounds: ReadonlyMap<Work, readonly { readonly own: Load; readonly bare: Load }[]>,
): void {
  const taken = (name: string) => [...rounds].find(([work]) => work.name === name)?.[1];
  const [pages, views] = [taken("page"), taken("view, 200")];
  if (pages === undefined || views === undefined) return;
  const { value, low, high } = ratioOf(
    pages.map(({ own }, at) => [own.nodeMicros, views[at]?.own.nodeMicros ?? Number.NaN]),
  );
  console.log(
    `a page takes ${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}] times the Node µs of its view`,
  );
}
