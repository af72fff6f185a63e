import { execFile } from "node:child_process";
import { createServer, type Server, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { eventsCommand } from "../../server/cli/events-command.ts";
import { runMigrations } from "../../server/storage/database/run-migrations.ts";
import { eventLine } from "../../server/calls/analytics/event-line.ts";
import { followEvents } from "../../server/calls/analytics/follow-events.ts";
import { Events, type EventLine } from "../../server/storage/repositories/events.ts";
import type { Service } from "../../server/service.ts";
import { PROJECT } from "../definitions.ts";
import { Browsing } from "./browsing.ts";
import { canariesIn } from "./canaries.ts";
import { ANSWERS, fillIn, outsideIsUp, testService, Visitor } from "./service.ts";

const outside = await outsideIsUp();

/** Everything typed or brought along that tells who somebody is, as typed and as stored. */
const CANARIES = [
  ...[
    "Kim",
    "Lund",
    "cedar",
    "kim+sbx",
    "83-4500001",
    "834500001",
    "Cedar",
    "Pine",
    "312) 555-0142",
    "3125550142",
    "Tamarack",
    "731 T",
    "60614",
    "Birch",
  ],
  ...[
    "08/19/1991",
    "1991-08-19",
    "9901",
    "3125550143",
    "000100200",
    "110000000",
    "246810",
    "canary",
  ],
];

/** An application that is handed in gets its name; nothing else is told. */
function answerTo({ method = "", url = "" }: IncomingMessage): string {
  if (url === "/api/v2/analytics") return "";
  return method === "POST" && /^\/api\/v2\/applications(\?|$)/.test(url)
    ? JSON.stringify({ applicationId: "urn:app:told" })
    : "{}";
}

const MIGRATIONS = join(PROJECT, "server/storage/migrations");

const KEY = Buffer.alloc(32, 7).toString("base64");

describe("events", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  /** What the platform was told, and with what it answers next. */
  const told: { key: string; body: { type: string; params: object } }[] = [];
  const answers: number[] = [];
  let platform: Server;

  beforeAll(async () => {
    platform = createServer((request, response) => {
      let text = "";
      request.on("data", (part: Buffer) => (text += part.toString()));
      request.on("end", () => {
        if (request.url === "/api/v2/analytics")
          told.push({
            key: String(request.headers["idempotency-key"]),
            body: JSON.parse(text) as never,
          });
        response
          .writeHead(request.url === "/api/v2/analytics" ? (answers.shift() ?? 204) : 200, {
            "content-type": "application/json",
          })
          .end(answerTo(request));
      });
    });
    await new Promise<void>((done) => platform.listen(0, "127.0.0.1", done));
    ({ service, stop } = await testService("outside", {
      FOYER_KEY: KEY,
      PLATFORM_URL: `http://127.0.0.1:${(platform.address() as AddressInfo).port}`,
    }));
  });
  afterAll(async () => {
    await stop?.();
    platform?.close();
  });
  afterEach(async () => {
    await delivered();
    await service.database.query("delete from events");
    told.length = 0;
  });

  const lines = async (filter = {}): Promise<EventLine[]> => {
    const found: EventLine[] = [];
    await new Events(service.database).each(filter, (event) => void found.push(event));
    return found;
  };
  const types = async () => (await lines()).map(({ type }) => type);
  const delivered = () =>
    vi.waitFor(
      async () =>
        expect(
          await service.database.query(
            "select 1 from event_deliveries where delivered_at is null and given_up_at is null",
          ),
        ).toEqual([]),
      {
        timeout: 10_000,
        interval: 20,
      },
    );

  /** A visitor on the first page of the form. */
  async function started(): Promise<Visitor> {
    const visitor = new Visitor(service);
    await visitor.get("/get-started");
    await visitor.act("submit");
    return visitor;
  }

  it("include a declined question, and no question that was not asked", async () => {
    const visitor = await started();
    const { declines } = (await visitor.get(visitor.path)).json() as {
      declines?: readonly string[];
    };
    expect(declines).toEqual(["other-market"]);
    const { path, revision } = visitor;
    await service.database.query("delete from events");
    const decline = async (item: string, how: string, at = path) =>
      (
        await visitor.post(
          new URLSearchParams({ action: "@decline", item, how }).toString(),
          { "content-type": "application/x-www-form-urlencoded" },
          at,
        )
      ).statusCode;
    expect(
      await Promise.all([decline("other-market", "no"), decline("other-market", "cancel")]),
    ).toEqual([204, 204]);
    expect((await types()).toSorted()).toEqual(["country-switcher.cancel", "country-switcher.no"]);
    // An action that does not ask, one that is not there, an answer that there is not, a page that
    // is not shown.
    for (const [item, how, at] of [
      ["submit", "no"],
      ["nonsense", "no"],
      ["other-market", "yes"],
      ["other-market", "no", "/urn:app:none/bank"],
    ] as const)
      expect(await decline(item, how, at)).toBe(204);
    expect(await types()).toHaveLength(2);
    await visitor.get(path);
    expect(visitor.revision).toBe(revision);
  });

  it("are written with the step, with the documented envelope and context", async () => {
    const visitor = await started();
    const id = decodeURIComponent(visitor.path.split("/")[1] ?? "");
    const found = await lines();
    expect(found.map(({ type }) => type)).toEqual([
      "page-view",
      "signup.started",
      "page-view",
      "application-view",
      "wizard-page",
    ]);
    // The very first page is shown before there is a visit.
    expect(found.map(({ session }) => session !== null)).toEqual([false, true, true, true, true]);
    expect(
      new Set(found.slice(1).map(({ session, application }) => `${session} ${application}`)).size,
    ).toBe(1);
    expect(new Set(found.map(({ eid }) => eid)).size).toBe(5);
    const version = service.library().flows.get("merchant-signup")?.version;
    expect(JSON.parse(eventLine(found[4] as EventLine))).toEqual({
      eid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      type: "wizard-page",
      at: expect.stringMatching(/^20\d\d-.*Z$/) as string,
      schema: "add_event",
      version: "v2",
      virtual_path: "/{applicationId}/applicant",
      custom_properties: {
        ...{
          portal: "gdp",
          currency: "USD",
          language: "en",
          communicationLanguage: "en",
          originalIntent: "CREATE_BUSINESS",
        },
        ...{
          organizationId: "org-ci-non-dental-payfac",
          isPowerSeller: undefined,
          GPVFieldShown: true,
          GPVProvided: false,
          current: 1,
          remaining: 5,
        },
      },
      ...{
        flow: "merchant-signup",
        flow_version: undefined,
        flowVersion: version,
        application: id,
        session: found[4]?.session,
        screen: "applicant",
      },
      ...{
        axes: { portal: "hosting", market: "US", reseller: null },
        environment: "CI",
        locale: "en-US",
        role: null,
      },
    });
    expect(JSON.parse(eventLine(found[0] as EventLine))).toMatchObject({
      schema: "add_page_request",
      version: "v1",
      application: null,
    });
  });

  it("hold nothing personal, from the address to the bank account", async () => {
    const visitor = new Visitor(service);
    await visitor.get(
      "/?email=canary@example.com&name=Canary+Canary&resumeEmail=canary@example.com&source=canary@example.com&utm=spring",
    );
    // As a browser follows the redirect, with what the address brought in a cookie.
    await visitor.get("/");
    await fillIn(visitor, "kim+sbx.approved.otp@example.com");
    await visitor.act("check");
    await (
      await started()
    ).act("submit", { firstName: "canary@example.com", "canary@example.com": "canary" });
    const named = await visitor.get("/accounts/canary@example.com/stores?canary=canary");
    expect(named.headers.location).toBe("/accounts/canary@example.com/stores");
    await visitor.get("/accounts/canary@example.com/stores");
    await visitor.get("/canary@example.com/nowhere");
    await delivered();
    const kept = JSON.stringify([
      await lines(),
      await service.database.query("select request from event_deliveries"),
      told,
    ]);
    expect(kept).toContain("onboarding.success");
    for (const type of [
      "reminder-event",
      "error.validation",
      "error.incorrect-url",
      "store-switcher.shown",
    ])
      expect(kept).toContain(type);
    expect(kept).toContain('"utm":"spring"');
    expect(canariesIn(kept, CANARIES)).toEqual([]);
    expect(kept.toLowerCase()).not.toContain("canary");
    // Nor the session's token, nor what the database knows it by.
    const token = visitor.cookie?.split("=")[1] ?? "";
    const [owner] = await service.database.query<{ subject: string }>(
      "select encode(subject, 'hex') as subject from applications order by updated_at desc limit 1",
    );
    for (const secret of [token, owner?.subject ?? ""]) expect(kept).not.toContain(secret);
  });

  it("are in the step's own transaction: without them it does not happen", async () => {
    const visitor = await started();
    await service.database.query(
      "alter table events add constraint none_of_these check (event <> 'wizard-page') not valid",
    );
    const refused = await visitor.act("submit", ANSWERS.applicant);
    await service.database.query("alter table events drop constraint none_of_these");
    expect(refused.statusCode).toBe(500);
    expect((await visitor.get(visitor.path)).json()).toMatchObject({
      screen: "applicant",
      revision: 1,
    });
    expect((await types()).filter((type) => type === "wizard-page")).toHaveLength(2);
  });

  it("are not doubled by a repetition of a request, taken or refused", async () => {
    const visitor = await started();
    const right = { action: "submit", data: ANSWERS.applicant, revision: visitor.revision };
    const wrong = { action: "submit", data: { firstName: "Kim" }, revision: visitor.revision };
    const [path, key] = [visitor.path, { "idempotency-key": "repeated-and-refused" }];
    const before = (await types()).length;
    for (let times = 0; times < 3; times++)
      expect((await visitor.post(wrong, key, path)).statusCode).toBe(422);
    expect((await types()).slice(before)).toEqual(["error.validation"]);
    const both = await Promise.all(
      [1, 2].map(() => visitor.post(right, { "idempotency-key": "repeated-and-taken" }, path)),
    );
    both.push(await visitor.post(right, { "idempotency-key": "repeated-and-taken" }, path));
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await types()).slice(before + 1)).toEqual(["page-view", "wizard-page"]);
    // Without a key a refusal is one each time.
    await visitor.act("submit", {});
    await visitor.act("submit", {});
    expect((await types()).slice(before + 3)).toEqual(["error.validation", "error.validation"]);
  });

  it("are reported once where they are so, however many come at once", async () => {
    const visitor = await started();
    await Promise.all(Array.from({ length: 6 }, () => visitor.get(visitor.path)));
    const found = await types();
    expect(found.filter((type) => type === "application-view")).toHaveLength(1);
    expect(found.filter((type) => type === "page-view")).toHaveLength(8);
  });

  it("count a page once that a browser without scripts is sent to", async () => {
    const browsing = new Browsing(service, { accept: "text/html" });
    const page = await browsing.ask("/get-started");
    const hidden = (name: string) =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(page.body)?.[1] ?? "";
    await browsing.follow(
      await browsing.ask("/get-started", {
        action: "submit",
        revision: hidden("revision"),
        key: hidden("key"),
      }),
    );
    expect(await types()).toEqual([
      "page-view",
      "signup.started",
      "page-view",
      "application-view",
      "wizard-page",
    ]);
    // A page elsewhere is asked for by itself; what is only fetched ahead nobody has seen.
    await browsing.follow(await browsing.ask("/get-started"));
    await browsing.ask("/get-started", undefined, { "sec-purpose": "prefetch" });
    expect((await types()).slice(5)).toEqual(["page-view", "wizard-page"]);
  });

  it("are delivered to the platform where the flow requests it, with retries under one key", async () => {
    answers.push(503);
    await started();
    const [event] = (await lines()).filter(({ type }) => type === "application-view");
    await vi.waitFor(() => expect(told).toHaveLength(1), { timeout: 10_000, interval: 10 });
    const waiting = () =>
      service.database.query<{ attempts: number; late: boolean }>(
        "select attempts, due_at > now() + interval '5 seconds' and due_at < now() + interval '15 seconds' as late from event_deliveries",
      );
    await vi.waitFor(async () => expect(await waiting()).toEqual([{ attempts: 1, late: true }]), {
      timeout: 10_000,
      interval: 10,
    });
    // Ten seconds later it is another visitor's step that brings it along.
    await service.database.query("update event_deliveries set due_at = now()");
    await started();
    await delivered();
    expect(told.map(({ body }) => body.type)).toEqual([
      "application-view",
      "application-view",
      "application-view",
    ]);
    expect(told.filter(({ key }) => key === event?.eid)).toHaveLength(2);
    expect(told[0]?.body).toEqual({ type: "application-view", params: event?.properties });
    // What is refused for good is not tried again.
    answers.push(400);
    await started();
    await delivered();
    expect(
      await service.database.query(
        "select attempts from event_deliveries where given_up_at is not null",
      ),
    ).toEqual([{ attempts: 1 }]);
  });

  describe("exported", () => {
    const foyer = async (...args: string[]) => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [join(PROJECT, "server/cli/foyer.mjs"), "events", ...args],
        {
          env: {
            ...process.env,
            DATABASE_URL: await urlOf(),
            FOYER_ENV: "CI",
            FOYER_KEY: KEY,
          },
          maxBuffer: 64 * 1024 * 1024,
        },
      );
      return stdout.split("\n").filter((line) => line !== "");
    };
    const urlOf = async () => {
      const [row] = await service.database.query<{ name: string }>(
        "select current_database() as name",
      );
      const url = new URL(
        process.env["TEST_DATABASE_URL"] ?? "postgres://root@127.0.0.1:5432/test",
      );
      url.pathname = `/${row?.name ?? ""}`;
      return url.href;
    };

    it("by the command, all of them, in the order they were written, and by filter", async () => {
      // Applications of the tests before have mails to come, and each writes events.
      await service.database.query("update applications set due_at = null");
      await delivered();
      await service.database.query("delete from events");
      await started();
      const visitor = await started();
      await service.database.query(
        "insert into events (at, event, properties, flow) select '2020-01-01', 'older', '{}', 'library-card' from generate_series(1, 1203)",
      );
      const all = await foyer();
      expect(all).toHaveLength(10 + 1203);
      expect(all).toEqual((await lines()).map(eventLine));
      expect(await lines({ since: "2020-06-01", type: "wizard-page" })).toHaveLength(2);
      const application = decodeURIComponent(visitor.path.split("/")[1] ?? "");
      expect(
        (await lines({ application, flow: "merchant-signup" })).map(({ type }) => type),
      ).toEqual(["signup.started", "page-view", "application-view", "wizard-page"]);
      await expect(eventsCommand.run(["--since", "yesterday"], false)).rejects.toThrow(
        "--since wants a time",
      );
      await expect(eventsCommand.run(["--kind", "page"], false)).rejects.toThrow(
        "there is no option --kind",
      );
    });

    it("as they are written, each once, those too that turn up out of order", async () => {
      const events = new Events(service.database);
      const seen: string[] = [];
      const stopped = new AbortController();
      await service.database.query(
        "insert into events (id, at, event, properties) overriding system value values (1000001, now(), 'first', '{}'), (1000003, now(), 'third', '{}')",
      );
      const following = followEvents(
        events,
        {},
        ({ type }) => void seen.push(type),
        stopped.signal,
      );
      await vi.waitFor(() => expect(seen).toEqual(["first", "third"]), {
        timeout: 10_000,
        interval: 10,
      });
      await service.database.query(
        "insert into events (id, at, event, properties) overriding system value values (1000002, now(), 'second', '{}')",
      );
      await vi.waitFor(() => expect(seen).toEqual(["first", "third", "second"]), {
        timeout: 10_000,
        interval: 10,
      });
      stopped.abort();
      await following;
      expect(seen).toHaveLength(3);
    });
  });

  it("came with migrations that have a number of their own each, and are not run again for having another name", async () => {
    const numbers = readdirSync(MIGRATIONS).map((name) => name.split("_")[0]);
    expect(new Set(numbers).size).toBe(numbers.length);
    await service.database.query(
      "update migrations set name = '120_versions.sql' where name = '125_versions.sql'",
    );
    expect(await runMigrations(service.database, MIGRATIONS)).toEqual(["125_versions.sql"]);
    expect(await runMigrations(service.database, MIGRATIONS)).toEqual([]);
    // A process of the version before finds its own name.
    expect(
      await service.database.query(
        "select name from migrations where name like '%versions%' order by name",
      ),
    ).toEqual([{ name: "120_versions.sql" }, { name: "125_versions.sql" }]);
  });
});
