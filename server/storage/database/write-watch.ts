import { setTimeout as sleep } from "node:timers/promises";
import { databaseMessage } from "./database-unavailable.ts";
import { onceAMinute } from "../../telemetry/once-a-minute.ts";
import { temporaryStateOf, type TemporaryState } from "./sql-states.ts";

/** Milliseconds between two tries of a database that takes no writes. */
const TRY_EVERY_MS = 2000;

const NO_RIGHT =
  "the role of DATABASE_URL may not write the tables; `npx foyer tables --grant ROLE` gives it what it needs";
const BUSY =
  "the database gave a request no connection in time: all are busy, or it is slow; look at foyer_database_connections";

/** The trial and the log of a {@link WriteWatch}. */
export interface WriteWatchOptions {
  /** Writes as a step does, and keeps nothing of it; rejects with the database's error. */
  tryWrite(): Promise<void>;
  readonly log: { warn(message: string): void; error(message: string): void } | undefined;
}

/**
 * Detects a database that answers and takes no writes: its disk is full or fails, or it became
 * read-only. A refused statement begins a trial write. Where the trial is refused, too, writes
 * count as stopped until a later trial succeeds.
 *
 * Every refusal is logged with the meaning of its SQLSTATE: an outage once, other refusals once a
 * minute for each SQLSTATE.
 */
export class WriteWatch {
  private stoppedBy: Error | undefined;
  private isTrying = false;
  private readonly closing = new AbortController();
  private readonly line = onceAMinute();

  constructor(private readonly options: WriteWatchOptions) {}

  /** The refusal while writes are stopped. */
  get refusal(): Error | undefined {
    return this.stoppedBy;
  }

  /** Takes the reason for which the database did not do what it was asked. */
  refused(error: unknown): void {
    const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
    if (code === "42501") this.tell("42501", NO_RIGHT);
    // Both a busy pool and a slow database end so; a silent one is logged besides.
    if (/timeout exceeded when trying to connect/.test(String(message))) this.tell("busy", BUSY);
    const state = temporaryStateOf(error);
    // A lost connection is the pool's to log.
    if (state === undefined || state.isConnection === true || this.isClosed) return;
    if (state.stopsWrites !== true) {
      this.tell(state.state, `the database refused a statement: ${described(error, state)}`);
      return;
    }
    if (this.isTrying) return;
    this.isTrying = true;
    void this.untilWritten(error, state).finally(() => {
      this.isTrying = false;
    });
  }

  /** Logs a sentence, unless one of the same kind was logged within the last minute. */
  tell(kind: string, message: string): void {
    if (this.line(kind) !== undefined) this.options.log?.warn(message);
  }

  /** Ends all trials. */
  close(): void {
    this.closing.abort();
  }

  private get isClosed(): boolean {
    return this.closing.signal.aborted;
  }

  private async pause(): Promise<void> {
    const { signal } = this.closing;
    await sleep(TRY_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }

  private async untilWritten(refused: unknown, state: TemporaryState): Promise<void> {
    let failure = await this.failure();
    const failed = temporaryStateOf(failure);
    if (this.isClosed || failure === undefined || failed?.stopsWrites !== true) {
      this.tell(state.state, `the database refused a statement: ${described(refused, state)}`);
      return;
    }
    this.options.log?.error(
      `the database takes no writes: ${described(failure, failed)}; steps are refused until it does`,
    );
    while (failure !== undefined && !this.isClosed) {
      this.stoppedBy = failure;
      await this.pause();
      if (!this.isClosed) failure = await this.failure();
    }
    this.stoppedBy = undefined;
    if (!this.isClosed) this.options.log?.warn("the database takes writes again");
  }

  private async failure(): Promise<Error | undefined> {
    return this.options.tryWrite().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
  }
}

/** A refusal in words: SQLSTATE, meaning, the database's own message, and what helps. */
function described(error: unknown, { meaning, remedy }: TemporaryState): string {
  const { code } = error as { readonly code?: string };
  return `${code}, ${meaning} (${databaseMessage(error)})${remedy === undefined ? "" : `; ${remedy}`}`;
}
