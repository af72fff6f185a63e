/** One of those that a piece of work is counted for; without a name it is not counted. */
export interface Holder {
  readonly name: string | undefined;
  readonly most: number;
}

/** Bounds work under way: in all, and for each of those who asked for it. */
export class Shares {
  private readonly held = new Map<string, number>();
  private taken = 0;

  constructor(private readonly most: number) {}

  /** Takes a share, and returns what gives it back; undefined where somebody has no more. */
  take(holders: readonly Holder[]): (() => void) | undefined {
    const counted = holders.flatMap(({ name, most }) =>
      name === undefined ? [] : [{ name, most }],
    );
    const isFull = counted.some(({ name, most }) => (this.held.get(name) ?? 0) >= most);
    if (isFull || this.taken >= this.most) return undefined;
    this.taken++;
    for (const { name } of counted) this.held.set(name, (this.held.get(name) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.taken--;
      for (const { name } of counted) this.giveBack(name);
    };
  }

  private giveBack(name: string): void {
    const left = (this.held.get(name) ?? 1) - 1;
    if (left === 0) this.held.delete(name);
    else this.held.set(name, left);
  }
}
