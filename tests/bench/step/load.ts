import { performance } from "node:perf_hooks";
import { quantileOf } from "../ratios.ts";
import { addedTime, databaseTimesOf, processorTimeOf } from "./processor-time.ts";

/** What one round of load came to. */
export interface Load {
  readonly perSecond: number;
  /** Microseconds of the service's own processor time for each request. */
  readonly nodeMicros: number;
  /** The same of PostgreSQL. */
  readonly databaseMicros: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers that were not what the work asks for. */
  readonly wrong: number;
}

/** Who is under load: a process, and the database it uses. */
export interface Target {
  readonly pid: number;
  readonly database: string;
}

/**
 * Sends requests for a while, each worker one after the other.
 *
 * @param workers each sends one request and says whether the answer was right
 */
export async function loadOf(
  workers: readonly (() => Promise<boolean>)[],
  seconds: number,
  { pid, database }: Target,
): Promise<Load> {
  const latencies: number[] = [];
  let wrong = 0;
  const before = { node: processorTimeOf(pid), database: databaseTimesOf(database) };
  const begin = performance.now();
  const end = begin + seconds * 1000;
  await Promise.all(
    workers.map(async (work) => {
      for (let from = performance.now(); from < end;) {
        if (!(await work())) wrong++;
        const now = performance.now();
        latencies.push(now - from);
        from = now;
      }
    }),
  );
  const took = (performance.now() - begin) / 1000;
  const count = latencies.length;
  return {
    perSecond: count / took,
    nodeMicros: (processorTimeOf(pid) - before.node) / count,
    databaseMicros: addedTime(before.database, databaseTimesOf(database)) / count,
    p50: quantileOf(latencies, 0.5),
    p99: quantileOf(latencies, 0.99),
    wrong,
  };
}
