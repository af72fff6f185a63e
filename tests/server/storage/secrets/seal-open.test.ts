import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PiiPath } from "../../../../engine/compile/compiled-variant.ts";
import { sealOpenValues } from "../../../../server/storage/secrets/seal-open.ts";
import { outsideIsUp } from "../../service.ts";
import { keepStep, openStore } from "../stored-application.ts";

const outside = await outsideIsUp();
const VARIANT = { environment: "CI" };
const FORMER: readonly PiiPath[] = [
  { path: "reader.name", kind: "personal" },
  { path: "people.*.email", kind: "personal" },
];
const LATER: readonly PiiPath[] = [
  ...FORMER,
  { path: "reader.lives", kind: "personal" },
  { path: "people.*.id", kind: "personal" },
];

describe("sealOpenValues()", { skip: !outside }, () => {
  let store: Awaited<ReturnType<typeof openStore>>;
  let key: string;

  beforeAll(async () => {
    store = await openStore();
    const begun = await store.applications.begin("library-card", "v1", VARIANT, randomBytes(32));
    key = begun.key;
    const first = await keepStep(store.applications, begun, {
      changes: {
        reader: { name: "Ysolde", lives: "Quimper", born: "open" },
        people: [{ id: "p1", email: "one@example.com" }],
      },
      pii: FORMER,
    });
    await keepStep(store.applications, first, {
      changes: { "people.[p1].email": "two@example.com", "reader.lives": "Roscoff" },
      pii: FORMER,
    });
  });
  afterAll(async () => store?.close());

  const run = async (dryRun: boolean) =>
    sealOpenValues(store.database, store.vault, {
      flow: "library-card",
      placesOf: () => LATER,
      dryRun,
    });
  const dump = async () =>
    JSON.stringify(
      await store.database.query(
        "select state::text, (select string_agg(events::text, '') from journal) as events from applications",
      ),
    );

  it("counts open values and changes nothing with dryRun", async () => {
    const before = await dump();
    const { places, left, unbound, unknown } = await run(true);
    expect(Object.fromEntries(places)).toEqual({
      "reader.lives": { state: 1, journal: 2 },
      "people.*.id": { state: 1, journal: 1 },
    });
    expect([left, unbound, unknown]).toEqual([0, 0, 0]);
    expect(await dump()).toBe(before);
  });

  it("seals them in states and journals, keeps what was sealed, and finds nothing again", async () => {
    expect(await dump()).toMatch(/Quimper.*Roscoff|Roscoff.*Quimper/);
    await run(false);
    const after = await dump();
    for (const text of ["Quimper", "Roscoff", "Ysolde", "one@example", "two@example"])
      expect(after).not.toContain(text);
    expect(after).toContain("open");
    expect((await run(false)).places.size).toBe(0);
    const record = await store.applications.byKey(key);
    expect(record?.state).toEqual({
      reader: { name: "Ysolde", lives: "Roscoff", born: "open" },
      people: [{ id: "p1", email: "two@example.com" }],
    });
    expect(await store.applications.lastAnswers(key, ["reader.lives", "reader.name"])).toEqual(
      new Map([
        ["reader.lives", "Roscoff"],
        ["reader.name", "Ysolde"],
      ]),
    );
  });

  it("says how far it is", async () => {
    const said: (readonly number[])[] = [];
    await sealOpenValues(store.database, store.vault, {
      flow: "library-card",
      placesOf: () => LATER,
      dryRun: true,
      progress: (...of) => said.push(of),
    });
    expect(said).toEqual([[1, 1]]);
  });

  it("leaves a row that another statement changes meanwhile to the next pass", async () => {
    // A node that still serves the version before writes in the open.
    await store.database.query(
      "update applications set state = jsonb_set(state, '{reader,lives}', '\"Brest\"')",
    );
    let meanwhile = 0;
    const busy = Object.assign(Object.create(store.database) as typeof store.database, {
      query: async (statement: string, values: readonly unknown[]) => {
        if (statement.startsWith("update applications") && meanwhile++ === 0)
          await store.database.query(
            "update applications set state = jsonb_set(state, '{reader,lives}', '\"Morlaix\"')",
          );
        return store.database.query(statement, values);
      },
    });
    const { places, left } = await sealOpenValues(busy, store.vault, {
      flow: "library-card",
      placesOf: () => LATER,
      dryRun: false,
    });
    expect([...places]).toEqual([["reader.lives", { state: 1, journal: 0 }]]);
    expect(left).toBe(0);
    const after = await store.applications.byKey(key);
    expect(after?.state["reader"]).toMatchObject({ lives: "Morlaix" });
    expect(await dump()).not.toContain("Morlaix");
  });

  it("seals what lies open around a value that cannot be opened, part by part", async () => {
    const box = { $sealed: "sealed:v2:k9:AAAA:AAAA:AAAA" };
    await store.database.query(
      "update applications set state = jsonb_build_object('reader', jsonb_build_object('name', $1::jsonb, 'born', 'open'))",
      [JSON.stringify(box)],
    );
    const events = [
      {
        type: "submitted",
        at: "2026-03-01T10:00:00.000Z",
        because: "test",
        changes: [{ path: "reader", value: { name: box, born: "open" } }],
      },
    ];
    await store.database.query("update journal set events = $1::jsonb", [JSON.stringify(events)]);
    const seal = async () =>
      sealOpenValues(store.database, store.vault, {
        flow: "library-card",
        placesOf: () => [{ path: "reader", kind: "personal" }],
        dryRun: false,
      });
    const { places, unopened, left } = await seal();
    expect([[...places], left, unopened]).toEqual([[["reader", { state: 1, journal: 2 }]], 0, 0]);
    const after = await dump();
    expect(after).not.toContain('"open"');
    expect(after.split(box.$sealed)).toHaveLength(4);
    expect((await seal()).places.size).toBe(0);
    expect(await dump()).toBe(after);
  });

  it("leaves the id of an entry open that has a value that cannot be opened", async () => {
    const box = { $sealed: "sealed:v2:k9:AAAA:AAAA:AAAA" };
    const people = [{ id: "p1", email: box }];
    await store.database.query(
      "update applications set state = jsonb_build_object('people', $1::jsonb)",
      [JSON.stringify(people)],
    );
    const events = [
      {
        type: "submitted",
        at: "2026-03-01T10:00:00.000Z",
        because: "test",
        changes: [{ path: "people", value: people }],
      },
    ];
    await store.database.query("update journal set events = $1::jsonb", [JSON.stringify(events)]);
    const before = await dump();
    const { places, unopened, left } = await run(false);
    expect(await dump()).toBe(before);
    expect([places.size, left, unopened]).toEqual([0, 0, 3]);
  });

  it("counts what it sealed of a step that keeps another value open", async () => {
    const box = { $sealed: "sealed:v2:k9:AAAA:AAAA:AAAA" };
    const events = [
      {
        type: "submitted",
        at: "2026-03-01T10:00:00.000Z",
        because: "test",
        changes: [
          { path: "people", value: [{ id: "p1", email: box }] },
          { path: "people.[p2].id", value: "Quimper" },
        ],
      },
    ];
    await store.database.query("update applications set state = '{}'");
    await store.database.query("update journal set events = $1::jsonb", [JSON.stringify(events)]);
    const { places, unopened } = await run(false);
    expect([[...places], unopened]).toEqual([[["people.*.id", { state: 0, journal: 2 }]], 2]);
    expect(await dump()).not.toContain("Quimper");
  });
});
