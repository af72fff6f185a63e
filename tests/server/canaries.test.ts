import { allOf } from "./storage/all-of.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../server/cli/command.ts";
import { eraseCommand } from "../../server/cli/erase-command.ts";
import { readConfig } from "../../server/settings/config.ts";
import { recordFixture } from "../../server/cli/record/record-fixture.ts";
import { literalsOf } from "../../server/cli/record/originals.ts";
import { Applications } from "../../server/storage/repositories/applications.ts";
import { Drafts } from "../../server/storage/repositories/drafts.ts";
import { Journal } from "../../server/storage/repositories/journal.ts";
import {
  applicationsNaming,
  dueApplications,
} from "../../server/storage/retention/find-applications.ts";
import { eraseApplication } from "../../server/storage/retention/erase.ts";
import { rotateKeys, staleCounts } from "../../server/storage/secrets/rotate.ts";
import { openVault } from "../../server/storage/secrets/vault.ts";
import { startService, type Service } from "../../server/service.ts";
import { PROJECT, shippedSources } from "../definitions.ts";
import { Browser, type Got } from "./browser.ts";
import { dumpOf, openedDump } from "./dump.ts";
import { PlatformDouble } from "./platform-double.ts";
import { ANSWERS, fillInButCheck, OUTSIDE, outsideIsUp, testService, Visitor } from "./service.ts";

const outside = await outsideIsUp();
const [FIRST, SECOND] = [
  `k1:${Buffer.alloc(32, 1).toString("hex")}`,
  `k2:${Buffer.alloc(32, 2).toString("hex")}`,
];

/** What tells who somebody is. */
const NAMES = [
  "Quillon",
  "Vandermeer",
  "quillon+sbx",
  "Ysolde",
  "Brightwater",
  "brightwater-post",
  "Hollowmere",
  "Fennimore",
  "4567 Larkenby",
  "3125550719",
  "(312) 555-0719",
];
const CANADIAN = [
  "Éloïse",
  "Beaurivage",
  "eloise+sbx",
  "Atelier Beaurivage",
  "77 rue Ondine",
  "8195612247",
  "J8X 4A1",
];
/** What nobody is to see again, once typed. */
const SECRETS = [
  ...[
    "83-4519873",
    "834519873",
    "731-18-8823",
    "731188823",
    "12/07/1979",
    "1979-12-07",
    "000100200",
  ],
  ...[
    "253 904 189",
    "253904189",
    "05/23/1984",
    "1984-05-23",
    "10020037",
    "11/30/1968",
    "1968-11-30",
  ],
];

const US: Readonly<Record<string, readonly [string, object]>> = {
  "get-started": ["submit", {}],
  applicant: [
    "submit",
    {
      firstName: "Quillon",
      lastName: "Vandermeer",
      email: "quillon+sbx.approved.otp.ssn@example.com",
      emailConfirm: "quillon+sbx.approved.otp.ssn@example.com",
    },
  ],
  business: [
    "submit",
    {
      registered: "EIN",
      ein: "83-4519873",
      legalName: "Hollowmere Goods LLC",
      dba: "Fennimore",
      businessPhone: "(312) 555-0718",
      territory: "IL",
      hasPartners: "no",
    },
  ],
  category: ["submit", { category: "5462" }],
  address: [
    "submit",
    { line1: "4567 Larkenby Road", city: "Chicago", territory: "IL", zip: "60657" },
  ],
  identity: [
    "submit",
    {
      dob: "12/07/1979",
      ssn4: "8823",
      phone: "(312) 555-0719",
      line1: "4567 Larkenby Road",
      city: "Chicago",
      territory: "IL",
      zip: "60657",
    },
  ],
  check: ["submit", { termsSigned: true }],
  verifying: ["check", {}],
  otp: ["submit", { code: "246810" }],
  ssn: ["submit", { firstName: "Quillon", lastName: "Vandermeer", ssn9: "731-18-8823" }],
  complete: ["bank", {}],
  bank: [
    "submit",
    {
      accountHolderFullName: "Quillon Vandermeer",
      accountType: "CHECKING",
      routingNumber: "110000000",
      bankAccount: "000100200",
      bankAccountConfirm: "000100200",
    },
  ],
};
const CA: typeof US = {
  ...US,
  applicant: [
    "submit",
    {
      firstName: "Éloïse",
      lastName: "Beaurivage",
      email: "eloise+sbx.approved@example.com",
      emailConfirm: "eloise+sbx.approved@example.com",
    },
  ],
  business: [
    "submit",
    {
      registered: "yes",
      corporationNumber: "7710934",
      legalName: "Atelier Beaurivage",
      dba: "Chez Ondine",
      businessPhone: "819-561-2240",
      territory: "QC",
      communicationLanguage: "fr-CA",
      hasPartners: "no",
    },
  ],
  category: ["submit", { category: "5462", website: "chezpin.ca" }],
  address: [
    "submit",
    { line1: "77 rue Ondine", city: "Gatineau", territory: "QC", zip: "J8X 4A1" },
  ],
  identity: [
    "submit",
    {
      dob: "05/23/1984",
      sin: "253 904 189",
      phone: "819 561 2247",
      line1: "77 rue Ondine",
      city: "Gatineau",
      territory: "QC",
      zip: "J8X 4A1",
    },
  ],
  check: ["submit", { termsSigned: true }],
  order: ["submit", { type: "NO_DEVICE", paymentMethod: "NONE" }],
  bank: [
    "submit",
    {
      accountHolderFullName: "Éloïse Beaurivage",
      accountType: "CHECKING",
      transitNumber: "00010",
      institutionNumber: "999",
      bankAccount: "10020037",
      bankAccountConfirm: "10020037",
    },
  ],
};
const WITH_OWNERS: typeof US = {
  ...US,
  applicant: [
    "submit",
    {
      firstName: "Quillon",
      lastName: "Vandermeer",
      email: "quillon+sbx.approved.owners@example.com",
      emailConfirm: "quillon+sbx.approved.owners@example.com",
    },
  ],
  business: ["submit", { ...US["business"]?.[1], hasPartners: "yes" }],
};
const OWNER = {
  firstName: "Ysolde",
  lastName: "Brightwater",
  email: "ysolde@brightwater-post.example",
  phone: "3125550177",
  dobUnknown: false,
  dob: "11/30/1968",
  ssn4Unknown: false,
  ssn4: "8823",
  addressUnknown: false,
  line1: "4567 Larkenby Road",
  city: "Chicago",
  territory: "IL",
  zip: "60657",
};

describe("canaries", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  const lines: string[] = [];
  const addresses: string[] = [];
  const texts: string[] = [];
  const pages: string[] = [];
  const tokens: string[] = [];
  const ids: string[] = [];

  /** Goes from screen to screen as a table of answers says, until a screen it does not have. */
  async function drive(browser: Browser, answers: typeof US, until: string): Promise<void> {
    let screen = (await look(browser, browser.path)).seen.screen ?? "";
    for (let steps = 0; screen !== until; steps++) {
      const step = answers[screen];
      if (step === undefined || steps > 25) throw new Error(`${screen} came instead of ${until}`);
      // Something wrong first: what is said of it repeats nothing.
      if (steps % 3 === 0 && Object.keys(step[1]).length > 0)
        noted(
          await browser.act(step[0], {
            ...step[1],
            line1: "PO Box 253904189",
            dob: "1979-12-07",
            code: "1979-12-07",
            ein: "834519873x",
          }),
        );
      // Left without being sent: secrets are not kept, whoever sends them.
      if (steps % 2 === 1 && Object.keys(step[1]).length > 0)
        noted(await browser.type({ ...step[1], dob: "1979-12-07x" }));
      if (steps % 2 === 0) await look(browser, browser.path);
      if (screen === "otp") noted(await browser.act("send"));
      const got = noted(await browser.act(step[0], step[1]));
      if (got.seen.screen === undefined)
        throw new Error(`${screen}: ${got.status} ${got.body.slice(0, 300)}`);
      screen = got.seen.screen;
    }
    ids.push(/urn:app:[0-9a-f-]{36}/.exec(decodeURIComponent(browser.path))?.[0] ?? "");
    tokens.push(browser.cookies.get("foyer_session") ?? "none");
  }
  function noted(got: Got): Got {
    addresses.push(got.url, got.location ?? "", got.seen.path ?? "");
    const { errors, view, notices, title } = got.seen as {
      errors?: unknown;
      view?: { errors?: unknown; notices?: unknown };
      notices?: unknown;
      title?: unknown;
    };
    texts.push(JSON.stringify([errors, view?.errors, view?.notices, notices, title]));
    return got;
  }
  async function look(browser: Browser, path: string): Promise<Got> {
    pages.push((await browser.open(path, { accept: "text/html" })).body);
    return noted(await browser.ask(path));
  }
  const as = async (email: string, headers: Record<string, string>, start = "/get-started") => {
    const browser = new Browser(service, headers);
    await browser.openAs(email, start);
    return browser;
  };

  beforeAll(async () => {
    ({ service, stop } = await testService(
      "outside",
      {
        FOYER_ENV: "TEST",
        PUBLIC_URL: "http://localhost,http://127.0.0.1",
        FOYER_KEY: FIRST,
        LOG_LEVEL: "trace",
        METRICS_PORT: "0",
      },
      { write: (line) => void lines.push(line) },
    ));
    const kim = await as("quillon@vandermeer.example", {});
    await drive(kim, US, "complete-bank-success");
    const [base] = kim.path.split("/complete");
    // Pages of what was answered, as far as they are still shown.
    for (const page of ["business", "identity", "bank", "ssn", "success", "complete", "owners"])
      await look(kim, `${base}/${page}`);
    // The terminal portal, where something may be ordered.
    const eloise = await as(
      "eloise@beaurivage.example",
      { host: "127.0.0.1", "accept-language": "fr-CA" },
      "http://127.0.0.1/get-started",
    );
    await drive(eloise, CA, "connected");
    const third = await as("quillon@another.example", {});
    await drive(third, WITH_OWNERS, "owners");
    await third.act("add");
    const owner = decodeURIComponent(third.path.split("/").at(-1) ?? "");
    noted(
      await third.act("submit", {
        ...OWNER,
        dobUnknown: true,
        dob: "",
        ssn4Unknown: true,
        ssn4: "",
      }),
    );
    noted(await third.act("invite", {}, owner));
    const { mails } = (await new Browser(service).ask("/inbox.json")).seen as unknown as {
      mails: { links: string[]; text: string; html: string }[];
    };
    texts.push(...mails.flatMap(({ text, html }) => [text, html]));
    const link = mails[0]?.links[0] ?? "";
    tokens.push(new URL(link).searchParams.get("grant") ?? "none");
    const ysolde = await as("ysolde@brightwater-post.example", {}, link);
    noted(await ysolde.ask(ysolde.path));
    noted(await ysolde.act("identify", OWNER));
    await look(ysolde, ysolde.path);
    tokens.push(ysolde.cookies.get("foyer_session") ?? "none");
  }, 120_000);
  afterAll(() => stop?.());

  const found = (text: string, canaries: readonly string[]) =>
    canaries.filter(
      (canary) => text.includes(canary) || text.includes(JSON.stringify(canary).slice(1, -1)),
    );
  const everything = [...NAMES, ...CANADIAN, ...SECRETS];

  it("lie in the database in boxes only, and all of them do", async () => {
    const dump = await dumpOf(service.database);
    expect(found(dump, [...everything, ...tokens])).toEqual([]);
    const missing = new Set([
      "83-4519873",
      "731-18-8823",
      "(312) 555-0719",
      "quillon+sbx",
      "eloise+sbx",
      "253 904 189",
      "brightwater-post",
    ]);
    const open = await openedDump(service.database, openVault(FIRST));
    // As they are kept, without what only stands between their digits.
    expect(everything.filter((canary) => !missing.has(canary) && !open.includes(canary))).toEqual(
      [],
    );
  });

  it("are in no log, metric, address or message, and secrets on no page or in any mail", async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`)).text();
    expect(lines.length).toBeGreaterThan(50);
    expect(found(lines.join("\n"), [...everything, ...tokens])).toEqual([]);
    expect(found(metrics, [...everything, ...tokens, ...ids])).toEqual([]);
    // A link has its token in the address it is opened at, and nowhere after.
    expect(
      found(addresses.filter((address) => !address.includes("grant=")).join("\n"), [
        ...everything,
        ...tokens,
      ]),
    ).toEqual([]);
    expect(found(texts.join("\n"), SECRETS)).toEqual([]);
    expect(pages.length).toBeGreaterThan(20);
    expect(found(pages.join("\n").replaceAll("PO Box 253904189", ""), SECRETS)).toEqual([]);
  });

  it("are in no recorded fixture", async () => {
    const flow = service.library().flows.get("merchant-signup");
    for (const id of ids.slice(0, 2)) {
      const journal = await new Journal(service.database, openVault(FIRST)).of(id);
      if (journal === undefined || flow === undefined)
        throw new Error(`nothing to record of ${id}`);
      const fixture = recordFixture(
        flow,
        journal,
        literalsOf(await shippedSources, "merchant-signup"),
      );
      expect(
        found(JSON.stringify(fixture).replaceAll(/[0-9a-f-]{36}/g, ""), [
          ...everything.filter((canary) => canary !== "J8X 4A1"),
          ...tokens,
        ]),
      ).toEqual([]);
    }
  });

  it("open with the new key alone once keys were rotated, while another node served", async () => {
    const [row] = await service.database.query<{ name: string }>(
      "select current_database() as name",
    );
    const url = new URL(OUTSIDE);
    url.pathname = `/${row?.name}`;
    const env = {
      FOYER_ENV: "CI",
      DATABASE_URL: url.href,
      FOYER_KEY: `${SECOND},${FIRST}`,
      LOG_LEVEL: "silent",
      PORT: "0",
    };
    const node = await startService(readConfig(env, PROJECT), PROJECT, { env });
    const vault = openVault(env.FOYER_KEY);
    const visitor = new Browser(node);
    expect(Object.keys(await staleCounts(service.database, vault)).length).toBeGreaterThan(5);
    const [rotated] = await Promise.all([
      rotateKeys(service.database, vault),
      (async () => {
        await visitor.ask("/get-started");
        for (const screen of ["get-started", "applicant", "business", "category", "address"])
          expect(
            (
              await visitor.ask(visitor.path === "/" ? "/get-started" : visitor.path, {
                action: US[screen]?.[0],
                data: US[screen]?.[1],
                revision: visitor.revision,
              })
            ).status,
          ).toBe(200);
      })(),
    ]);
    expect(Object.keys(rotated.rows)).toContain("journal");
    expect(rotated.unopened).toEqual([]);
    // The first node closes with the former key alone: what its timers write after the rotation is
    // closed anew by the next one, as the command says.
    await expect
      .poll(async () => {
        await rotateKeys(service.database, vault);
        return staleCounts(service.database, vault);
      })
      .toEqual({});
    expect((await visitor.ask(visitor.path)).seen.screen).toBe("identity");
    const dump = await dumpOf(service.database);
    expect(dump).not.toMatch(/sealed:v\d:k1:/);
    expect(await openedDump(service.database, openVault(SECOND))).toContain("Vandermeer");
    await node.stop();
  });

  it("are erased by person, by application, and by the flow's retention row", async () => {
    const { database } = service;
    const vault = openVault(SECOND);
    const applications = new Applications(database, vault);
    expect(
      (
        await applicationsNaming(
          "YSOLDE@brightwater-post.example",
          ["merchant-signup"],
          applications,
          new Drafts(database, vault),
        )
      ).map(({ id }) => id),
    ).toEqual([ids[2]]);
    const flow = service.library().flows.get("merchant-signup");
    if (flow === undefined) throw new Error("no flow");
    const now = new Date().toISOString();
    expect(await allOf(dueApplications(flow, applications, "TEST", now))).toEqual([]);
    await database.query(
      "update applications set updated_at = now() - interval '91 days' where id is distinct from $1",
      [ids[2]],
    );
    const due = await allOf(dueApplications(flow, applications, "TEST", now));
    expect(new Set(due.map(({ because }) => because))).toEqual(new Set(["draft"]));
    for (const { key, because } of due) await eraseApplication(database, key, because);
    await eraseApplication(database, (await applications.byId(ids[2] ?? ""))?.key ?? "", "asked");
    expect(await openedDump(database, vault)).not.toContain("Ysolde");

    const [row] = await database.query<{ name: string }>("select current_database() as name");
    const url = new URL(OUTSIDE);
    url.pathname = `/${row?.name}`;
    vi.stubEnv("DATABASE_URL", url.href).stubEnv("FOYER_KEY", SECOND);
    const said = vi.spyOn(console, "log").mockImplementation(() => undefined);
    for (const id of ids.slice(0, 2))
      expect(await runCommand(eraseCommand, ["--application", id], false)).toBe(0);
    expect(await runCommand(eraseCommand, ["--application", ids[0] ?? ""], false)).toBe(1);
    vi.unstubAllEnvs();
    said.mockRestore();
    // Sessions of people last for two hours; they hold who signed in, and go with the person.
    await database.query("delete from sessions");
    const left = await openedDump(database, vault);
    expect(found(left, [...everything, ...ids])).toEqual([]);
    const counts = await database.query<{ because: string; count: number }>(
      "select because, count(*)::int as count from erasures group by 1 order by 1",
    );
    expect(counts).toMatchObject([{ because: "asked", count: 3 }, { because: "draft" }]);
  });
});

/** A text of a service that repeats what it was sent. */
const ECHO = "The number 9901 of Zebranta, born 1968-11-30, is refused";

describe("texts of services", { skip: !outside }, () => {
  it("are shown, repeated, and lie in the database in boxes only", async () => {
    const lines: string[] = [];
    const platform = await new PlatformDouble().start();
    const { service, stop } = await testService(
      "outside",
      {
        PLATFORM_URL: platform.url,
        FOYER_KEY: FIRST,
        LOG_LEVEL: "trace",
      },
      { write: (line) => void lines.push(line) },
    );
    platform.service = service;
    platform.instead.set("POST /api/v2/applications", {
      status: 400,
      body: { code: ECHO, errors: [{ message: ECHO }] },
    });
    try {
      const visitor = new Visitor(service);
      await fillInButCheck(visitor);
      const { path, revision } = visitor;
      const send = async () =>
        visitor.post(
          { action: "submit", data: ANSWERS.check, revision },
          { "idempotency-key": "echo-of-a-service" },
          path,
        );
      expect((await send()).body).toContain(ECHO);
      expect((await send()).body).toContain(ECHO);
      const vault = openVault(FIRST);
      expect(await openedDump(service.database, vault)).toContain(ECHO);
      const closed = [await dumpOf(service.database), ...lines].join("\n");
      expect(closed).not.toContain("Zebranta");
      expect(closed).not.toContain("1968-11-30");
      const renewed = openVault(`${SECOND},${FIRST}`);
      expect(await staleCounts(service.database, renewed)).toMatchObject({
        "idempotency_keys.sealed_answer": 1,
      });
      expect((await rotateKeys(service.database, renewed)).unopened).toEqual([]);
      expect(await openedDump(service.database, openVault(SECOND))).toContain(ECHO);
    } finally {
      await stop();
      await platform.stop();
    }
  }, 60_000);
});
