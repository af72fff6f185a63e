import Fastify from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { isEffectUnknown } from "../../../engine/transition/is-effect-unknown.ts";
import type { CallRequest } from "../../../engine/transition/input.ts";
import { runCall } from "../../../server/calls/run-call.ts";

const PAY: CallRequest = {
  call: "pay",
  service: "bank",
  method: "POST",
  path: "/payments",
  headers: {},
  timeoutMs: 1000,
  repeat: "same-key",
  retry: { times: 1, everyMs: 0, afterMs: 0, on: ["unknown"] },
  continuation: {
    path: "/",
    screen: "order",
    action: "submit",
    remaining: [],
    form: {},
    with: {},
    query: {},
  },
};
const apps: ReturnType<typeof Fastify>[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

/**
 * What the call comes to when it is answered so, attempt after attempt, and the keys that it was
 * sent under.
 */
async function answered(...statuses: readonly number[]) {
  return answeredTo(PAY, statuses);
}

async function answeredTo(request: CallRequest, statuses: readonly number[]) {
  const app = Fastify();
  apps.push(app);
  const keys: unknown[] = [];
  app.post("/payments", async (request, reply) => {
    const status = statuses[keys.length] ?? 500;
    keys.push(request.headers["idempotency-key"]);
    return reply.code(status).send({ message: "busy" });
  });
  const sandboxes = new Map([["bank", app]]);
  const result = await runCall(
    request,
    { description: "A bank", sandbox: "bank" },
    { environment: {}, sandboxes },
    "key-1",
  );
  return { result, keys };
}

describe("runCall()", () => {
  it.each([401, 403, 404, 407, 409, 429])(
    "does not take %d of its second attempt for the fate of the first, whose answer was lost",
    async (status) => {
      const { result, keys } = await answered(503, status);
      expect(keys).toEqual(["key-1", "key-1"]);
      expect(result.status).toBe(status);
      expect(isEffectUnknown(PAY, result)).toBe(true);
    },
  );

  it.each([200, 402])("knows when its second attempt is answered %d", async (status) => {
    const { result } = await answered(503, status);
    expect(isEffectUnknown(PAY, result)).toBe(false);
  });

  it("begins no attempt that could end after the time of the call", async () => {
    const retry = { times: 3, everyMs: 0, afterMs: 0, on: ["failed", "unknown"] };
    const within = async (withinMs: number) =>
      (await answeredTo({ ...PAY, retry: { ...retry, withinMs } }, [500, 500, 500, 500])).keys
        .length;
    expect(await within(900)).toBe(1);
    expect(await within(60_000)).toBe(4);
  });

  it("knows when its only attempt is refused", async () => {
    const { result, keys } = await answered(429);
    expect(keys).toHaveLength(1);
    expect(isEffectUnknown(PAY, result)).toBe(false);
  });
});
