import type { Database } from "./database.ts";

/** Milliseconds between two comparisons. */
const COMPARE_EVERY_MS = 30_000;

/** Clocks that differ by less count as equal: a network's delay looks the same. */
const EQUAL_MS = 1000;

/** Milliseconds of difference from which an operator is warned. */
const WARN_MS = 5000;

/**
 * The time of steps and timers: the database's clock, which all nodes share. A node whose own clock
 * is wrong stamps the journal as the others do, and fires no timer early.
 */
export class DatabaseClock {
  /** Milliseconds by which the node's clock is ahead of the database's. */
  private ahead = 0;
  private isWarned = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Pick<Database, "query">,
    private readonly log: { warn(message: string): void },
  ) {}

  /** Seconds by which the node's clock is ahead of the database's; negative: behind it. */
  get offsetSeconds(): number {
    return this.ahead / 1000;
  }

  /** The present time, in ISO 8601. */
  now(): string {
    const correction = Math.abs(this.ahead) < EQUAL_MS ? 0 : this.ahead;
    return new Date(Date.now() - correction).toISOString();
  }

  /** Compares the clocks now, and regularly from here on. */
  async start(): Promise<void> {
    await this.compare();
    // A database that is away keeps the last comparison, and is logged elsewhere.
    this.timer = setInterval(() => void this.compare().catch(() => undefined), COMPARE_EVERY_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async compare(): Promise<void> {
    const asked = Date.now();
    const [row] = await this.database.query<{ now: Date }>("select clock_timestamp() as now");
    const answered = Date.now();
    // A late answer tells nothing about the clocks.
    if (row === undefined || answered - asked > EQUAL_MS) return;
    this.ahead = Math.round((asked + answered) / 2 - row.now.getTime());
    const isWrong = Math.abs(this.ahead) >= WARN_MS;
    if (isWrong && !this.isWarned) this.log.warn(warning(this.ahead));
    if (!isWrong && this.isWarned) this.log.warn("this node's clock agrees with the database's");
    this.isWarned = isWrong;
  }
}

function warning(ahead: number): string {
  const seconds = Math.round(Math.abs(ahead) / 1000);
  return `this node's clock is ${seconds} s ${ahead > 0 ? "ahead of" : "behind"} the database's, whose time steps and timers have; set the wrong one of both, such as by NTP`;
}
