import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../../../server/service.ts";
import { ANSWERS, outsideIsUp, testService, Visitor } from "../../service.ts";

const outside = await outsideIsUp();

let service: Service;
let stop: () => Promise<void>;
beforeAll(async () => {
  if (!outside) return;
  ({ service, stop } = await testService("outside"));
  // The mails of the flow go out by timers, a second after an approval. Their steps would come
  // between a step and its repetition.
  await service.database.query(`
    create function leave_no_timer_due() returns trigger language plpgsql as
      $$ begin new.due_at := null; return new; end $$;
    create trigger leave_no_timer_due before insert or update on applications
      for each row execute function leave_no_timer_due()`);
});
afterAll(() => stop?.());

/** A view without what is said anew with every answer. */
function viewOf({ body }: { readonly body: string }): object {
  const { session: _, ...view } = JSON.parse(body) as { session?: object };
  return view;
}

describe("a repeated key of an earlier step", { skip: !outside }, () => {
  interface Sent {
    readonly path: string;
    readonly key: string;
    readonly body: object;
    readonly status: number;
    readonly view: object;
  }

  /** A whole journey, each step with a key of its own. */
  async function journey(email: string): Promise<{ visitor: Visitor; sent: readonly Sent[] }> {
    const visitor = new Visitor(service);
    const sent: Sent[] = [];
    await visitor.get("/get-started");
    const step = async (action: string, data: object = {}) => {
      const { path } = visitor;
      const body = { action, data, revision: visitor.revision };
      const key = randomUUID();
      const answer = await visitor.post(body, { "idempotency-key": key }, path);
      sent.push({ path, key, body, status: answer.statusCode, view: viewOf(answer) });
    };
    await step("submit");
    await step("submit", { ...ANSWERS.applicant, email, emailConfirm: email });
    for (const screen of ["business", "category", "address", "identity", "check"] as const)
      await step("submit", ANSWERS[screen]);
    for (let polls = 0; polls < 4; polls++) await step("check");
    return { visitor, sent };
  }

  it.each(["kim+sbx.approved@example.com", "kim+sbx.approved.gov-id@example.com", "kim@cedar.dev"])(
    "gets exactly the answer that step got: %s",
    async (email) => {
      const { visitor, sent } = await journey(email);
      expect(sent.slice(0, 6).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      const steps = await service.database.query("select count(*) from journal");
      const calls = await service.database.query("select count(*) from calls");
      for (const round of [1, 2])
        for (const { path, key, body, status, view } of sent) {
          const again = await visitor.post(body, { "idempotency-key": key }, path);
          expect([round, path, again.statusCode]).toEqual([round, path, status]);
          expect(viewOf(again)).toEqual(view);
        }
      expect(await service.database.query("select count(*) from journal")).toEqual(steps);
      expect(await service.database.query("select count(*) from calls")).toEqual(calls);
    },
  );

  it("is sent where that step led, in a page without scripts", async () => {
    const visitor = new Visitor(service);
    await visitor.get("/get-started");
    const sent: { path: string; body: string; location: string }[] = [];
    const post = async (path: string, body: string) =>
      service.app.inject({
        method: "POST",
        url: path,
        headers: {
          accept: "text/html",
          host: "localhost",
          "content-type": "application/x-www-form-urlencoded",
          ...(visitor.cookie === undefined ? {} : { cookie: visitor.cookie }),
        },
        payload: body,
      });
    await visitor.act("submit");
    for (const screen of ["applicant", "business", "category"] as const) {
      const body = new URLSearchParams({
        action: "submit",
        revision: String(visitor.revision),
        key: randomUUID(),
        ...ANSWERS[screen],
      }).toString();
      const answer = await post(visitor.path, body);
      expect(answer.statusCode).toBe(303);
      const location = String(answer.headers.location);
      sent.push({ path: visitor.path, body, location });
      await visitor.get(location);
    }
    for (const { path, body, location } of sent) {
      const again = await post(path, body);
      expect([again.statusCode, again.headers.location]).toEqual([303, location]);
    }
  });

  it("is taken for one request alone, when several with other answers come at once", async () => {
    for (let round = 0; round < 5; round++) {
      const visitor = new Visitor(service);
      await visitor.get("/get-started");
      await visitor.act("submit");
      const { path, revision } = visitor;
      const key = randomUUID();
      const answers = await Promise.all(
        ["Ann", "Bob", "Cy", "Di"].map(async (firstName) =>
          visitor.post(
            { action: "submit", data: { ...ANSWERS.applicant, firstName }, revision },
            { "idempotency-key": key },
            path,
          ),
        ),
      );
      const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
      expect(statuses).toEqual([200, 422, 422, 422]);
    }
  });

  it("is kept without anything personal in plain text", async () => {
    await journey("ysolde+sbx.approved@example.com");
    const dump = JSON.stringify(
      await service.database.query(
        "select encode(request_hash, 'hex'), answer, sealed_answer from idempotency_keys",
      ),
    );
    for (const canary of ["Lund", "ysolde", "834500001", "Tamarack", "3125550143"])
      expect(dump).not.toContain(canary);
  });
});

describe("a first post without a session", { skip: !outside }, () => {
  const AGENT = { "user-agent": "a program" };
  const body = { action: "submit", data: {}, revision: 0 };

  async function counts(): Promise<number> {
    const [row] = await service.database.query<{ count: number }>(
      "select count(*)::int as count from applications",
    );
    return row?.count ?? 0;
  }
  const first = async (
    key: string,
    headers: Record<string, string> = {},
    remoteAddress = "127.0.0.1",
    sent: object = body,
  ) => {
    const response = await service.app.inject({
      method: "POST",
      url: "/get-started",
      remoteAddress,
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        host: "localhost",
        "idempotency-key": key,
        ...AGENT,
        ...headers,
      },
      payload: JSON.stringify(sent),
    });
    const cookies = [response.headers["set-cookie"]].flat();
    const cookie = cookies.find((each) => each?.startsWith("foyer_session="))?.split(";")[0];
    return {
      status: response.statusCode,
      cookie,
      body: response.body,
      view: response.json() as { path?: string },
    };
  };

  it("makes one application however often it is repeated, and hands over its session", async () => {
    const before = await counts();
    const key = randomUUID();
    const answers = [await first(key), await first(key), await first(key)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await counts()) - before).toBe(1);
    expect(new Set(answers.map(({ view }) => view.path)).size).toBe(1);
    expect(viewOf(answers[1] ?? { body: "" })).toEqual(viewOf(answers[0] ?? { body: "" }));
    for (const { cookie, view } of answers) {
      expect(cookie).toBeDefined();
      const visitor = new Visitor(service);
      visitor.cookie = cookie;
      const seen = await visitor.get(view.path ?? "");
      expect(seen.json()).toMatchObject({ screen: "applicant", path: view.path });
    }
  });

  it("makes one application when it is sent many times at once", async () => {
    const before = await counts();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => first(key)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ view }) => view.path)).size).toBe(1);
    expect((await counts()) - before).toBe(1);
  });

  it("of a visitor with a session makes one application when it is sent many times at once", async () => {
    const { cookie = "" } = await first(randomUUID());
    await service.database.query("delete from applications");
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => first(key, { cookie })));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await counts()).toBe(1);
  });

  it("gives no one the session of another: from elsewhere, with another program, another body or later", async () => {
    const key = randomUUID();
    const { view, cookie } = await first(key);
    const strangers = [
      await first(key, {}, "203.0.113.7"),
      await first(key, { "user-agent": "another program" }),
      await first(key, {}, "127.0.0.1", { ...body, action: "other-market" }),
    ];
    for (const stranger of strangers) {
      expect(stranger.cookie).not.toBe(cookie);
      expect(stranger.view.path).not.toBe(view.path);
    }
    await service.database.query("update sessions set created_at = now() - interval '11 minutes'");
    const late = await first(key);
    expect([late.status, late.cookie]).toEqual([401, undefined]);
  });

  it("gives no one a session that was ended or handed over", async () => {
    const key = randomUUID();
    const { cookie } = await first(key);
    await service.database.query("delete from sessions");
    const again = await first(key);
    expect([again.status, again.cookie]).toEqual([401, undefined]);
    const visitor = new Visitor(service);
    visitor.cookie = cookie;
    expect((await visitor.post(body)).statusCode).not.toBe(500);
  });

  it("requires a key that cannot be guessed", async () => {
    const before = await counts();
    const { status, body: said, cookie } = await first("12345678");
    expect([status, cookie]).toEqual([400, undefined]);
    expect(said).toContain("16");
    expect(await counts()).toBe(before);
  });
});
