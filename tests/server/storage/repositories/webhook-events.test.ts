import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashOf, WebhookEvents } from "../../../../server/storage/repositories/webhook-events.ts";
import { outsideIsUp } from "../../service.ts";
import { openStore } from "../stored-application.ts";

const FLOW = "library-card";
const VARIANT = { portal: "library", environment: "CI" };

describe("WebhookEvents", { skip: !(await outsideIsUp()) }, () => {
  let store: Awaited<ReturnType<typeof openStore>>;
  let events: WebhookEvents;
  beforeAll(async () => {
    store = await openStore();
    events = new WebhookEvents(store.database, store.vault);
  });
  afterAll(() => store?.close());

  /** An application with events that wait, which were received and are due some time ago. */
  const waiting = async (count: number, { flow = FLOW, secondsAgo = 60 } = {}) => {
    const { key } = await store.applications.begin(flow, "v1", VARIANT, Buffer.alloc(32, 1));
    await store.database.query(
      "insert into webhook_keys (flow, provider, key_hash, application) values ($1, 'post', $2, $3)",
      [flow, hashOf(key), key],
    );
    const event = { provider: "post", key, outcome: "ended", answer: null };
    const ids: string[] = [];
    for (let at = 0; at < count; at++)
      ids.push((await events.receive(flow, randomUUID(), event)).id);
    await store.database.query(
      `update webhook_events set received_at = now() - make_interval(secs => $2),
        due_at = now() - make_interval(secs => $2) where id = any($1)`,
      [ids, secondsAgo],
    );
    return { key, ids };
  };

  it("takes what has waited longest first, and then what is behind it, though nothing is settled", async () => {
    const stuck: string[] = [];
    for (let at = 0; at < 5; at++) stuck.push((await waiting(1, { secondsAgo: 600 })).key);
    const { key } = await waiting(1);
    const unserved = await waiting(1, { flow: "unserved", secondsAgo: 900 });
    expect(new Set(await events.claimDue(5, [FLOW]))).toEqual(new Set(stuck));
    expect(await events.claimDue(5, [FLOW])).toEqual([key]);
    expect(await events.claimDue(5, [FLOW])).toEqual([]);
    expect(await events.claimDue(5, ["unserved"])).toEqual([unserved.key]);
  });

  it("makes an event due again after as long as it has waited, ten minutes at most", async () => {
    const waits: number[] = [];
    for (const secondsAgo of [1, 60, 86_400]) {
      const { ids } = await waiting(1, { secondsAgo });
      await events.claimDue(50, [FLOW]);
      const [row] = await store.database.query<{ seconds: number }>(
        "select extract(epoch from due_at - now())::float8 as seconds from webhook_events where id = $1",
        [ids[0]],
      );
      waits.push(row?.seconds ?? 0);
    }
    expect(waits.map((seconds) => Math.round(seconds / 10) * 10)).toEqual([10, 60, 600]);
  });

  it("has the events of an application behind any number that cannot be decrypted", async () => {
    const { key, ids } = await waiting(45);
    const sealed = ids.slice(0, 41);
    await store.database.query("update webhook_events set event = 'lost' where id = any($1)", [
      sealed,
    ]);
    const found: string[] = [];
    for await (const { id } of events.waitingFor(key)) found.push(id);
    expect(found).toEqual(ids.slice(41));
  });
});
