import { setTimeout as sleep } from "node:timers/promises";

/** Between two probes of a database that is silent, in milliseconds. */
const PAUSE_MS = 500;

/** A database that was heard so short a time ago is not probed again. */
const RECEIVED_MS = 1000;

/** What a {@link SilenceWatch} asks and tells. */
export interface SilenceWatchOptions {
  /** Asks the database over a new connection; false: no sign of it. */
  probe(): Promise<boolean>;
  /** The database fell silent: nothing will come of what was sent. */
  onSilent(): void;
  /** It is heard again. */
  onHeard(): void;
}

/**
 * Knows whether the database is silent: gone without a reset, frozen, or behind a firewall that drops. Whatever takes
 * too long is a reason to probe; the first probe without a sign makes it silent, the first one with a sign ends that.
 */
export class SilenceWatch {
  private silent = false;
  private probing = false;
  private stopped = false;
  private receivedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: SilenceWatchOptions) {}

  get isSilent(): boolean {
    return this.silent;
  }

  /** Something takes longer than it should: probes the database, unless that is under way. */
  suspect(): void {
    if (this.probing || this.stopped || performance.now() - this.receivedAt < RECEIVED_MS) return;
    this.probing = true;
    void this.untilHeard().finally(() => {
      this.probing = false;
    });
  }

  /** Probes no more. */
  stop(): void {
    this.stopped = true;
  }

  private async untilHeard(): Promise<void> {
    while (!this.stopped && !(await this.options.probe())) {
      if (this.stopped) return;
      if (!this.silent) {
        this.silent = true;
        this.options.onSilent();
      }
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
    this.receivedAt = performance.now();
    if (!this.silent) return;
    this.silent = false;
    if (!this.stopped) this.options.onHeard();
  }
}
