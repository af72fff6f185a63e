import type { JournalInput } from "./input.ts";

/** What began a step that no page of a screen began. */
export interface BeganBy {
  readonly kind: "webhook" | "timer" | "link";
  /** The provider, the timer or the mailed link. */
  readonly name: string;
}

/**
 * What began the step of an input, its calls included; undefined where a page or an address did.
 */
export function beganBy(input: JournalInput): BeganBy | undefined {
  if (input.kind === "webhook") return { kind: "webhook", name: input.heard.provider };
  if (input.kind === "timer") return { kind: "timer", name: input.timer };
  if (input.kind === "link") return { kind: "link", name: input.link };
  if (input.kind !== "result") return undefined;
  const { heard, timer, link } = input.request.continuation;
  if (heard !== undefined) return { kind: "webhook", name: heard };
  if (timer !== undefined) return { kind: "timer", name: timer };
  return link === undefined ? undefined : { kind: "link", name: link };
}
