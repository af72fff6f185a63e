import type { RequestScope } from "../telemetry/request-scope.ts";

/** Works on what is outside of this process, with the request's admission slot free meanwhile. */
export async function withoutSlot<T>(
  scope: Pick<RequestScope, "slot"> | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const slot = scope?.slot;
  slot?.release();
  try {
    return await work();
  } finally {
    slot?.acquire();
  }
}
