import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AnalyticsEvent } from "../../../../engine/analytics/analytics-event.ts";
import type { CallRequest } from "../../../../engine/transition/input.ts";
import type { Database } from "../../../../server/storage/database/database.ts";
import { Events, type EventLine } from "../../../../server/storage/repositories/events.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../own-database.ts";

const SEND: CallRequest = {
  call: "track",
  service: "platform",
  method: "POST",
  path: "/analytics",
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
};

function eventOf(changes: Partial<AnalyticsEvent> = {}): AnalyticsEvent {
  return {
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
    ...changes,
  };
}

/** No delivery. */
const NONE = { event: 0, attempts: 0 };

describe("Events", { skip: !(await outsideIsUp()) }, () => {
  let database: Database;
  let close: () => Promise<void>;
  let events: Events;
  beforeAll(async () => {
    ({ database, close } = await openOwnDatabase());
    events = new Events(database);
  });
  afterAll(() => close?.());
  beforeEach(async () => {
    await database.query("delete from event_deliveries");
    await database.query("delete from events");
  });

  const ON = { flow: "f", flowVersion: "v" };

  async function newApplication(): Promise<string> {
    const key = randomUUID();
    await database.query(
      "insert into applications (key, flow, flow_version, variant, subject, state) values ($1, 'f', 'v', '{}', $2, '{}')",
      [key, randomBytes(32)],
    );
    return key;
  }

  async function written(filter: Parameters<Events["each"]>[0] = {}): Promise<EventLine[]> {
    const lines: EventLine[] = [];
    await events.each(filter, (line) => void lines.push(line));
    return lines;
  }

  it("writes the events of concurrent requests together, each for its own application", async () => {
    const [one, other] = [await newApplication(), await newApplication()];
    await Promise.all([
      events.write([eventOf({ type: "a" }), eventOf({ type: "b" })], { ...ON, application: one }),
      events.write([eventOf({ type: "c" })], { ...ON, application: other }),
      events.write([eventOf({ type: "d" })], ON),
      // An application that is gone fails alone.
      expect(
        events.write([eventOf({ type: "e" })], { ...ON, application: randomUUID() }),
      ).rejects.toThrow(/foreign key/),
    ]);
    const rows = await database.query<{ application: string | null; event: string }>(
      "select application, event from events order by event",
    );
    expect(rows.map(({ application, event }) => [event, application])).toEqual([
      ["a", one],
      ["b", one],
      ["c", other],
      ["d", null],
    ]);
  });

  it("commits without a wait for the disk, and every later statement waits again", async () => {
    await database.query(`
      create table commits (mode text);
      create function note_commit() returns trigger language plpgsql as
        $$ begin insert into commits values (current_setting('synchronous_commit')); return null; end $$;
      create constraint trigger noted after insert on events
        deferrable initially deferred for each row execute function note_commit()`);
    await events.write([eventOf()], ON);
    await database.query(
      "insert into events (eid, at, event, flow, properties) select $1, now(), 'a', 'f', '{}'",
      [randomUUID()],
    );
    expect(await database.query("select mode from commits")).toEqual([
      { mode: "off" },
      { mode: "on" },
    ]);
    await database.query("drop trigger noted on events; drop table commits");
  });

  it("reads events in the order they were written, however many, by filter", async () => {
    const many = Array.from({ length: 1201 }, (_, at) =>
      eventOf({ properties: { at }, ...(at % 400 === 0 ? { type: "rare" } : {}) }),
    );
    await events.write(many, ON);
    const read = await written();
    expect(read.map(({ properties }) => properties["at"])).toEqual(many.map((_, at) => at));
    expect(await written({ type: "rare" })).toHaveLength(4);
    expect(await written({ flow: "another" })).toEqual([]);
    expect(await written({ since: "2026-06-15T12:00:00.001Z" })).toEqual([]);
  });

  it("writes an event once for its application, its visit, or its request", async () => {
    const [one, another] = [await newApplication(), await newApplication()];
    const once = [eventOf({ once: { scope: "application" } })];
    for (const application of [one, one, another]) await events.write(once, { ...ON, application });
    expect(await written()).toHaveLength(2);
    for (const request of ["k-1", "k-1", "k-2"])
      await events.write([eventOf()], { ...ON, request });
    expect(await written()).toHaveLength(4);
    await events.write([eventOf()], ON);
    await events.write([eventOf()], ON);
    expect(await written()).toHaveLength(6);
  });

  it("writes an event once, however many requests report it at once", async () => {
    const application = await newApplication();
    const once = [eventOf({ once: { scope: "application" }, send: SEND })];
    await Promise.all(
      Array.from({ length: 8 }, async () => events.write(once, { ...ON, application })),
    );
    expect(await written()).toHaveLength(1);
    expect(await events.claimDue(10, 1000, ["f"])).toHaveLength(1);
  });

  it("gives a delivery to one caller until its lease is over", async () => {
    await events.write([eventOf({ send: SEND }), eventOf()], ON);
    const [taken, ...others] = await Promise.all(
      Array.from({ length: 4 }, async () => events.claimDue(10, 60_000, ["f"])),
    ).then((all) => all.flat());
    expect(others).toEqual([]);
    expect(taken).toMatchObject({ flow: "f", request: { call: "track" }, attempts: 1 });
    await database.query("update event_deliveries set due_at = now() - interval '1 second'");
    expect(await events.claimDue(10, 60_000, ["f"])).toMatchObject([
      { eid: taken?.eid, attempts: 2 },
    ]);
  });

  it("gives no delivery again that was taken or given up, and one that failed when its time has come", async () => {
    await events.write(
      ["taken", "given-up", "later", "now"].map((type) => eventOf({ type, send: SEND })),
      ON,
    );
    const due = await events.claimDue(10, 60_000, ["f"]);
    expect(due).toHaveLength(4);
    const [taken = NONE, givenUp = NONE, later = NONE, now = NONE] = due;
    await events.delivered(taken);
    await events.notDelivered(givenUp, undefined);
    await events.notDelivered(later, 60_000);
    await events.notDelivered(now, 0);
    expect((await events.claimDue(10, 1000, ["f"])).map(({ event }) => event)).toEqual([now.event]);
  });

  it("keeps a delivery whose lease is renewed from others until it has failed", async () => {
    await events.write([eventOf({ send: SEND })], ON);
    const [taken = NONE] = await events.claimDue(10, 0, ["f"]);
    await events.renew(taken, 60_000);
    expect(await events.claimDue(10, 60_000, ["f"])).toEqual([]);
    await events.notDelivered(taken, 0);
    expect(await events.claimDue(10, 60_000, ["f"])).toHaveLength(1);
  });

  it("takes nothing from a sender that lost its lease", async () => {
    await events.write([eventOf({ send: SEND })], ON);
    const [slow = NONE] = await events.claimDue(10, 0, ["f"]);
    const [next = NONE] = await events.claimDue(10, 60_000, ["f"]);
    await events.renew(slow, -1);
    await events.notDelivered(slow, undefined);
    await events.delivered(slow);
    const standing = async () =>
      database.query(
        "select due_at > now() as leased, delivered_at is not null as delivered, given_up_at is not null as ended from event_deliveries",
      );
    expect(await standing()).toEqual([{ leased: true, delivered: false, ended: false }]);
    await events.delivered(next);
    expect(await standing()).toEqual([{ leased: true, delivered: true, ended: false }]);
  });

  it("leaves a delivery of a flow that is not served here to other nodes, without an attempt", async () => {
    await events.write([eventOf({ send: SEND })], { ...ON, flow: "elsewhere" });
    await events.write([eventOf({ send: SEND })], ON);
    expect(await events.claimDue(10, 60_000, ["f"])).toMatchObject([{ flow: "f" }]);
    expect(await events.claimDue(10, 60_000, ["elsewhere", "f"])).toMatchObject([
      { flow: "elsewhere", attempts: 1 },
    ]);
  });

  it("forgets deliveries a week after they ended, and no event", async () => {
    await events.write([eventOf({ send: SEND }), eventOf({ send: SEND })], ON);
    const [ended = NONE] = await events.claimDue(2, 0, ["f"]);
    await events.delivered(ended);
    await database.query(
      "update event_deliveries set delivered_at = now() - interval '8 days' where delivered_at is not null",
    );
    await events.forgetOld();
    const rows = await database.query("select 1 from event_deliveries");
    expect(rows).toHaveLength(1);
    expect(await written()).toHaveLength(2);
  });
});
