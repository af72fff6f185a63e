/** Bounds concurrent work; further work waits in line. */
export class Semaphore {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly atOnce: number) {}

  /** Whether a new caller would wait. */
  get full(): boolean {
    return this.taken >= this.atOnce;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.full) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.taken++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.taken--;
      else next();
    }
  }
}
