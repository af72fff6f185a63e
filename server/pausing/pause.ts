import { setTimeout as sleep } from "node:timers/promises";
import type { RequestScope } from "../telemetry/request-scope.ts";
import { withoutSlot } from "./without-slot.ts";

/**
 * Waits for some milliseconds, or until the signal aborts. The request's admission slot is free
 * meanwhile.
 */
export async function pause(
  ms: number,
  {
    signal,
    scope,
  }: { readonly signal?: AbortSignal | undefined; readonly scope?: RequestScope | undefined },
): Promise<void> {
  await withoutSlot(scope, async () =>
    sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined),
  );
}
