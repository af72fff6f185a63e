import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { AnalyticsEvent } from "../../../../engine/analytics/analytics-event.ts";
import { EventDeliverer } from "../../../../server/calls/analytics/deliver-events.ts";
import type { Database } from "../../../../server/storage/database/database.ts";
import { Events } from "../../../../server/storage/repositories/events.ts";
import { shippedLibrary } from "../../../definitions.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../../storage/own-database.ts";

const library = await shippedLibrary();
const FLOW = "merchant-signup";

const EVENT: AnalyticsEvent = {
  type: "screen-shown",
  at: "2026-06-15T12:00:00.000Z",
  schema: "screen-shown/1",
  screen: "home",
  path: "/",
  axes: { portal: "terminal", market: "US", reseller: null },
  environment: "LOCAL",
  locale: "en-US",
  role: null,
  session: "s-1",
  properties: {},
  send: {
    call: "track",
    service: "platform",
    method: "POST",
    path: "/analytics",
    body: {},
    headers: {},
    timeoutMs: 1000,
    continuation: {
      path: "/",
      screen: "home",
      action: "@event",
      remaining: [],
      form: {},
      with: null,
      query: {},
    },
  },
};

describe("EventDeliverer", { skip: !(await outsideIsUp()) }, () => {
  let database: Database;
  let close: () => Promise<void>;
  let app: FastifyInstance;
  let status = 200;
  const keys: unknown[] = [];
  beforeAll(async () => {
    ({ database, close } = await openOwnDatabase());
    app = Fastify();
    app.post("/analytics", async (request, reply) => {
      keys.push(request.headers["idempotency-key"]);
      return reply.code(status).send({});
    });
  });
  afterAll(async () => {
    await app?.close();
    await close?.();
  });
  beforeEach(async () => {
    keys.length = 0;
    await database.query("delete from event_deliveries");
    await database.query("delete from events");
  });

  /** Delivers what is due once. @returns the one delivery afterwards, and the warnings */
  async function deliver() {
    const warn = vi.fn();
    const targets = { environment: {}, sandboxes: new Map([["platform", app]]) };
    const deliverer = new EventDeliverer(new Events(database), targets, () => library, {
      warn,
      error: warn,
    });
    deliverer.kick();
    // What is under way has begun: stopping waits for it.
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    await deliverer.stop();
    const [row] = await database.query<{
      delivered: boolean;
      given_up: boolean;
      attempts: number;
      wait: number;
    }>(
      `select delivered_at is not null as delivered, given_up_at is not null as given_up, attempts,
        extract(epoch from due_at - now())::float8 as wait from event_deliveries`,
    );
    return { row, warn };
  }

  const write = async (flow = FLOW) =>
    new Events(database).write([EVENT], { flow, flowVersion: "v" });
  const due = async (attempts: number) =>
    database.query("update event_deliveries set due_at = now(), attempts = $1", [attempts]);

  it("sends an event once that is taken", async () => {
    status = 204;
    await write();
    expect((await deliver()).row).toMatchObject({ delivered: true, given_up: false, attempts: 1 });
    await deliver();
    expect(keys).toHaveLength(1);
  });

  it.each([500, 503, 408, 425, 429])(
    "sends an event again that was answered %d, under its own key, later each time",
    async (answer) => {
      status = answer;
      await write();
      const first = await deliver();
      expect(first.row).toMatchObject({ delivered: false, given_up: false });
      await due(4);
      const fifth = await deliver();
      expect(fifth.row?.wait).toBeGreaterThan(10 * (first.row?.wait ?? 0));
      expect(new Set(keys).size).toBe(1);
      expect(keys).toHaveLength(2);
      await due(20);
      expect((await deliver()).row?.wait).toBeLessThanOrEqual(3600);
    },
  );

  it.each([400, 401, 404, 422])("gives up an event that was refused with %d", async (answer) => {
    status = answer;
    await write();
    const { row, warn } = await deliver();
    expect(row).toMatchObject({ delivered: false, given_up: true });
    expect(warn).toHaveBeenCalledOnce();
  });

  it("gives up an event after the last of its attempts", async () => {
    status = 503;
    await write();
    await due(23);
    expect((await deliver()).row).toMatchObject({ given_up: true, attempts: 24 });
  });

  it("leaves an event of a flow that this node does not have to other nodes", async () => {
    await write("elsewhere");
    expect((await deliver()).row).toMatchObject({ delivered: false, given_up: false });
    expect(keys).toEqual([]);
  });
});
