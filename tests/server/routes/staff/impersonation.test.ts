import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AccessLog } from "../../../../server/storage/repositories/access-log.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";
import { eraseApplication } from "../../../../server/storage/retention/erase.ts";
import type { Service } from "../../../../server/service.ts";
import { Browser } from "../../browser.ts";
import { canariesIn } from "../../canaries.ts";
import { ANSWERS, outsideIsUp, testService } from "../../service.ts";

const KEY = Buffer.alloc(32, 5).toString("base64");
const REASON = "The applicant asked for help";

describe("POST /impersonation", { skip: !(await outsideIsUp()) }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  let log: AccessLog;
  let kim: Browser;
  let robin: Browser;
  let id: string;
  let key: string;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside", {
      FOYER_ENV: "TEST",
      PUBLIC_URL: "http://localhost",
      FOYER_KEY: KEY,
    }));
    log = new AccessLog(service.database, openVault(KEY));
    kim = new Browser(service);
    await kim.openAs("kim@cedar.dev", "/get-started");
    await kim.act("submit");
    await kim.act("submit", ANSWERS.applicant);
    const [row] = await service.database.query<{ id: string; key: string }>(
      "select id, key from applications where id is not null",
    );
    ({ id = "", key = "" } = row ?? {});
    robin = new Browser(service);
    await robin.openAs("robin@staff.example", "/get-started");
  });
  afterAll(() => stop?.());
  beforeEach(async () => {
    await robin.ask("/impersonation/end", {});
  });

  const kinds = async () => (await log.at(key)).map(({ kind }) => kind);

  it("begins by a reason, logs it, and answers the applicant's page and its end", async () => {
    const before = (await kinds()).length;
    const begun = await robin.ask("/impersonation", { application: id, reason: ` ${REASON} ` });
    expect([begun.status, begun.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(begun.seen).toEqual({ path: kim.path, endsInMs: 1_800_000 });
    expect((await log.at(key)).slice(before)).toMatchObject([
      { kind: "began", role: "staff", path: kim.path, reason: REASON },
    ]);
    expect((await robin.ask(kim.path)).seen).toMatchObject({ path: kim.path });
  });

  it("ends, logs that, and shows nothing of the application any more", async () => {
    await robin.ask("/impersonation", { application: id, reason: REASON });
    const ended = await robin.ask("/impersonation/end", {});
    expect([ended.status, ended.headers.get("cache-control")]).toEqual([204, "no-store"]);
    expect((await kinds()).at(-1)).toBe("ended");
    expect((await robin.ask(kim.path)).seen.path).not.toBe(kim.path);
  });

  it("logs no end where nothing had begun", async () => {
    const before = await kinds();
    expect((await robin.ask("/impersonation/end", {})).status).toBe(204);
    expect(await kinds()).toEqual(before);
  });

  it("is read-only: an action of the page changes nothing", async () => {
    await robin.ask("/impersonation", { application: id, reason: REASON });
    const revision = async () =>
      service.database.query("select revision, state from applications where key = $1", [key]);
    const before = await revision();
    const data = ANSWERS.business;
    const tried = await robin.ask(kim.path, { action: "submit", data, revision: kim.revision });
    expect(tried.status).toBe(403);
    expect(await revision()).toEqual(before);
    expect((await kinds()).at(-1)).toBe("tried");
  });

  it.each<[string, unknown]>([
    ["a short reason", { reason: "help" }],
    ["a reason of spaces", { reason: " ".repeat(20) }],
    ["a long reason", { reason: "x".repeat(501) }],
    ["no reason", {}],
    ["an id that is no text", { application: 1, reason: REASON }],
    ["a very long id", { application: "x".repeat(201), reason: REASON }],
    ["an id with a NUL", { application: "a\u0000" }],
    ["another member", { reason: REASON, role: "staff" }],
  ])("refuses %s as malformed", async (_, body) => {
    const got = await robin.ask("/impersonation", { application: id, ...(body as object) });
    expect([got.status, got.seen]).toMatchObject([400, { type: "urn:foyer:problem:malformed" }]);
  });

  it("gives the same answer about an application that is not there and one without the right", async () => {
    const missing = await robin.ask("/impersonation", {
      application: "urn:app:none",
      reason: REASON,
    });
    const denied = await kim.ask("/impersonation", { application: id, reason: REASON });
    expect([missing.status, missing.seen.type]).toEqual([403, "urn:foyer:problem:role-forbidden"]);
    expect([denied.status, denied.body]).toEqual([missing.status, missing.body]);
  });

  it("masks sensitive answers on every page that has them, and shows them to the applicant", async () => {
    for (const screen of ["business", "category", "address", "identity"] as const)
      await kim.act("submit", ANSWERS[screen]);
    expect(kim.path).toMatch(/\/check$/);
    const { dob } = ANSWERS.identity as { dob: string };
    const [, , year = ""] = dob.split("/");
    const identity = kim.path.replace(/check$/, "identity");
    await robin.ask("/impersonation", { application: id, reason: REASON });
    for (const path of [kim.path, identity])
      for (const accept of ["application/json", "text/html"]) {
        const own = await kim.ask(path, undefined, { accept });
        const seen = await robin.ask(path, undefined, { accept });
        expect([own.status, seen.status]).toEqual([200, 200]);
        expect(own.body).toContain(year);
        expect(canariesIn(seen.body, [dob, `, ${year}`, `${year}-`])).toEqual([]);
        expect(seen.body).toContain("••••");
      }
  });

  it("leaves an interrupted call alone: a look and a press save no step", async () => {
    await kim.open("/get-started");
    expect(kim.path).toMatch(/\/check$/);
    await kim.act("submit", ANSWERS.check);
    const reopened = await service.database.query(
      `update calls set answered_at = null, outcome = null, leased_until = now() - interval '1 second'
       where application = $1 returning id`,
      [key],
    );
    expect(reopened).toHaveLength(1);
    const stored = async () =>
      service.database.query(
        "select revision, calls.leased_until from applications join calls on application = key where key = $1",
        [key],
      );
    const before = await stored();
    await robin.ask("/impersonation", { application: id, reason: REASON });
    expect((await robin.ask(kim.path)).status).toBe(200);
    expect((await robin.ask(kim.path, { action: "submit", data: {}, revision: 1 })).status).toBe(
      403,
    );
    expect(await stored()).toEqual(before);
  });

  it("logs a refusal with its reason, sealed, at the application that was asked for", async () => {
    const before = (await log.at(key)).length;
    const eve = new Browser(service);
    await eve.openAs("eve@curious.example", "/get-started");
    const body = { application: id, reason: "Kim Lund owes me money" };
    expect((await eve.ask("/impersonation", body)).status).toBe(403);
    expect((await log.at(key)).slice(before)).toMatchObject([
      { kind: "refused", role: "", path: "", reason: body.reason },
    ]);
    const rows = await service.database.query("select * from looks");
    expect(canariesIn(JSON.stringify(rows), ["Kim", "Lund", "eve@", "curious"])).toEqual([]);
  });

  it("logs a refusal about an application that is not there, without the id that was asked for", async () => {
    const body = { application: "urn:app:erased-long-ago", reason: "To see whether it is there" };
    const before = (await log.at(undefined)).length;
    expect((await robin.ask("/impersonation", body)).status).toBe(403);
    expect((await log.at(undefined)).slice(before)).toMatchObject([
      {
        kind: "refused",
        path: "",
        reason: body.reason,
        who: { name: expect.any(String) as string },
      },
    ]);
    const rows = await service.database.query("select * from looks where application is null");
    expect(canariesIn(JSON.stringify(rows), ["erased-long-ago", "whether", "obin"])).toEqual([]);
    await service.database.query(
      "update looks set at = now() - interval '91 days' where application is null",
    );
    await log.forgetOld();
    expect(await log.at(undefined)).toEqual([]);
    expect((await log.at(key)).length).toBeGreaterThan(0);
  });

  it("is limited, so that nobody tries ids", async () => {
    const eve = new Browser(service);
    await eve.openAs("eve@elsewhere.example", "/get-started");
    const statuses: number[] = [];
    for (let count = 0; count < 31; count++)
      statuses.push(
        (await eve.ask("/impersonation", { application: `urn:app:${count}`, reason: REASON }))
          .status,
      );
    expect([statuses[0], statuses[29], statuses[30]]).toEqual([403, 403, 429]);
    expect((await robin.ask("/impersonation", { application: id, reason: REASON })).status).toBe(
      200,
    );
  });

  it("refuses visitors who are not signed in, and requests from other sites", async () => {
    const body = { application: id, reason: REASON };
    const guest = await new Browser(service).ask("/impersonation", body);
    expect([guest.status, guest.seen]).toMatchObject([401, { signIn: "/sign-in" }]);
    for (const path of ["/impersonation", "/impersonation/end"]) {
      const foreign = await robin.ask(path, body, { "sec-fetch-site": "cross-site" });
      expect([foreign.status, foreign.seen.type]).toEqual([403, "urn:foyer:problem:cross-site"]);
    }
  });

  it("ends where its application was erased meanwhile", async () => {
    await robin.ask("/impersonation", { application: id, reason: REASON });
    await eraseApplication(service.database, key, "asked");
    expect((await robin.ask("/impersonation/end", {})).status).toBe(204);
    expect(
      await service.database.query("select 1 from sessions where impersonates is not null"),
    ).toEqual([]);
    expect(await log.at(key)).toEqual([]);
  });
});
