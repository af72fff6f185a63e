import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { CallRequest, CallResult } from "../../engine/transition/input.ts";
import { resultOf } from "./read-answer.ts";
import { Unreached } from "./unreached.ts";
import type { WrittenRequest } from "./write-request.ts";

/**
 * Sends a call to a sandbox in this process.
 *
 * @throws Unreached when the sandbox gives no answer; too late an answer is a result
 */
export async function sendInProcess(
  request: CallRequest,
  sandbox: FastifyInstance,
  { headers, body }: WrittenRequest,
): Promise<CallResult> {
  const late = Symbol("late");
  const timer = new AbortController();
  const answered = sandbox
    .inject({
      method: request.method as "GET",
      url: request.path,
      headers,
      payload: body,
    })
    .catch(() => undefined);
  const response = await Promise.race([
    answered,
    sleep(request.timeoutMs, late, { signal: timer.signal }).catch(() => late),
  ]);
  timer.abort();
  if (response === late) return { outcome: "timeout", answer: null };
  if (
    response === undefined ||
    typeof response === "symbol" ||
    response.headers["x-connection-dropped"] !== undefined
  )
    throw new Unreached(`the sandbox of the service "${request.service}" gave no answer`);
  const { location } = response.headers;
  return resultOf(
    response.statusCode,
    typeof location === "string" ? location : null,
    response.body,
  );
}
