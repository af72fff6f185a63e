import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds between two probes of a silent database. */
const PAUSE_MS = 500;

/** Milliseconds after an answer in which no probe is made. */
const RECEIVED_MS = 1000;

/** The probe and the listeners of a {@link SilenceWatch}. */
export interface SilenceWatchOptions {
  /** Probes the database over a new connection; false: no sign of it. */
  probe(): Promise<boolean>;
  /** Called when the database falls silent: no pending request will be answered. */
  onSilent(): void;
  /** Called when it answers again. */
  onAnswering(): void;
}

/**
 * Detects a silent database: gone without a reset, frozen, or behind a firewall that drops. Callers
 * report slow work; the first probe without a sign begins the silence, the first one with a sign
 * ends it.
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

  /** Reports slow work: probes the database, unless a probe is running. */
  suspect(): void {
    if (this.probing || this.stopped || performance.now() - this.receivedAt < RECEIVED_MS) return;
    this.probing = true;
    void this.untilHeard().finally(() => {
      this.probing = false;
    });
  }

  /** Ends all probes. */
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
    if (!this.stopped) this.options.onAnswering();
  }
}
