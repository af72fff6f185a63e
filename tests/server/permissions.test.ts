import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { AccessLog } from "../../server/storage/repositories/access-log.ts";
import { openVault } from "../../server/storage/secrets/vault.ts";
import type { Service } from "../../server/service.ts";
import { PROJECT } from "../definitions.ts";
import { addOwner, applicantOf } from "./applicant.ts";
import { Browser } from "./browser.ts";
import { served } from "./served.ts";
import { outsideIsUp, testService } from "./service.ts";

const ROLES = [
  "nobody",
  "applicant",
  "other-applicant",
  "owner",
  "other-owner",
  "agent",
  "other-agent",
  "staff",
  "impersonating",
] as const;
type Role = (typeof ROLES)[number];

interface Endpoint extends Partial<Record<Role, number>> {
  readonly description: string;
  readonly ask: string;
  readonly send?: object;
  /** Asked without the role's own session, which it would end. */
  readonly without?: "session";
  readonly else: number;
}

const matrix = parse(await readFile(join(PROJECT, "tests/server/permissions.yaml"), "utf8")) as {
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  readonly screens: Readonly<Record<string, readonly (Role | "everyone")[]>>;
};
const KEY = Buffer.alloc(32, 5).toString("base64");
const outside = await outsideIsUp();

describe("permissions.yaml", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  const people = new Map<Role, Browser>();
  let list: string;
  let base: string;
  let id: string;
  let own: string;
  let other: string;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside", {
      FOYER_ENV: "TEST",
      PUBLIC_URL: "http://localhost",
      FOYER_KEY: KEY,
    }));
    const kim = await applicantOf(service, "/r/westlake/get-started");
    list = kim.path;
    base = list.replace(/\/owners$/, "");
    id = /urn:app:[0-9a-f-]{36}/.exec(list)?.[0] ?? "";
    own = await addOwner(kim);
    const links: string[] = [];
    other = await addOwner(kim, { firstName: "Ilse", lastName: "Okonjo" });
    for (const owner of [own, other]) {
      await kim.open(list);
      await kim.act("invite", {}, owner);
      const { mails } = (await new Browser(service).ask("/inbox.json")).seen as unknown as {
        mails: { links: string[] }[];
      };
      links.push(mails[0]?.links[0] ?? "");
    }
    const as = async (role: Role, email: string, url = "/sign-in?path=%2Fget-started") => {
      const browser = new Browser(service);
      await browser.openAs(email, url);
      people.set(role, browser);
      return browser;
    };
    people.set("nobody", new Browser(service)).set("applicant", kim);
    await (
      await as("other-applicant", "somebody@else.example", "/r/westlake/get-started")
    ).act("submit");
    await as("owner", "sam@ortiz.example", links[0]);
    await as("other-owner", "noor@ortiz.example", links[1]);
    await as("agent", "noor@westlake.example");
    await as("other-agent", "ola@eastwood.example");
    await as("staff", "robin@staff.example");
    const robin = await as("impersonating", "robin@staff.example");
    expect(
      (
        await robin.ask("/impersonation", {
          application: id,
          reason: "The applicant asked for help",
        })
      ).status,
    ).toBe(200);
  });
  afterAll(() => stop?.());

  const revision = async () =>
    (
      await service.database.query<{ revision: number }>(
        "select revision from applications where id = $1",
        [id],
      )
    )[0]?.revision;
  /**
   * Resolves once no timer of the application is about to fire: one that does is a step of its own.
   */
  const timersFired = async () =>
    expect
      .poll(
        async () =>
          service.database.query<{ key: string }>(
            "select key, timers from applications where id = $1 and due_at < now() + interval '1 minute'",
            [id],
          ),
        { timeout: 40_000 },
      )
      .toEqual([]);
  const person = (role: Role) => people.get(role) ?? new Browser(service);

  it("has a row for every endpoint, and no row without one", () => {
    expect(served(service)).toEqual(Object.keys(matrix.endpoints).toSorted());
  });

  it.each(Object.entries(matrix.endpoints))("%s", async (endpoint, row) => {
    const [method = "GET"] = endpoint.split(" ");
    const fill = (text: string) => text.replace("{applicationId}", id).replace("{base}", base);
    const answered: Record<string, number> = {};
    const expected: Record<string, number> = {};
    // Last, since it may say that they look no more.
    for (const role of ROLES) {
      const browser = row.without === "session" ? new Browser(service) : person(role);
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await service.app.inject({
        method: method as "GET",
        url: fill(row.ask),
        headers: {
          accept: "application/json",
          host: "localhost",
          cookie,
          ...(row.send === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(row.send === undefined ? {} : { payload: fill(JSON.stringify(row.send)) }),
      });
      answered[role] = response.statusCode;
      expected[role] = row[role] ?? row.else;
    }
    expect(answered).toEqual(expected);
    // Both are as they were before.
    await person("staff").ask("/impersonation/end", {});
    await person("impersonating").ask("/impersonation", {
      application: id,
      reason: "The applicant asked for help",
    });
  });

  const flow = () => service.library().flows.get("merchant-signup");
  const screens = () => [
    ...(flow()
      ?.variant({ portal: "hosting", market: "US", reseller: "westlake", environment: "TEST" })
      .screens.values() ?? []),
  ];
  const pathOf = (path: string) =>
    `/r/westlake${path.replace("{applicationId}", id).replace("{ownerId}", own).replace("{businessId}", id.slice(8))}`.replace(
      /\/$/,
      "",
    );
  const sees = (role: Role, screen: string) =>
    matrix.screens[screen]?.some((each) => each === role || each === "everyone") === true;

  it("has a row for every screen", () => {
    expect(
      screens()
        .map((each) => each.id)
        .toSorted(),
    ).toEqual(Object.keys(matrix.screens).toSorted());
  });

  it.each(ROLES)(
    "shows %s only the screens of their rows, and the applicant's data to no other role",
    async (role) => {
      const wrong: string[] = [];
      for (const { id: screen, definition } of screens()) {
        const got = await person(role).ask(pathOf(definition.path));
        if (got.headers.get("cache-control") !== "no-store") wrong.push(`${screen} may be cached`);
        if (got.location !== undefined || got.seen.screen === undefined) continue;
        const shown = decodeURIComponent(got.seen.path ?? "");
        // Their own application, or their own part of this one.
        const theirs =
          (role === "other-applicant" && !shown.includes(id)) ||
          (role === "other-owner" && shown.includes(other));
        if (!theirs && !sees(role, got.seen.screen))
          wrong.push(`${screen} shows ${got.seen.screen}`);
        if (role === "applicant" || role === "impersonating") continue;
        const known = [
          // The mail with the link has told an owner who applies.
          ...(role === "owner" || role === "other-owner" ? [] : ["Lund"]),
          "834500001",
          "Tamarack",
          "3125550143",
          ...(role === "owner" ? [] : ["Ortiz"]),
          ...(role === "other-owner" ? [] : ["Okonjo"]),
        ];
        for (const canary of known)
          if (got.body.includes(canary)) wrong.push(`${screen} tells ${canary}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it.each(ROLES.filter((role) => role !== "applicant"))(
    "takes nothing from %s that is not theirs to do",
    async (role) => {
      const wrong: string[] = [];
      await timersFired();
      const before = await revision();
      for (const { id: screen, definition, actions } of screens()) {
        if (!definition.path.includes("{applicationId}") || definition.public === true) continue;
        // One of each screen; roles.test.ts goes through every action of every role.
        for (const action of [...actions.keys()].slice(0, 1)) {
          if (role === "owner" && sees(role, screen)) continue;
          const got = await person(role).ask(pathOf(definition.path), {
            action,
            data: {},
            revision: before,
          });
          if (got.status !== (role === "nobody" ? 401 : 403))
            wrong.push(`${screen} ${action}: ${got.status} ${got.body.slice(0, 120)}`);
        }
        if (role === "owner" && sees(role, screen)) continue;
        const typed = await person(role).type({ firstName: "Eve" }, pathOf(definition.path));
        if (typed.status !== (role === "nobody" ? 401 : 403))
          wrong.push(`${screen}, typed: ${typed.status} ${typed.body.slice(0, 120)}`);
      }
      expect(wrong).toEqual([]);
      expect(await revision()).toBe(before);
    },
  );

  it("logs every access of staff and agents with its person, and shows a notice on the page", async () => {
    const robin = person("impersonating");
    const [application] = await service.database.query<{ key: string }>(
      "select key from applications where id = $1",
      [id],
    );
    const looks = new AccessLog(service.database, openVault(KEY));
    const had = (await looks.at(application?.key ?? "")).length;
    const page = await robin.ask(list, undefined, { accept: "text/html" });
    expect(page.body).toContain("You see this application as the applicant does");
    expect(page.headers.get("cache-control")).toBe("no-store");
    await robin.ask(list, { action: "add", data: {}, revision: 0 });
    await person("agent").ask(`${base}/verifying`);
    const noted = (await looks.at(application?.key ?? "")).slice(had);
    expect(noted).toMatchObject([
      { role: "staff", kind: "looked", path: list, who: { subject: "robin-vale" } },
      { role: "staff", kind: "tried", path: list, who: { subject: "robin-vale" } },
      { role: "agent", kind: "looked", who: { subject: "noor-haddad" } },
    ]);
    const all = await looks.at(application?.key ?? "");
    expect(all.find(({ kind }) => kind === "began")?.reason).toBe("The applicant asked for help");
    const raw = JSON.stringify(await service.database.query("select who, reason from looks"));
    for (const canary of ["robin", "Vale", "asked for help"]) expect(raw).not.toContain(canary);
    expect((await robin.ask("/impersonation/end", {})).status).toBe(204);
    expect((await robin.ask(list)).seen.screen).toBe("home");
  });

  it("requires a reason, and reveals of no application whether it exists", async () => {
    const robin = person("staff");
    expect((await robin.ask("/impersonation", { application: id, reason: "help" })).status).toBe(
      400,
    );
    const kim = person("applicant");
    const [there, not] = [
      await kim.ask("/impersonation", { application: id, reason: "Just to look at it" }),
      await kim.ask("/impersonation", {
        application: "urn:app:none",
        reason: "Just to look at it",
      }),
    ];
    expect([there.status, there.body]).toEqual([not.status, not.body]);
    expect(
      (
        await robin.ask(
          "/impersonation",
          { application: id, reason: "The applicant asked" },
          { "sec-fetch-site": "cross-site" },
        )
      ).status,
    ).toBe(403);
  });
});
