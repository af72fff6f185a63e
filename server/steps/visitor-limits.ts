const MINUTE_MS = 60_000;

/** Keys that are remembered at most; a node that meets more forgets them all and begins to count anew. */
const KEPT = 50_000;

/** How often something may be asked for in a minute. */
export interface VisitorLimit {
  readonly visitor: number;
  /** An office behind one address has several visitors. */
  readonly address: number;
}

/**
 * Suggestions: somebody who types fast pauses forty times a minute. Each is a request to somebody outside, who may want
 * money for it, and nobody is to have their answers through us without an application to fill in.
 */
export const SUGGESTIONS: VisitorLimit = { visitor: 60, address: 240 };

/** Drafts: a page sends what is typed when a field is left, and never more often than once a second. */
export const DRAFTS: VisitorLimit = { visitor: 60, address: 600 };

/** How often visitors may ask for something that costs, on this node. */
export class VisitorLimits {
  private readonly asked = new Map<string, number[]>();

  constructor(
    private readonly most: VisitorLimit,
    private readonly nowMs: () => number,
  ) {}

  /** Counts one more of a visitor, known by session where there is one, and of the address they come from; false: too many. */
  take(visitor: string | undefined, address: string): boolean {
    const ofAddress = this.count(`address ${address}`, this.most.address);
    const ofVisitor = visitor === undefined || this.count(`visitor ${visitor}`, this.most.visitor);
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
