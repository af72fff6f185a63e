import { readFileSync, readdirSync } from "node:fs";

/** The kernel counts processor time in hundredths of a second for every program. */
const TICKS_A_SECOND = 100;

/** Processor time of a process until now, user and kernel, in microseconds. Linux only. */
export function processorTimeOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program stands in brackets and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND) * 1_000_000;
}

/**
 * Processor time of each connection that PostgreSQL serves for a database, in microseconds, by
 * process.
 */
export function databaseTimesOf(database: string): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  for (const pid of readdirSync("/proc")) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const title = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      if (title.startsWith("postgres: ") && title.includes(` ${database} `))
        times.set(Number(pid), processorTimeOf(Number(pid)));
    } catch {
      // A process that ended between the two reads has no time to count.
    }
  }
  return times;
}

/** What was added between two readings. Connections that were closed in between are left out. */
export function addedTime(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): number {
  let sum = 0;
  for (const [pid, time] of after) sum += time - (before.get(pid) ?? 0);
  return sum;
}
