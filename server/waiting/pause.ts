import { setTimeout as sleep } from "node:timers/promises";
import type { RequestScope } from "../telemetry/request-scope.ts";

/**
 * Waits for some milliseconds, or until the signal aborts. The request's admission slot is free
 * meanwhile.
 */
export async function pause(
  ms: number,
  { signal, scope }: { readonly signal?: AbortSignal; readonly scope?: RequestScope | undefined },
): Promise<void> {
  const slot = scope?.slot;
  slot?.release();
  await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  slot?.acquire();
}
