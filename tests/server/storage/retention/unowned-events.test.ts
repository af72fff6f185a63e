import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Events } from "../../../../server/storage/repositories/events.ts";
import { unownedEvents } from "../../../../server/storage/retention/unowned-events.ts";
import { outsideIsUp } from "../../service.ts";
import { openStore } from "../stored-application.ts";

describe("unownedEvents()", { skip: !(await outsideIsUp()) }, () => {
  let store: Awaited<ReturnType<typeof openStore>>;
  beforeAll(async () => {
    store = await openStore();
  });
  afterAll(() => store?.close());

  it("deletes delivered events without an application, by the days of each flow", async () => {
    const { database, applications } = store;
    const variant = { environment: "CI" } as never;
    const { key } = await applications.begin("short", "v1", variant, randomBytes(32));
    const event = async (flow: string | null, days: number, application: string | null = null) => {
      const [row] = await database.query<{ id: string }>(
        `insert into events (application, at, event, properties, flow, written_at)
         values ($1, now(), 'page-view', '{}', $2, now() - make_interval(days => $3)) returning id`,
        [application, flow, days],
      );
      return row?.id ?? "";
    };
    const delivery = async (id: string, delivered: boolean) =>
      database.query(
        "insert into event_deliveries (event, request, delivered_at) values ($1, '{}', case when $2 then now() end)",
        [id, delivered],
      );
    const [waiting, delivered] = [await event("short", 11), await event("short", 11)];
    await delivery(waiting, false);
    await delivery(delivered, true);
    const kept = [waiting, await event("short", 9), await event("short", 500, key)];
    kept.push(await event("usual", 89), await event(null, 89), await event("elsewhere", 500));
    await event("usual", 91);
    await event(null, 91);
    const flows = [
      { id: "short", definition: { retention: { events: { days: 10 } } } },
      { id: "usual", definition: {} },
    ];
    expect(await unownedEvents(new Events(database), () => flows).forgetOld()).toBe(false);
    const left = await database.query<{ id: string }>("select id from events order by id");
    expect(left.map(({ id }) => id)).toEqual(kept.toSorted((a, b) => Number(a) - Number(b)));
  });
});
