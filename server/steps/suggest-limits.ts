const MINUTE_MS = 60_000;

/** Keys that are remembered at most; a node that meets more forgets them all and begins to count anew. */
const KEPT = 50_000;

/** Somebody who types fast pauses forty times a minute; an office behind one address has several of them. */
const VISITOR = 60;
const ADDRESS = 240;

/**
 * How often may be asked for suggestions, on this node: each time is a request to somebody outside, who may want money
 * for it, and nobody is to have their answers through us without an application to fill in.
 */
export class SuggestLimits {
  private readonly asked = new Map<string, number[]>();

  constructor(private readonly nowMs: () => number) {}

  /** Counts one more of a visitor, known by session where there is one, and of the address they come from; false: too many. */
  take(visitor: string | undefined, address: string): boolean {
    const ofAddress = this.count(`address ${address}`, ADDRESS);
    const ofVisitor = visitor === undefined || this.count(`visitor ${visitor}`, VISITOR);
    return ofAddress && ofVisitor;
  }

  private count(key: string, most: number): boolean {
    const now = this.nowMs();
    const lately = (this.asked.get(key) ?? []).filter((at) => now - at < MINUTE_MS);
    if (lately.length < most) lately.push(now);
    else {
      this.asked.set(key, lately);
      return false;
    }
    if (this.asked.size >= KEPT) this.asked.clear();
    this.asked.set(key, lately);
    return true;
  }
}
