import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../server/service.ts";
import {
  ANSWERS,
  fillIn,
  fillInButIdentity,
  outsideIsUp,
  testService,
  Visitor,
} from "./service.ts";

const outside = await outsideIsUp();

describe.each(["outside", "embedded"] as const)(
  "GET and POST {path}, PostgreSQL %s",
  { skip: !outside && process.env["CI"] === undefined },
  (where) => {
    let service: Service;
    let stop: () => Promise<void>;
    beforeAll(async () => {
      if (where === "outside" && !outside) return;
      ({ service, stop } = await testService(where));
    });
    afterAll(() => stop?.());

    it.skipIf(where === "outside" && !outside)(
      "leads from the start screen to a linked bank account",
      async () => {
        const visitor = new Visitor(service);
        await fillIn(visitor, "kim+sbx.approved.otp@example.com");
        expect(visitor.path).toMatch(/^\/urn:app:[0-9a-f-]{36}\/verifying$/);
        expect((await visitor.act("check")).json()).toMatchObject({
          screen: "otp",
          because: "step-ups/otp-asked",
        });
        await visitor.act("send");
        const wrong = await visitor.act("submit", { code: "135791" });
        expect(wrong.statusCode).toBe(422);
        expect(wrong.json()).toMatchObject({
          errors: [
            { pointer: "/code", message: expect.stringContaining("That code does not match.") },
          ],
        });
        visitor.revision = (wrong.json() as { view: { revision: number } }).view.revision;
        expect((await visitor.act("submit", { code: "246810" })).json()).toMatchObject({
          screen: "verifying",
          path: expect.stringContaining("step-up=OTP_SMS"),
        });
        expect((await visitor.act("check")).json()).toMatchObject({ screen: "complete" });
        await visitor.act("bank");
        expect((await visitor.act("submit", ANSWERS.bank)).json()).toMatchObject({
          screen: "complete-bank-success",
        });
      },
    );

    it.skipIf(where === "outside" && !outside)(
      "answers 304 to a view that the client has already",
      async () => {
        const visitor = new Visitor(service);
        await visitor.get("/get-started");
        const first = await visitor.get("/get-started");
        const tag = String(first.headers["etag"]);
        expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
        const same = await visitor.get("/get-started", { "if-none-match": tag });
        expect([same.statusCode, same.headers["etag"], same.body]).toEqual([304, tag, ""]);
        expect(
          (await visitor.get("/get-started", { "if-none-match": tag, "accept-language": "en-CA" }))
            .statusCode,
        ).toBe(200);
        // A page that waits asks once a second, and mostly finds nothing new.
        await fillIn(visitor, "kim+sbx.approved.again-pending@example.com");
        const waiting = await visitor.act("check");
        expect(waiting.json()).toMatchObject({ screen: "verifying", kind: "waiting" });
        const seen = String(waiting.headers["etag"]);
        const still = await visitor.post(
          { action: "check", data: {}, revision: visitor.revision },
          { "if-none-match": seen },
        );
        expect([still.statusCode, still.headers["etag"], still.body]).toEqual([204, seen, ""]);
      },
    );

    it.skipIf(where === "outside" && !outside)(
      "keeps personal values sealed in the database, and secrets out of views",
      async () => {
        const visitor = new Visitor(service);
        await fillInButIdentity(visitor);
        const view = (await visitor.get(visitor.path.replace("identity", "business"))).body;
        expect(view).not.toContain("834500001");
        expect(view).toContain("•••• 0001");
        await visitor.get(visitor.path.replace("business", "identity"));
        await visitor.act("submit", ANSWERS.identity);
        await visitor.act("submit", ANSWERS.check);
        const dump = JSON.stringify(
          await service.database.query(
            "select a.state, j.events, encode(j.input, 'escape') as input from applications a join journal j on j.application = a.key",
          ),
        );
        for (const canary of [
          "Lund",
          "cedar.dev",
          "834500001",
          "1991-08-19",
          "Tamarack",
          "3125550143",
          '"9901"',
        ])
          expect(dump).not.toContain(canary);
      },
    );
  },
);

describe("bad input", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside"));
  });
  afterAll(() => stop?.());

  const started = async () => {
    const visitor = new Visitor(service);
    await visitor.get("/get-started");
    await visitor.act("submit");
    return visitor;
  };
  const problem = (response: { headers: Record<string, unknown>; json(): unknown }) => {
    expect(response.headers["content-type"]).toContain("application/problem+json");
    return response.json() as { type: string; status: number };
  };

  it.each(["/no/such/page", "/get-started/%E0%A4%A", "/%", "/get-started%"])(
    "answers the unknown path %s with the incorrect-url screen and 404",
    async (path) => {
      const response = await new Visitor(service).get(path);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ screen: "incorrect-url" });
    },
  );

  it("reads the parameters of a truncated address too", async () => {
    const visitor = new Visitor(service);
    await visitor.get("/get-started?name=Robin%20Vale&campaign=spring%E2%8");
    await visitor.get("/get-started");
    await visitor.act("submit");
    expect((await visitor.get(visitor.path)).json()).toMatchObject({
      screen: "applicant",
      data: { firstName: "Robin", lastName: "Vale" },
    });
  });

  it("crawlers are kept out, and no icon leads to a sign-in", async () => {
    const headers = { host: "localhost" };
    const robots = await service.app.inject({ url: "/robots.txt", headers });
    expect([robots.statusCode, robots.body]).toEqual([200, "User-agent: *\nDisallow: /\n"]);
    expect((await service.app.inject({ url: "/favicon.ico", headers })).statusCode).toBe(404);
  });

  it.each([
    ["malformed JSON", "{", 400],
    ["an array", "[]", 400],
    ["no action", { data: {}, revision: 1 }, 400],
    ["an action that is no text", { action: 7, data: {}, revision: 1 }, 400],
    ["data that is no object", { action: "submit", data: [], revision: 1 }, 400],
    ["a revision that is no number", { action: "submit", data: {}, revision: "1" }, 400],
    ["no revision", { action: "submit", data: {} }, 400],
    ["an unknown member", { action: "submit", data: {}, revision: 1, role: "staff" }, 400],
    ["an unknown action", { action: "approve", data: {}, revision: 1 }, 422],
    ["a prototype key", '{"action":"submit","data":{"__proto__":{"a":1}},"revision":1}', 400],
  ])("refuses %s with a problem and changes nothing", async (_, body, status) => {
    const visitor = await started();
    const response = await visitor.post(body);
    expect(response.statusCode).toBe(status);
    expect(problem(response).status).toBe(status);
    expect((await visitor.get(visitor.path)).json()).toMatchObject({ revision: 1 });
  });

  it.each([
    ["an unknown field", { ...ANSWERS.applicant, isAdmin: true }, "/isAdmin"],
    ["a number for a text", { ...ANSWERS.applicant, firstName: 7 }, "/firstName"],
    ["a list for a text", { ...ANSWERS.applicant, firstName: ["Kim"] }, "/firstName"],
    ["NUL", { ...ANSWERS.applicant, firstName: "Kim\u0000" }, "/firstName"],
    ["half a surrogate pair", { ...ANSWERS.applicant, firstName: "Kim\ud800" }, "/firstName"],
    ["emoji", { ...ANSWERS.applicant, firstName: "Kim 🙂" }, "/firstName"],
    ["HTML", { ...ANSWERS.applicant, firstName: "<b>Kim</b>" }, "/firstName"],
    [
      "a hundred thousand letters",
      { ...ANSWERS.applicant, firstName: "a".repeat(100_000) },
      "/firstName",
    ],
    ["nothing", {}, "/firstName"],
  ])("refuses %s with the field's pointer and a message", async (_, data, pointer) => {
    const visitor = await started();
    const response = await visitor.act("submit", data);
    expect(response.statusCode).toBe(422);
    const { errors } = response.json() as { errors: { pointer: string; message: string }[] };
    expect(errors.map((error) => error.pointer)).toContain(pointer);
    for (const { message } of errors) expect(message.length).toBeGreaterThan(10);
  });

  it("refuses bodies of two megabytes with 413", async () => {
    const visitor = await started();
    const response = await visitor.post(
      JSON.stringify({ action: "submit", data: { firstName: "x".repeat(2_000_000) }, revision: 1 }),
    );
    expect(response.statusCode).toBe(413);
    problem(response);
  });

  it("refuses content types it does not speak with 415", async () => {
    const visitor = await started();
    const response = await visitor.post("<a/>", { "content-type": "application/xml" });
    expect(response.statusCode).toBe(415);
    problem(response);
  });

  it("answers a stale revision with 409 and the view as it is now", async () => {
    const visitor = await started();
    await visitor.act("submit", ANSWERS.applicant);
    const response = await visitor.post(
      { action: "submit", data: { ...ANSWERS.applicant, firstName: "Lu" }, revision: 1 },
      {},
      visitor.path.replace("business", "applicant"),
    );
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ view: { revision: 2, data: { firstName: "Kim" } } });
  });

  it("does a repeated submission once, and answers it the same", async () => {
    const visitor = await started();
    const key = randomUUID();
    const body = { action: "submit", data: ANSWERS.applicant, revision: 1 };
    const { path } = visitor;
    const first = await visitor.post(body, { "idempotency-key": key }, path);
    const second = await visitor.post(body, { "idempotency-key": key }, path);
    expect(second.statusCode).toBe(200);
    expect(second.json()).toEqual(first.json());
    const other = await visitor.post(
      { ...body, data: { ...ANSWERS.applicant, firstName: "Lu" } },
      { "idempotency-key": key },
      path,
    );
    expect(other.statusCode).toBe(422);
    expect(problem(other).type).toContain("key-reused");
  });

  it("does two concurrent submissions of one key once", async () => {
    const visitor = await started();
    const key = randomUUID();
    const body = { action: "submit", data: ANSWERS.applicant, revision: 1 };
    const { path } = visitor;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => visitor.post(body, { "idempotency-key": key }, path)),
    );
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect((await visitor.get(path)).json()).toMatchObject({ revision: 2 });
  });

  it("keeps an application to its visitor: 401 without a cookie, 403 with another's, home when looked at", async () => {
    const visitor = await started();
    const stranger = new Visitor(service);
    expect(
      (await stranger.post({ action: "submit", data: {}, revision: 1 }, {}, visitor.path))
        .statusCode,
    ).toBe(401);
    await stranger.get("/get-started");
    await stranger.act("submit");
    expect(
      (await stranger.post({ action: "submit", data: {}, revision: 1 }, {}, visitor.path))
        .statusCode,
    ).toBe(403);
    const looked = await stranger.get(visitor.path);
    expect(looked.json()).toMatchObject({ screen: "home", because: "entry/not-yours" });
    expect(looked.body).not.toContain("Kim");
  });

  it("refuses posts that come from another site", async () => {
    const visitor = await started();
    expect(
      (
        await visitor.post(
          { action: "submit", data: {}, revision: 1 },
          { "sec-fetch-site": "cross-site" },
        )
      ).statusCode,
    ).toBe(403);
    expect(
      (
        await visitor.post(
          { action: "submit", data: {}, revision: 1 },
          { origin: "https://evil.example" },
        )
      ).statusCode,
    ).toBe(403);
  });

  it("takes entry parameters off the address, keeps good ones and drops post boxes", async () => {
    const visitor = new Visitor(service);
    const response = await visitor.get(
      "/get-started?email=kim%40cedar.dev&companyAddressLine1=PO%20Box%202&applicantAddressLine1=12%20Birch%20Street&channelType=nonsense&unknown=1",
      { accept: "text/html" },
    );
    expect(response.statusCode).toBe(303);
    expect(response.headers["location"]).toBe("/get-started");
    visitor.revision = 1;
    await visitor.get("/get-started");
    const applicant = (await visitor.act("submit")).json() as { data: object };
    expect(applicant.data).toMatchObject({ email: "kim@cedar.dev" });
    const [row] = await service.database.query<{ state: { company?: object; channel?: object } }>(
      "select state from applications order by created_at desc limit 1",
    );
    expect(row?.state.company).toBeUndefined();
    expect(row?.state.channel).toBeUndefined();
  });

  it("works with plain HTML forms: errors keep the typed text, and good answers lead on", async () => {
    const visitor = await started();
    const html = { accept: "text/html", "content-type": "application/x-www-form-urlencoded" };
    const refused = await visitor.post(
      "action=submit&revision=1&firstName=Kim&lastName=&email=nope",
      html,
    );
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain("Please add the owner’s last legal name.");
    expect(refused.body).toContain('value="nope"');
    const taken = await visitor.post(
      "action=submit&revision=1&firstName=+Kim+&lastName=Lund&email=kim%40cedar.dev&emailConfirm=kim%40cedar.dev",
      html,
    );
    expect(taken.statusCode).toBe(303);
    expect(taken.headers["location"]).toMatch(/\/business$/);
  });

  it("takes a day of birth as people write it, where there are no scripts to put it right", async () => {
    const visitor = new Visitor(service);
    await visitor.get("/library-card");
    await visitor.act("submit");
    const reader = new URLSearchParams({
      action: "submit",
      revision: String(visitor.revision),
      name: "Kim Lund",
      born: "1990 1 2",
      lives: "here",
    });
    const html = { accept: "text/html", "content-type": "application/x-www-form-urlencoded" };
    const taken = await visitor.post(reader.toString(), html);
    expect(taken.statusCode).toBe(303);
    expect(
      (await visitor.get(taken.headers["location"]?.replace("/confirm", "/reader") ?? "")).json(),
    ).toMatchObject({ data: { born: "1990/01/02" } });
  });

  it("sends the browser to where the state allows", async () => {
    const visitor = await started();
    const response = await visitor.get(visitor.path.replace("applicant", "bank"), {
      accept: "text/html",
    });
    expect(response.statusCode).toBe(303);
    expect(response.headers["location"]).toMatch(/\/applicant$/);
    expect(response.headers["vary"]).toContain("Accept");
    expect(response.headers["cache-control"]).toBe("no-store");
  });

  it("speaks French to a French Canadian, and shows a reseller's face under its prefix", async () => {
    const french = await new Visitor(service, { "accept-language": "fr-CA,fr;q=0.9" }).get(
      "/get-started",
    );
    expect(french.json()).toMatchObject({
      locale: "fr-CA",
      title: "Commencez à accepter des paiements",
    });
    const reseller = await new Visitor(service).get("/r/westlake/get-started");
    expect(reseller.json()).toMatchObject({
      path: "/r/westlake/get-started",
      title: "Take payments with Westlake",
      brand: { name: "Westlake" },
    });
    const terminal = await service.app.inject({
      method: "GET",
      url: "/get-started",
      headers: { accept: "application/json", host: "127.0.0.1" },
    });
    expect(terminal.json()).toMatchObject({ brand: { name: "Northpoint Terminals" } });
  });

  it("serves the second flow beside the first", async () => {
    const visitor = new Visitor(service);
    await visitor.get("/library-card");
    expect((await visitor.act("submit")).json()).toMatchObject({
      flow: "library-card",
      screen: "reader",
    });
  });
});

describe("when the database is gone", { skip: !outside }, () => {
  it("answers 503 with Retry-After, is not ready, and recovers with the database", async () => {
    const { service, stop } = await testService("outside");
    const visitor = new Visitor(service);
    await visitor.get("/get-started");
    const [row] = await service.database.query<{ name: string }>(
      "select current_database() as name",
    );
    // Nobody may connect any more, and those who are connected are cut off: what a database that
    // went down looks like.
    const { OUTSIDE } = await import("./service.ts");
    const pg = (await import("pg")).default;
    const admin = new pg.Client({ connectionString: OUTSIDE });
    await admin.connect();
    await admin.query(`alter database ${row?.name} with allow_connections false`);
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
      row?.name,
    ]);
    const response = await visitor.act("submit");
    expect(response.statusCode).toBe(503);
    expect(response.headers["retry-after"]).toBeDefined();
    expect((await visitor.get("/readyz")).statusCode).toBe(503);
    expect((await visitor.get("/healthz")).statusCode).toBe(200);
    await admin.query(`alter database ${row?.name} with allow_connections true`);
    await admin.end();
    expect((await visitor.act("submit")).json()).toMatchObject({ screen: "applicant" });
    await stop();
  });
});
