import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../../engine/language/json.ts";
import { applyChanges, type StateChange } from "../../../../engine/rules/state-path.ts";
import type { ApplicationRecord } from "../../../../server/storage/repositories/application-record.ts";
import type { ReceivedWebhook } from "../../../../engine/transition/input.ts";
import { Applications } from "../../../../server/storage/repositories/applications.ts";
import { hashOf, WebhookEvents } from "../../../../server/storage/repositories/webhook-events.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";
import type { Service } from "../../../../server/service.ts";
import { ANSWERS, outsideIsUp, testService, Visitor } from "../../service.ts";

const outside = await outsideIsUp();
const KEY = Buffer.alloc(32, 7).toString("base64");

/** Texts that look like the boxes of either format, and none of which can be opened. */
const LOOKALIKES = [
  "sealed:v1:k9:AAAA:AAAA:AAAA",
  "sealed:v1:k1:AAAA:AAAA:AAAA",
  "sealed:v2:k1:AAAA:AAAA:AAAA",
  "sealed:v1:",
];

describe("text that looks like a box", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside", { FOYER_KEY: KEY }));
  });
  afterAll(() => stop?.());

  /** A visitor on the page of the business. */
  async function atBusiness(firstName = "Kim"): Promise<Visitor> {
    const visitor = new Visitor(service);
    await visitor.get("/get-started");
    await visitor.act("submit");
    await visitor.act("submit", { ...ANSWERS.applicant, firstName });
    return visitor;
  }

  async function stateOf(visitor: Visitor): Promise<{ key: string; state: Json }> {
    const id = decodeURIComponent(visitor.path).split("/")[1] ?? "";
    const [row] = await service.database.query<{ key: string; state: Json }>(
      "select key, state from applications where id = $1",
      [id],
    );
    if (row === undefined) throw new Error(`no application ${id}`);
    return row;
  }

  /** Boxes that the database holds of an application's state. */
  async function boxesOf(visitor: Visitor): Promise<readonly string[]> {
    return [...JSON.stringify((await stateOf(visitor)).state).matchAll(/sealed:[^"]+/g)].map(
      ([box]) => box,
    );
  }

  it.each(LOOKALIKES)("is a trading name like any other: %s", async (text) => {
    const visitor = await atBusiness();
    const page = visitor.path;
    const next = await visitor.act("submit", { ...ANSWERS.business, dba: text });
    expect(next.statusCode).toBe(200);
    expect((await visitor.get(page)).json()).toMatchObject({
      screen: "business",
      data: { dba: text },
    });
    expect((await visitor.act("submit", { ...ANSWERS.business, dba: text })).statusCode).toBe(200);
    expect((await visitor.get(page)).json()).toMatchObject({ data: { dba: text } });
  });

  it("is not opened when it is a box of the database, typed as a trading name", async () => {
    const victims = [];
    for (let count = 0; count < 5; count++) victims.push(await atBusiness("Ysolde"));
    const thief = await atBusiness();
    const page = thief.path;
    // Those whose letters a trading name may have.
    const boxes = (await Promise.all([thief, ...victims].map(boxesOf)))
      .flat()
      .filter((box) => !box.includes("_"));
    expect(boxes.length).toBeGreaterThan(1);
    for (const box of boxes) {
      await thief.get(page);
      const { statusCode } = await thief.act("submit", { ...ANSWERS.business, dba: box });
      expect(statusCode).toBe(200);
      const seen = (await thief.get(page)).json() as { screen: string; data: { dba?: string } };
      expect([seen.screen, seen.data.dba]).toEqual(["business", box]);
      thief.path = page;
    }
  });

  it("comes in by an address and harms no later request", async () => {
    for (const text of [...LOOKALIKES, ...(await boxesOf(await atBusiness()))]) {
      const visitor = new Visitor(service);
      const query = new URLSearchParams({ source: text, companyDba: text, name: `${text} Lund` });
      const entered = await visitor.get(`/?${query}`, { accept: "text/html" });
      expect(entered.statusCode).toBe(303);
      expect((await visitor.get("/get-started")).statusCode).toBe(200);
      expect((await visitor.act("submit")).statusCode).toBe(200);
      expect((await visitor.get(visitor.path)).statusCode).toBe(200);
    }
  });

  it("is kept in a draft as it was typed", async () => {
    const visitor = await atBusiness();
    await visitor.get(visitor.path);
    const [box = ""] = await boxesOf(visitor);
    for (const text of [...LOOKALIKES, box]) {
      await visitor.get(visitor.path);
      expect((await visitor.type({ dba: text })).statusCode).toBe(200);
      expect((await visitor.get(visitor.path)).json()).toMatchObject({ data: { dba: text } });
    }
  });
});

describe("an answer of the platform", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside", { FOYER_KEY: KEY }));
  });
  afterAll(() => stop?.());

  it("is kept unchanged in any shape, beside personal values and in their place", async () => {
    const applications = new Applications(service.database, openVault(KEY));
    const flow = service.library().flows.get("merchant-signup");
    const [variant] = flow?.variants ?? [];
    if (flow === undefined || variant === undefined) throw new Error("no flow");
    const { pii } = flow.variant(variant);
    const begun = await applications.begin(flow.id, flow.version, variant, Buffer.alloc(32));
    const other = await applications.begin(flow.id, flow.version, variant, Buffer.alloc(32));
    const input = {
      kind: "open" as const,
      path: "/",
      query: {},
      context: {
        now: "2026-11-22T00:00:00Z",
        variant,
        locale: "en-US",
        signedIn: false,
        uuids: [],
      },
    };
    const kept = async (record: typeof begun, state: JsonObject) => {
      const event = {
        type: "answered" as const,
        at: input.context.now,
        because: "call:resume/success",
        changes: Object.entries(state).map(([path, value]) => ({ path, value })),
      };
      const next = await applications.saveStep({
        record,
        state,
        events: [event],
        reports: [],
        input,
        pii,
        flowVersion: flow.version,
      });
      if (next === undefined) throw new Error("not kept");
      return next;
    };
    await kept(other, { applicant: { firstName: "Ysolde" } });
    const [row] = await service.database.query<{ box: string; tag: JsonObject }>(
      "select state->'applicant'->'firstName'->>'$sealed' as box, state->'applicant'->'firstName' as tag from applications where key = $1",
      [other.key],
    );
    if (row === undefined) throw new Error("no box");
    const odd: readonly Json[] = [
      ...LOOKALIKES,
      row.box,
      row.tag,
      { $plain: row.tag },
      { $plain: "x" },
      { $sealed: 7 },
      [row.tag, { id: row.box, ssn: row.tag }],
    ];
    let record = begun;
    for (const value of odd) {
      const state: JsonObject = {
        application: { id: "urn:app:odd", note: value },
        applicant: { firstName: value, lastName: { inner: value } },
        owners: [{ id: "a", firstName: value, note: value }],
        anything: value,
      };
      record = await kept(record, state);
      const read = await applications.byKey(begun.key);
      expect(read?.state).toEqual(state);
      expect(read?.unopened).toEqual([]);
      // As it was at this revision, from the journal alone.
      const later = await kept(record, { application: { id: "urn:app:odd" } });
      expect((await applications.at(later, record.revision))?.state).toEqual(state);
      record = later;
    }
    expect(JSON.stringify(record)).not.toContain("Ysolde");
  });
});

describe("a value that cannot be opened", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside", { FOYER_KEY: KEY }));
  });
  afterAll(() => stop?.());

  it("stays through steps until one of them clears it", async () => {
    const flow = service.library().flows.get("merchant-signup");
    const [variant] = flow?.variants ?? [];
    if (flow === undefined || variant === undefined) throw new Error("no flow");
    const context = { now: "2026-11-22T00:00:00Z", variant, locale: "en-US", signedIn: false };
    const step = (record: ApplicationRecord, changes: readonly StateChange[]) => ({
      record,
      state: applyChanges(record.state, changes),
      events: [{ type: "acted" as const, at: context.now, because: "", changes }],
      reports: [],
      input: { kind: "open" as const, path: "/", query: {}, context: { ...context, uuids: [] } },
      pii: flow.variant(variant).pii,
      flowVersion: flow.version,
    });
    const lost = new Applications(
      service.database,
      openVault(`lost:${Buffer.alloc(32, 8).toString("base64")}`),
    );
    const begun = await lost.begin(flow.id, flow.version, variant, Buffer.alloc(32));
    await lost.saveStep(
      step(begun, [{ path: "applicant", value: { firstName: "Ada", lastName: "Lund" } }]),
    );
    const applications = new Applications(service.database, openVault(KEY));
    const read = await applications.byKey(begun.key);
    if (read === undefined) throw new Error("no application");
    expect(read.unopened).toHaveLength(2);
    const cleared = await applications.saveStep(
      step(read, [{ path: "applicant.firstName", value: null }]),
    );
    if (cleared === undefined) throw new Error("not saved");
    await applications.saveStep(step(cleared, [{ path: "applicant.note", value: "x" }]));
    expect((await lost.byKey(begun.key))?.state).toEqual({
      applicant: { lastName: "Lund", note: "x" },
    });
  });
});

describe("an answer of a provider", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside", { FOYER_KEY: KEY }));
  });
  afterAll(() => stop?.());

  it("is given back as it came, and in the place of another event not at all", async () => {
    const lines: string[] = [];
    const vault = openVault(KEY, { report: ({ message }) => lines.push(message) });
    const events = new WebhookEvents(service.database, vault);
    const applications = new Applications(service.database, vault);
    const flow = service.library().flows.get("merchant-signup");
    const [variant] = flow?.variants ?? [];
    if (flow === undefined || variant === undefined) throw new Error("no flow");
    const { key } = await applications.begin(flow.id, flow.version, variant, Buffer.alloc(32));
    const told = LOOKALIKES.map((text, at) => ({
      provider: "persona",
      key: `inquiry ${at}`,
      outcome: text,
      answer: { $sealed: text, text: [text] },
    }));
    for (const [at, event] of told.entries()) {
      await events.receive(flow.id, `event ${at}`, event);
      await service.database.query(
        "insert into webhook_keys (flow, provider, key_hash, application) values ($1, 'persona', $2, $3)",
        [flow.id, hashOf(event.key), key],
      );
    }
    const waiting = async () => {
      const found: ReceivedWebhook[] = [];
      for await (const { event } of events.waitingFor(key)) found.push(event);
      return found;
    };
    expect(await waiting()).toEqual(told);
    const [first = "", second = ""] = (
      await service.database.query<{ id: string }>("select id from webhook_events order by id")
    ).map(({ id }) => id);
    await service.database.query(
      "update webhook_events set event = (select event from webhook_events where id = $1) where id = $2",
      [first, second],
    );
    expect(await waiting()).toEqual(told.filter((_, at) => at !== 1));
    expect(lines).toEqual([
      expect.stringMatching(/^webhook_events\.event merchant-signup persona/),
    ]);
  });
});

describe("a box", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  const lines: string[] = [];
  beforeAll(async () => {
    ({ service, stop } = await testService(
      "outside",
      { FOYER_KEY: KEY, LOG_LEVEL: "error" },
      { write: (line) => void lines.push(line) },
    ));
  });
  afterAll(() => stop?.());

  async function begun(firstName: string): Promise<{ visitor: Visitor; id: string; page: string }> {
    const visitor = new Visitor(service);
    await visitor.get("/get-started");
    await visitor.act("submit");
    const page = visitor.path;
    await visitor.act("submit", {
      ...ANSWERS.applicant,
      firstName,
      email: `${firstName}@cedar.dev`,
      emailConfirm: `${firstName}@cedar.dev`,
    });
    return { visitor, id: decodeURIComponent(page).split("/")[1] ?? "", page };
  }

  it("of another application does not open, is reported with its place and left alone", async () => {
    const [a, b] = [await begun("Ysolde"), await begun("Kim")];
    await service.database.query(
      "update applications set state = jsonb_set(state, '{applicant}', (select state->'applicant' from applications where id = $1)) where id = $2",
      [a.id, b.id],
    );
    lines.length = 0;
    const seen = await b.visitor.get(b.page);
    expect(seen.statusCode).toBe(200);
    expect(seen.body).not.toContain("Ysolde");
    expect(lines.join("")).toMatch(/applications.*applicant\.firstName/);
    expect(lines.join("")).not.toContain("Ysolde");
    // What is not answered any more can be answered again.
    const { revision } = seen.json() as { revision: number };
    const again = await b.visitor.post(
      {
        action: "submit",
        data: { ...ANSWERS.applicant, firstName: "Kim" },
        revision,
      },
      {},
      b.page,
    );
    expect(again.statusCode).toBe(200);
    expect((await b.visitor.get(b.page)).json()).toMatchObject({ data: { firstName: "Kim" } });
  });

  it("of another answer of the same application does not open", async () => {
    const { visitor, id, page } = await begun("Ysolde");
    await service.database.query(
      "update applications set state = jsonb_set(jsonb_set(state, '{applicant,firstName}', state->'applicant'->'lastName'), '{applicant,lastName}', state->'applicant'->'firstName') where id = $1",
      [id],
    );
    const seen = await visitor.get(page);
    expect(seen.statusCode).toBe(200);
    const { data } = seen.json() as { data: object };
    expect([Object.keys(data), Object.values(data)]).not.toEqual([
      expect.arrayContaining(["firstName"]),
      expect.anything(),
    ]);
    expect(data).not.toHaveProperty("lastName");
    // A step that does not touch them leaves them as they are.
    const before = await service.database.query(
      "select state->'applicant'->'firstName' as first, state->'applicant'->'lastName' as last from applications where id = $1",
      [id],
    );
    await visitor.post(
      { action: "back", data: {}, revision: (seen.json() as { revision: number }).revision },
      {},
      page,
    );
    expect(
      await service.database.query(
        "select state->'applicant'->'firstName' as first, state->'applicant'->'lastName' as last from applications where id = $1",
        [id],
      ),
    ).toEqual(before);
  });

  it("of another draft, session or person does not open", async () => {
    const [a, b] = [await begun("Ysolde"), await begun("Kim")];
    for (const { visitor } of [a, b]) await visitor.get(visitor.path);
    await a.visitor.type({ dba: "Ysolde & Daughters" });
    await b.visitor.type({ dba: "Kim & Sons" });
    await service.database.query(
      `update drafts set body = (select d.body from drafts d join applications on key = d.application where id = $1)
       where application = (select key from applications where id = $2)`,
      [a.id, b.id],
    );
    const seen = await b.visitor.get(b.visitor.path);
    expect(seen.statusCode).toBe(200);
    expect(seen.body).not.toContain("Daughters");
  });
});
