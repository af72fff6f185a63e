import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PiiPath } from "../../../../engine/compile/compiled-variant.ts";
import type { Json, JsonObject } from "../../../../engine/language/json.ts";
import {
  openDocument,
  openOnRead,
  renewBoxes,
  sealEvents,
  sealState,
} from "../../../../server/storage/secrets/personal-values.ts";
import {
  openVault,
  type Sealing,
  type UnopenedBox,
  type Vault,
} from "../../../../server/storage/secrets/vault.ts";

const KEY = Buffer.alloc(32, 7).toString("base64");
const OTHER = Buffer.alloc(32, 8).toString("base64");
const PLACE = { column: "applications.state", row: "one" };
const PII: readonly PiiPath[] = [
  "person.name",
  "people.*.ssn",
  "words.*",
  "whole",
  // A part of a private value with a mark of its own.
  "whole.ssn",
].map((path) => ({
  path,
  kind: "personal",
}));

/** Names and texts that look like what documents are made of, beside any others. */
const odd = fc.oneof(
  fc.constantFrom(
    "$sealed",
    "$plain",
    "id",
    "name",
    "ssn",
    "sealed:v1:k1:AAAA:AAAA:AAAA",
    "sealed:v2:k1:AAAA:AAAA:AAAA",
    "__proto__",
    "a.b",
    "a~b",
    "",
  ),
  fc.string(),
);
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    odd,
    fc.constantFrom<Json>(null, true, 7),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(odd, tie("value"), { maxKeys: 3 }).map((object) => ({ ...object })),
    fc
      .tuple(fc.constantFrom("$sealed", "$plain"), tie("value"))
      .map(([name, value]) => ({ [name]: value })),
  ),
})).value;
const states = fc.record(
  {
    person: json,
    people: fc.oneof(json, fc.array(fc.record({ id: odd, ssn: json }), { maxLength: 3 })),
    words: json,
    whole: json,
    other: json,
  },
  { requiredKeys: [], noNullPrototype: true },
);

const bound = openVault(KEY);

/** What the database gives back. */
const stored = (value: Json) => JSON.parse(JSON.stringify(value)) as Json;

describe("sealState()", () => {
  it.each<[Sealing, boolean]>([
    ["bound", true],
    ["unbound", false],
  ])("restores any state: %s", (sealing, bound) => {
    const vault = openVault(KEY, { sealing: () => sealing });
    fc.assert(
      fc.property(states, (state) => {
        const sealed = stored(sealState(state as JsonObject, PII, PLACE, { vault: vault }));
        const { value, unopened } = openDocument(sealed, bound, PLACE, vault);
        expect(value).toEqual(stored(state as JsonObject));
        expect(unopened).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it("leaves no personal value in plain text", () => {
    const vault = openVault(KEY);
    const text = JSON.stringify(
      sealState(
        {
          person: { name: "Ysolde", age: 7 },
          people: [{ id: "a", ssn: "731188823" }],
          words: ["Brightwater"],
          whole: { street: "Tamarack" },
        },
        PII,
        PLACE,
        { vault },
      ),
    );
    expect(text).not.toMatch(/Ysolde|731188823|Brightwater|Tamarack/);
    expect(text).toContain('"age":7');
  });

  it("restores a state after another one, and reuses the boxes of unchanged values", () => {
    fc.assert(
      fc.property(states, states, (one, other) => {
        const before = stored(one as JsonObject) as JsonObject;
        const sealed = sealState(before, PII, PLACE, { vault: bound });
        const read = openDocument(stored(sealed), true, PLACE, bound);
        const again = stored(sealState(before, PII, PLACE, { ...read, vault: bound }));
        expect(openDocument(again, true, PLACE, bound).value).toEqual(before);
        let count = 0;
        renewBoxes(stored(sealed), { bound: true, binds: true }, () => {
          count++;
          return undefined;
        });
        // Two entries with one id share a path, of which one box is known: the other is closed
        // anew.
        if (count === read.boxes.size) expect(again).toEqual(stored(sealed));
        const after = stored(other as JsonObject) as JsonObject;
        const next = stored(sealState(after, PII, PLACE, { ...read, vault: bound }));
        expect(openDocument(next, true, PLACE, bound).value).toEqual(after);
      }),
    );
  });

  it("closes a value anew that changed, and every value once another key is in use", () => {
    const state = { person: { name: "Ada" }, words: ["one", "two"] };
    const sealed = sealState(state, PII, PLACE, { vault: bound });
    const read = openDocument(sealed, true, PLACE, bound);
    expect(sealState(state, PII, PLACE, { ...read, vault: bound })).toEqual(sealed);
    const { person, words } = sealState({ ...state, words: ["one", "2"] }, PII, PLACE, {
      ...read,
      vault: bound,
    });
    expect(person).toEqual(sealed["person"]);
    expect((words as Json[])[0]).toEqual((sealed["words"] as Json[])[0]);
    expect((words as Json[])[1]).not.toEqual((sealed["words"] as Json[])[1]);
    const rotated = openVault(`k2:${OTHER},k1:${KEY}`);
    const anew = JSON.stringify(sealState(state, PII, PLACE, { ...read, vault: rotated }));
    expect(anew).not.toContain(":k1:");
    expect(anew.match(/:k2:/g)).toHaveLength(3);
    const changing = openVault(`k1:${KEY}`, { sealing: () => "unbound" });
    expect(
      JSON.stringify(sealState(state, PII, PLACE, { ...read, vault: changing })),
    ).not.toContain("v2:");
  });

  it("keeps boxes that did not open where they lay, until something else stands there", () => {
    const lost = openVault(`lost:${OTHER}`);
    const state = {
      person: { name: "Ysolde" },
      people: [
        { id: "a", ssn: "1" },
        { id: "b", ssn: "2" },
      ],
      words: ["one", "two"],
    };
    const sealed = stored(sealState(state, PII, PLACE, { vault: lost }));
    const vault = openVault(KEY);
    const read = openDocument(sealed, true, PLACE, vault);
    expect(read.value).toEqual({ person: {}, people: [{ id: "a" }, { id: "b" }], words: [] });
    // Somebody is taken off the list, somebody else is added before, and the name is given anew.
    const next: JsonObject = {
      person: { name: "Kim" },
      people: [{ id: "c", ssn: "3" }, { id: "b" }],
      words: ["three"],
    };
    const again = stored(sealState(next, PII, PLACE, { ...read, vault: vault }));
    const both = openVault(`k1:${KEY},lost:${OTHER}`);
    expect(openDocument(again, true, PLACE, both)).toMatchObject({
      value: {
        person: { name: "Kim" },
        people: [
          { id: "c", ssn: "3" },
          { id: "b", ssn: "2" },
        ],
        words: ["one", "two", "three"],
      },
      unopened: [],
    });
  });

  const person = fc.record({ name: odd, ssn: odd, home: fc.dictionary(odd, odd, { maxKeys: 2 }) });
  const lists = fc.record({
    reader: person,
    people: fc.uniqueArray(fc.record({ id: odd, ssn: odd, home: person }), {
      selector: ({ id }) => id,
      maxLength: 3,
    }),
    offers: fc.array(person, { maxLength: 3 }),
    words: fc.array(odd, { maxLength: 3 }),
    other: fc.dictionary(odd, json, { maxKeys: 3 }),
  });
  const places = ["reader", "people", "people.*", "offers", "offers.*", "words", "words.*", "other"]
    .flatMap((place) => [place, `${place}.id`, `${place}.ssn`, `${place}.home`])
    .concat("people.*.home.name", "reader.home.a", "other.__proto__", "other.$plain");
  const marks = fc
    .subarray(places)
    .map((paths) => paths.map((path): PiiPath => ({ path, kind: "personal" })));

  it("keeps each value that cannot be opened, whatever becomes personal and is added later", () => {
    const lost = openVault(`lost:${OTHER}`);
    const both = openVault(`k1:${KEY},lost:${OTHER}`);
    fc.assert(
      fc.property(
        lists,
        fc.array(marks, { minLength: 2, maxLength: 4 }),
        fc.nat(),
        (given, all, seed) => {
          const [first = [], ...later] = all;
          const state = stored(given as unknown as Json) as JsonObject;
          let count = seed;
          let row = stored(
            renewBoxes(
              stored(sealState(state, first, PLACE, { vault: bound })),
              { bound: true, binds: true },
              (box, path) =>
                count++ % 3 === 0
                  ? lost.seal(bound.open(box, { ...PLACE, path }), { ...PLACE, path })
                  : undefined,
            ),
          );
          for (const [step, pii] of later.entries()) {
            const { value, ...read } = openDocument(row, true, PLACE, bound);
            const next = { ...(value as JsonObject), [`step${step}`]: step };
            row = stored(sealState(next, pii, PLACE, { ...read, vault: bound }));
          }
          const { value, unopened } = openDocument(row, true, PLACE, both);
          expect(unopened).toEqual([]);
          expect(value).toEqual({
            ...state,
            ...Object.fromEntries(later.map((_, step) => [`step${step}`, step])),
          });
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("openDocument()", () => {
  it("opens no box at another path, in another row or in another column, and reports its place", () => {
    const told: UnopenedBox[] = [];
    const vault = openVault(KEY, { report: (box) => told.push(box) });
    const sealed = stored(
      sealState({ person: { name: "Ysolde" } }, PII, PLACE, { vault: vault }),
    ) as {
      person: { name: Json };
    };
    const moved: readonly [Json, { column: string; row: string }][] = [
      [{ person: { title: sealed.person.name } }, PLACE],
      [sealed, { ...PLACE, row: "two" }],
      [sealed, { ...PLACE, column: "journal.events" }],
    ];
    for (const [document, place] of moved) {
      const { value, unopened } = openDocument(document, true, place, vault);
      expect(JSON.stringify(value)).not.toContain("Ysolde");
      expect(unopened).toHaveLength(1);
    }
    expect(told.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^applications\.state one person\.title cannot be opened: .*moved/),
      expect.stringMatching(/^applications\.state two person\.name/),
      expect.stringMatching(/^journal\.events one person\.name/),
    ]);
    expect(told.join(" ")).not.toContain("Ysolde");
  });

  it("takes no text for a box, and a former box only while former ones are read", () => {
    const former = openVault(KEY, { sealing: () => "unbound" });
    const sealed = stored(sealState({ person: { name: "Ysolde" } }, PII, PLACE, { vault: former }));
    const now = openVault(KEY);
    expect(openDocument(sealed, true, PLACE, now).value).toEqual(sealed);
    expect(openDocument(sealed, false, PLACE, now)).toMatchObject({
      value: { person: {} },
      unopened: [{ path: "person.name" }],
    });
    const changing = openVault(KEY, { sealing: () => "changing" });
    expect(openDocument(sealed, false, PLACE, changing).value).toEqual({
      person: { name: "Ysolde" },
    });
  });
});

describe("openOnRead()", () => {
  it("equals openDocument() on reading", () => {
    fc.assert(
      fc.property(states, (state) => {
        const sealed = stored(sealState(state as JsonObject, PII, PLACE, { vault: bound }));
        const { value } = openDocument(sealed, true, PLACE, bound);
        const late = openOnRead(sealed, true, PLACE, bound);
        expect(stored(late)).toEqual(value);
        expect(late).toEqual(value);
      }),
    );
  });

  it("opens a box when its value is read, and once", () => {
    const opened: string[] = [];
    const watched: Vault = {
      ...bound,
      tryOpen(box, place) {
        opened.push(place.path);
        return bound.tryOpen(box, place);
      },
    };
    const state = { person: { name: "Ada", age: 7 }, whole: "Brightwater" };
    const sealed = sealState(state, PII, PLACE, { vault: bound });
    const late = openOnRead(sealed, true, PLACE, watched) as typeof state;
    expect(late.person.age).toBe(7);
    expect(opened).toEqual([]);
    expect([late.person.name, late.person.name]).toEqual(["Ada", "Ada"]);
    expect(opened).toEqual(["person.name"]);
  });

  it("leaves out a value that does not open", () => {
    const sealed = sealState({ person: { name: "Ada" } }, PII, PLACE, { vault: bound });
    const late = openOnRead(sealed, true, { ...PLACE, row: "two" }, bound);
    expect(stored(late)).toEqual({ person: {} });
  });
});

describe("sealEvents()", () => {
  it("seals personal values anywhere in a change, and restores any change", () => {
    const vault = openVault(KEY);
    fc.assert(
      fc.property(
        fc.constantFrom(
          "person",
          "person.name",
          "person.name.first",
          "people",
          "people.[a]",
          "people.[a].ssn",
          "words",
          "other",
        ),
        json,
        (path, value) => {
          const events = [
            { type: "acted" as const, at: "", because: "", changes: [{ path, value }] },
          ];
          const sealed = stored(
            sealEvents(events, PII, PLACE, { vault: vault }) as unknown as Json,
          );
          expect(openDocument(sealed, true, PLACE, vault)).toMatchObject({
            value: stored(events as unknown as Json),
            unopened: [],
          });
        },
      ),
      { numRuns: 400 },
    );
    for (const [path, value] of [
      ["person.name", "Ysolde"],
      ["person.name.first", "Ysolde"],
      ["person", { name: "Ysolde" }],
      ["people.[a].ssn", "Ysolde"],
      ["people.[a]", { ssn: "Ysolde" }],
    ] as const)
      expect(
        JSON.stringify(
          sealEvents(
            [{ type: "acted", at: "", because: "", changes: [{ path, value }] }],
            PII,
            PLACE,
            { vault },
          ),
        ),
      ).not.toContain("Ysolde");
  });
});

describe("renewBoxes()", () => {
  it("binds a document of the former format, and keeps typed text that looks like a box", () => {
    const former = openVault(KEY, { sealing: () => "changing" });
    fc.assert(
      fc.property(states, (state) => {
        const unbound = openVault(KEY, { sealing: () => "unbound" });
        const sealed = stored(sealState(state as JsonObject, PII, PLACE, { vault: unbound }));
        const bound = renewBoxes(sealed, { bound: false, binds: true }, (box, path) =>
          former.seal(former.openFormer(box, { ...PLACE, path }), { ...PLACE, path }),
        );
        expect(openDocument(stored(bound), true, PLACE, openVault(KEY))).toMatchObject({
          value: stored(state as JsonObject),
          unopened: [],
        });
      }),
      { numRuns: 400 },
    );
  });
});
