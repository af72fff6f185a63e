import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeAllDue } from "../../../../server/storage/repositories/make-all-due.ts";
import { eraseApplication } from "../../../../server/storage/retention/erase.ts";
import type { Service } from "../../../../server/service.ts";
import { writeTimersFlow } from "../../../timers-flow.ts";
import { OUTSIDE, outsideIsUp, testService, Visitor } from "../../service.ts";

const outside = await outsideIsUp();
const FLOW = "library-card";
const READER = { name: "Ada Noor", born: "1980/06/01", lives: "here" };

/** Short timers: one that asks the post once, and one whose turn never comes by itself. */
const TIMERS = `
  nightly:
    description: The post is told a moment after the application was confirmed
    when: { var: application.confirmed }
    after: 1 second
    then: nightly
  remind:
    description: A reader who stopped is reminded
    when: { '!': { var: application.confirmed } }
    after: 7 days
    then: remind
    with: { label: sent }
  correct:
    description: What the page shows is changed
    when: { '!': { var: application.confirmed } }
    after: 7 days
    then: [{ id: corrected, set: { reader.name: Corrected }, stay: true }]
  tell:
    description: The post is told before the application is confirmed
    when: { '!': { var: application.confirmed } }
    after: 7 days
    then: nightly
`;

interface Row {
  readonly key: string;
  readonly timers: readonly {
    readonly id: string;
    readonly due?: string;
    readonly fired: number;
  }[];
  readonly due_at: Date | null;
  readonly updated_at: Date;
}

describe("fireTimers()", { skip: !outside }, () => {
  let folder: string;
  let one: Service;
  let post: Server;
  /** Idempotency keys that the post was asked with, by application. */
  const asked = new Map<string, string[]>();
  /** The post answers once this has resolved. */
  let held: Promise<void> = Promise.resolve();
  /** The post breaks off what asks it. */
  let isAway = false;
  /** The language in which the post was asked, by application. */
  const locales = new Map<string, string>();
  const stops: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "foyer-timers-"));
    await writeTimersFlow(folder, TIMERS);
    post = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const { id, locale } = JSON.parse(Buffer.concat(parts).toString()) as {
          id: string;
          locale: string;
        };
        locales.set(id, locale);
        asked.set(id, [...(asked.get(id) ?? []), String(request.headers["idempotency-key"])]);
        if (isAway) request.socket.destroy();
        void held.then(() =>
          response.writeHead(200, { "content-type": "application/json" }).end("{}"),
        );
      });
    });
    await new Promise<void>((resolve) => post.listen(0, "127.0.0.1", resolve));
    one = await node();
    const [row] = await one.database.query<{ name: string }>("select current_database() as name");
    const url = new URL(OUTSIDE);
    url.pathname = `/${row?.name ?? ""}`;
    await node(url.href);
  });
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop();
    post.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function node(databaseUrl?: string): Promise<Service> {
    const { service, stop } = await testService("outside", {
      FOYER_FLOWS: folder,
      FOYER_KEY: `k1:${"cd".repeat(32)}`,
      POST_URL: `http://127.0.0.1:${(post.address() as AddressInfo).port}`,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    });
    stops.push(stop);
    return service;
  }

  /** An application whose reader is known; confirmed where that is wanted. */
  async function applied(
    confirmed: boolean,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const visitor = new Visitor(one, headers);
    await visitor.get(`/${FLOW}`);
    await visitor.act("submit");
    await visitor.act("submit", READER);
    if (confirmed) await visitor.act("submit");
    return decodeURIComponent(visitor.path.split("/")[2] ?? "");
  }

  async function rowOf(id: string): Promise<Row> {
    const [row] = await one.database.query<Row>(
      "select key, timers, due_at, updated_at from applications where id = $1",
      [id],
    );
    if (row === undefined) throw new Error(`there is no ${id}`);
    return row;
  }

  const steps = async (id: string) =>
    one.database.query<{ actor: string; because: string }>(
      "select actor, because from journal join applications on application = key where id = $1 and actor like '@timer %' order by journal.revision",
      [id],
    );

  async function until(holds: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; !(await holds()); tries++) {
      if (tries > 1000) throw new Error("it does not come");
      await sleep(50);
    }
  }

  it("fires a timer once on two nodes, with its call, and the journal names it", async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, async () => applied(true)));
    const before = await Promise.all(ids.map(rowOf));
    await until(async () => (await Promise.all(ids.map(steps))).every(({ length }) => length > 1));
    await sleep(1500);
    for (const [at, id] of ids.entries()) {
      expect(await steps(id)).toEqual([
        { actor: "@timer nightly", because: "timer:nightly" },
        { actor: "@timer nightly", because: "call:post/success" },
      ]);
      expect(asked.get(id)).toHaveLength(1);
      const row = await rowOf(id);
      expect(row.timers).toMatchObject([{ id: "nightly", fired: 1 }]);
      expect([row.timers[0]?.due, row.due_at]).toEqual([undefined, null]);
      // A step that nobody took keeps no application from being forgotten.
      expect(row.updated_at).toEqual(before[at]?.updated_at);
    }
  });

  it("speaks the language of the applicant's latest step", async () => {
    const ids = [await applied(true, { "accept-language": "fr-CA" }), await applied(true)];
    await until(async () => ids.every((id) => locales.has(id)));
    expect(ids.map((id) => locales.get(id))).toEqual(["fr-CA", "en-US"]);
  });

  it("changes nothing where the condition no longer holds, and records that in the journal", async () => {
    const id = await applied(false);
    await one.database.query(
      `update applications set due_at = now(), state = state || '{"application": {"id": "${id}", "confirmed": true}}',
        timers = '[{ "id": "remind", "since": "2026-01-01T00:00:00.000Z", "due": "2026-01-08T00:00:00.000Z", "fired": 0 }]' where id = $1`,
      [id],
    );
    await until(async () => (await steps(id)).length > 0);
    expect((await steps(id))[0]).toEqual({
      actor: "@timer remind",
      because: "timer:remind/lapsed",
    });
    expect((await rowOf(id)).timers.map((timer) => timer.id)).toEqual(["nightly"]);
  });

  it("forgets a timer that the flow no longer has", async () => {
    const id = await applied(false);
    await one.database.query(
      `update applications set due_at = now(),
        timers = '[{ "id": "gone", "since": "2026-01-01T00:00:00.000Z", "due": "2026-01-08T00:00:00.000Z", "fired": 0 }]' where id = $1`,
      [id],
    );
    await until(async () => (await rowOf(id)).timers.every((timer) => timer.id !== "gone"));
    expect((await steps(id)).map(({ because }) => because)).toEqual(["timer:gone/lapsed"]);
  });

  it("resumes the call of a timer that a crash interrupted, under the same key", async () => {
    const id = await applied(true);
    await until(async () => (await steps(id)).length > 1);
    const { key } = await rowOf(id);
    // As a node leaves it that dies between the call and its answer.
    await one.database.query(
      "delete from journal where application = $1 and because = 'call:post/success'",
      [key],
    );
    await one.database.query(
      "update calls set answered_at = null, outcome = null, leased_until = now() where application = $1",
      [key],
    );
    await one.database.query(
      "update applications set revision = revision - 1, bound_revision = null, due_at = now() where key = $1",
      [key],
    );
    await until(async () => (await steps(id)).length > 1);
    expect(new Set(asked.get(id)).size).toBe(1);
    expect(asked.get(id)).toHaveLength(2);
  });

  /** A timer that is due, by SQL, and has begun. */
  async function makeDue(id: string, timer: string): Promise<void> {
    await one.database.query(
      `update applications set due_at = now(), timers = jsonb_build_array(jsonb_build_object(
        'id', $2::text, 'since', '2026-01-01T00:00:00.000Z', 'due', '2026-01-08T00:00:00.000Z', 'fired', 0)) where id = $1`,
      [id, timer],
    );
    await until(async () => (await steps(id)).length > 0);
  }

  /** A visitor at the form, and the application's id. */
  async function atTheForm(): Promise<{ readonly visitor: Visitor; readonly id: string }> {
    const visitor = new Visitor(one);
    await visitor.get(`/${FLOW}`);
    await visitor.act("submit");
    return { visitor, id: decodeURIComponent(visitor.path.split("/")[2] ?? "") };
  }

  it("reports a deadline to a page that was drawn before a timer changed what it shows", async () => {
    const { visitor, id } = await atTheForm();
    await makeDue(id, "correct");
    const late = await visitor.act("submit", READER);
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ type: "urn:foyer:problem:deadline" });
  });

  it.each([
    ["changed nothing", "gone"],
    ["changed what the page does not show", "remind"],
  ])("leaves a page that is open as it is where a timer %s", async (_, timer) => {
    const { visitor, id } = await atTheForm();
    await makeDue(id, timer);
    const taken = await visitor.act("submit", READER);
    expect([taken.statusCode, taken.json<{ screen: string }>().screen]).toEqual([200, "confirm"]);
  });

  it("lets a press wait for the call of a timer that is under way, and takes it then", async () => {
    const { visitor, id } = await atTheForm();
    let release: () => void = () => undefined;
    held = new Promise((resolve) => (release = resolve));
    await makeDue(id, "tell");
    await until(async () => asked.has(id));
    const press = visitor.act("submit", READER);
    await sleep(300);
    release();
    const taken = await press;
    expect([taken.statusCode, taken.json<{ screen: string }>().screen]).toEqual([200, "confirm"]);
    expect(asked.get(id)).toHaveLength(1);
  });

  it("lets a press make a timer's open call once more, and not at each look", async () => {
    const { visitor, id } = await atTheForm();
    isAway = true;
    await makeDue(id, "tell");
    await until(async () => (await steps(id)).length > 1);
    const before = asked.get(id)?.length ?? 0;
    await visitor.act("submit", READER);
    isAway = false;
    expect(asked.get(id)).toHaveLength(before + 1);
  });

  it("has nothing left to fire of an application that was erased", async () => {
    const id = await applied(false);
    const { key } = await rowOf(id);
    await one.database.query(
      "update applications set due_at = now() + interval '1 hour' where key = $1",
      [key],
    );
    await eraseApplication(one.database, key, "asked");
    expect(await one.database.query("select 1 from applications where key = $1", [key])).toEqual(
      [],
    );
  });

  it("sets the timers that a new version brings, once its applications are looked at", async () => {
    const ids = await Promise.all([applied(false), applied(false)]);
    await one.database.query("update applications set timers = null, due_at = null");
    await one.database.query(
      "insert into applications (key, flow, flow_version, variant, subject, state) values (gen_random_uuid(), 'another', '', '{}', '', '{}')",
    );
    await makeAllDue(one.database, FLOW);
    const due = await one.database.query(
      "select flow, bool_and(timers_at is not null) as due from applications group by flow order by flow",
    );
    expect(due).toEqual([
      { flow: "another", due: false },
      { flow: FLOW, due: true },
    ]);
    // A node that still serves the version before sets what that one knows.
    await one.database.query("update applications set timers = '[]', due_at = null");
    const [clock] = await one.database.query(
      "select bool_and(timers_at between now() and now() + interval '10 seconds') as near from applications where flow = $1",
      [FLOW],
    );
    expect(clock).toEqual({ near: true });
    await one.database.query("update applications set timers_at = now() where flow = $1", [FLOW]);
    await until(async () =>
      (await Promise.all(ids.map(rowOf))).every(({ timers }) => timers?.[0]?.id === "remind"),
    );
    const [left] = await one.database.query(
      "select count(timers_at)::int as left from applications where id = any($1)",
      [ids],
    );
    expect(left).toEqual({ left: 0 });
  });

  it("sets the timers of a new version last for applications that lie still", async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, async () => applied(false)));
    const still = new Set(ids.slice(0, 3));
    await one.database.query(
      "update applications set updated_at = now() - interval '40 days' where id = any($1)",
      [[...still]],
    );
    await makeAllDue(one.database, FLOW);
    const order = await one.database.query<{ id: string }>(
      "select id from applications where id = any($1) order by timers_at, id = any($2) desc",
      [ids, [...still]],
    );
    expect(order.map(({ id }) => still.has(id))).toEqual([false, false, false, true, true, true]);
  });

  it("leaves the timers of a new version to a pass after all nodes serve it", async () => {
    const id = await applied(false);
    await makeAllDue(one.database, FLOW);
    await makeDue(id, "remind");
    await until(async () => (await steps(id)).length > 0);
    const [row] = await one.database.query(
      "select timers_at > now() as waits from applications where id = $1",
      [id],
    );
    expect(row).toEqual({ waits: true });
  });

  it("fires a due timer at once while many applications wait for the timers of a version", async () => {
    await one.database.query(
      `insert into applications (key, flow, flow_version, variant, subject, state, timers_at)
       select gen_random_uuid(), flow, flow_version, variant, subject, '{}', now() - interval '1 hour'
       from (select * from applications where flow = $1 limit 1) one, generate_series(1, 1500)`,
      [FLOW],
    );
    const id = await applied(false);
    await makeDue(id, "remind");
    const [row] = await one.database.query<{ waiting: number; moved: number }>(
      "select count(timers_at)::int as waiting, count(due_at) filter (where timers_at is not null)::int as moved from applications where id is null and flow = $1",
      [FLOW],
    );
    expect(row?.waiting).toBeGreaterThan(100);
    expect(row?.moved).toBe(0);
    await until(async () => {
      const [left] = await one.database.query<{ waiting: number }>(
        "select count(timers_at)::int as waiting from applications where id is null and flow = $1",
        [FLOW],
      );
      return left?.waiting === 0;
    });
  });
});
