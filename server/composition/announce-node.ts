import type { Nodes } from "../storage/repositories/nodes.ts";

/** Milliseconds between two signs of a node; after four times as many it counts as gone. */
const BEAT_EVERY_MS = 30_000;

/**
 * Tells the database regularly that this node serves, and which keys it holds.
 *
 * @returns stops it, and removes the node
 */
export function announceNode(
  nodes: Pick<Nodes, "beat" | "leave">,
  report: (error: Error) => void,
): () => Promise<void> {
  const failed = (error: unknown) => report(error as Error);
  let beating = nodes.beat().catch(failed);
  const timer = setInterval(() => {
    beating = nodes.beat().catch(failed);
  }, BEAT_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await beating;
    await nodes.leave().catch(failed);
  };
}
