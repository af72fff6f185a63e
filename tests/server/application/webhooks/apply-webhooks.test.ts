import { describe, expect, it } from "vitest";
import {
  applyWebhooks,
  type WebhookTools,
} from "../../../../server/application/webhooks/apply-webhooks.ts";
import type { WaitingEvent } from "../../../../server/storage/repositories/webhook-events.ts";
import { DatabaseUnavailable } from "../../../../server/storage/database/database-unavailable.ts";

describe("applyWebhooks()", () => {
  /** The number of events that were looked at, of three whose application fails to load. */
  const lookedAt = async (failure: Error) => {
    let count = 0;
    const tools = {
      webhookEvents: {
        async *waitingFor(): AsyncIterable<WaitingEvent> {
          const event = { provider: "post", key: "", outcome: "ended", answer: null };
          for (const id of ["1", "2", "3"])
            yield await Promise.resolve({ id, flow: "library-card", event });
        },
      },
      applications: {
        byKey: async () => {
          count++;
          return Promise.reject(failure);
        },
      },
    } as unknown as WebhookTools;
    await expect(applyWebhooks("application", tools)).rejects.toBe(failure);
    return count;
  };

  it("goes on behind an event that throws, and throws its error in the end", async () => {
    expect(await lookedAt(new Error("a rule throws"))).toBe(3);
  });

  it("ends where the database is gone", async () => {
    expect(await lookedAt(new DatabaseUnavailable(new Error("gone")))).toBe(1);
  });
});
