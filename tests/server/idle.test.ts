import { afterEach, describe, expect, it, vi } from "vitest";
import { Applications } from "../../server/storage/repositories/applications.ts";
import { WebhookEvents } from "../../server/storage/repositories/webhook-events.ts";
import { EventDeliverer } from "../../server/calls/analytics/deliver-events.ts";
import { outsideIsUp, testService } from "./service.ts";

describe("FOYER_IDLE", { skip: !(await outsideIsUp()) }, () => {
  afterEach(() => vi.restoreAllMocks());

  it("has a node do nothing by itself: no timers, no events of providers, no delivery", async () => {
    const work = {
      timers: vi.spyOn(Applications.prototype, "claimDue"),
      webhooks: vi.spyOn(WebhookEvents.prototype, "claimDue"),
      delivery: vi.spyOn(EventDeliverer.prototype, "start"),
    };
    const drill = await testService("outside", { FOYER_IDLE: "1" });
    const other = await testService("outside");
    // The other node began later, and has looked for work several times.
    await vi.waitFor(
      () => {
        expect(work.timers.mock.calls.length).toBeGreaterThan(2);
        expect(work.webhooks.mock.calls.length).toBeGreaterThan(1);
      },
      { timeout: 30_000 },
    );
    const nodes = Object.entries(work).map(([name, { mock }]) => [
      name,
      new Set(mock.contexts).size,
    ]);
    expect(Object.fromEntries(nodes)).toEqual({ timers: 1, webhooks: 1, delivery: 1 });
    expect((await drill.service.app.inject({ url: "/readyz" })).statusCode).toBe(200);
    await Promise.all([drill.stop(), other.stop()]);
  }, 60_000);
});
