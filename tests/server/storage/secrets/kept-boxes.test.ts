import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PiiPath } from "../../../../engine/compile/compiled-variant.ts";
import type { Json, JsonObject } from "../../../../engine/language/json.ts";
import { applyChanges, readPath, type StateChange } from "../../../../engine/rules/state-path.ts";
import { stillKept } from "../../../../server/storage/secrets/kept-boxes.ts";
import { pathOfBox, movedBox } from "../../../../server/storage/secrets/moved-box.ts";
import {
  openDocument,
  renewBoxes,
  sealState,
} from "../../../../server/storage/secrets/personal-values.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";

const KEY = Buffer.alloc(32, 7).toString("base64");
const OTHER = Buffer.alloc(32, 8).toString("base64");
const PLACE = { column: "applications.state", row: "one" };
const known = openVault(KEY);
const lost = openVault(`lost:${OTHER}`);
const both = openVault(`k1:${KEY},lost:${OTHER}`);

const stored = (value: Json) => JSON.parse(JSON.stringify(value)) as JsonObject;
const personal = (paths: readonly string[]): readonly PiiPath[] =>
  paths.map((path) => ({ path, kind: "personal" }));

/** A row whose sealed values have a key that is missing, where `isLost` says so. */
function rowOf(
  state: JsonObject,
  pii: readonly PiiPath[],
  isLost: (path: string) => boolean,
): JsonObject {
  const sealed = stored(sealState(state, pii, PLACE, { vault: known }));
  const renewed = renewBoxes(sealed, { bound: true, binds: true }, (box, path) =>
    isLost(path) ? lost.seal(known.open(box, { ...PLACE, path }), { ...PLACE, path }) : undefined,
  );
  return stored(renewed);
}

/** The row after a step that was taken without the key. */
function afterStep(
  row: JsonObject,
  pii: readonly PiiPath[],
  changesOf: (state: JsonObject) => readonly StateChange[],
): JsonObject {
  const { value, ...read } = openDocument(row, true, PLACE, known);
  const changes = changesOf(value as JsonObject);
  const unopened = stillKept(read, [{ type: "acted", at: "", because: "", changes }]);
  const state = applyChanges(value as JsonObject, changes);
  const next = stored(sealState(state, pii, PLACE, { ...read, unopened, vault: known }));
  expect(openDocument(next, true, PLACE, known).value).toEqual(stored(state));
  return next;
}

/** What a row holds once the key is back. */
function withKey(row: Json, vault = both): JsonObject {
  const { value, unopened } = openDocument(row, true, PLACE, vault);
  expect(unopened).toEqual([]);
  return value as JsonObject;
}

const LISTS = ["people", "offers", "words"] as const;
type List = (typeof LISTS)[number];
const CLEARED = ["reader.ssn", "reader.home", "reader", "people.[a]", "people.[a].ssn", ...LISTS];
const MARKED = [
  ...["reader", "people", "offers"].flatMap((place) => [place, `${place}.ssn`, `${place}.home`]),
  ...["people.*", "offers.*"].flatMap((each) => [each, `${each}.ssn`, `${each}.home.street`]),
  "people.*.id",
  "words",
  "words.*",
];

interface ListEdit {
  readonly kind: "remove" | "insert" | "reverse";
  readonly list: List;
  readonly at: number;
}
type Edit = ListEdit | { readonly kind: "clear"; readonly path: string };

const edits: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom("remove" as const, "insert" as const, "reverse" as const),
      list: fc.constantFrom(...LISTS),
      at: fc.nat(3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("clear" as const),
      path: fc.constantFrom(...CLEARED),
    }),
  },
);

let made = 0;
const person = (): JsonObject => ({
  tag: `tag ${++made}`,
  ssn: `ssn ${made}`,
  home: { street: `street ${made}`, city: `city ${made}` },
});
const entryOf = (list: List): Json =>
  list === "words"
    ? `word ${++made}`
    : list === "people"
      ? { ...person(), id: `p${made}` }
      : person();

/** Names an entry: by its word, or by its tag, which every entry that is seen has. */
const nameOf = (entry: Json): string =>
  typeof entry === "string" ? entry : String((entry as JsonObject)["tag"]);
const listOf = (state: JsonObject, list: List) => (state[list] ?? []) as readonly Json[];

/** The list of a state after an edit. */
function edited(entries: readonly Json[], edit: ListEdit): readonly Json[] {
  if (edit.kind === "remove") return entries.toSpliced(edit.at, 1);
  if (edit.kind === "reverse") return entries.toReversed();
  return entries.toSpliced(edit.at, 0, entryOf(edit.list));
}

/** The whole truth after the change of a list of which some entries are not seen. */
function truthAfter(
  truth: readonly Json[],
  before: readonly Json[],
  after: readonly Json[],
): readonly Json[] {
  const [seen, left] = [new Set(before.map(nameOf)), new Set(after.map(nameOf))];
  return [
    ...truth.filter((entry) => !seen.has(nameOf(entry)) || left.has(nameOf(entry))),
    ...after.filter((entry) => !seen.has(nameOf(entry))),
  ];
}

const byName = (state: JsonObject): JsonObject => ({
  ...state,
  ...Object.fromEntries(
    LISTS.map((list) => [
      list,
      listOf(state, list).toSorted((a, b) => nameOf(a).localeCompare(nameOf(b))),
    ]),
  ),
});

describe("sealState()", () => {
  it("keeps values that cannot be opened through any removal, insertion and order, and clears them", () => {
    fc.assert(
      fc.property(
        fc.subarray(MARKED),
        fc.array(fc.tuple(edits, fc.subarray(MARKED)), { minLength: 1, maxLength: 5 }),
        fc.nat(3),
        (marked, steps, lostEach) => {
          let truth = stored({
            reader: person(),
            people: [{ ...person(), id: "a" }, entryOf("people"), entryOf("people")],
            offers: [entryOf("offers"), entryOf("offers"), entryOf("offers")],
            words: [entryOf("words"), entryOf("words"), entryOf("words")],
          });
          let count = lostEach;
          // An entry is known by its id or its tag, or is not seen at all.
          let row = rowOf(
            truth,
            personal(marked),
            (path) => !/\.(id|tag)$/.test(path) && count++ % 2 === 0,
          );
          for (const [edit, marks] of steps)
            row = afterStep(row, personal(marks), (state) => {
              if (edit.kind === "clear") {
                // A part of a value that is sealed as a whole cannot be cleared alone.
                const around = edit.path.split(".").slice(0, -1).join(".");
                if (around !== "" && readPath(state, around) === undefined) return [];
                if (edit.path === "people.[a]" && readPath(state, edit.path) === undefined)
                  return [];
                truth = applyChanges(truth, [{ path: edit.path, value: null }]);
                return [{ path: edit.path, value: null }];
              }
              const { list } = edit;
              // A list that is sealed as a whole is not seen: an entry that is added is a new list.
              if (state[list] === undefined && edit.kind !== "insert") return [];
              if (state[list] === undefined) truth = { ...truth, [list]: [] };
              const before = listOf(state, list);
              const after = edited(before, edit);
              truth = { ...truth, [list]: truthAfter(listOf(truth, list), before, after) };
              return [{ path: list, value: after }];
            });
          expect(byName(withKey(row))).toEqual(byName(truth));
        },
      ),
      { numRuns: 500 },
    );
  });

  const LIST = personal(["offers.*.ssn", "people.*.ssn", "people.*.id"]);
  const twoOf = (): JsonObject => ({
    offers: [
      { name: "Ada", ssn: "1" },
      { name: "Kim", ssn: "2" },
    ],
    people: [
      { id: "a", ssn: "1" },
      { id: "b", ssn: "2" },
    ],
  });

  it("gives no entry the values of another one, where entries are known by their index", () => {
    const row = rowOf(twoOf(), LIST, (path) => path.endsWith("ssn"));
    const kept = afterStep(row, LIST, () => [
      { path: "offers", value: [{ name: "Kim" }] },
      { path: "people.[a]", value: null },
    ]);
    expect(withKey(kept)).toEqual({
      offers: [{ name: "Kim", ssn: "2" }],
      people: [{ id: "b", ssn: "2" }],
    });
    const changed = afterStep(row, LIST, () => [{ path: "offers", value: [{ name: "Eve" }] }]);
    expect(withKey(changed)["offers"]).toEqual([{ name: "Eve" }]);
  });

  it("gives an edited entry no value that cannot be opened, unless its id says whose it is", () => {
    const row = rowOf(twoOf(), LIST, (path) => path.endsWith("ssn"));
    const edited = afterStep(row, LIST, () => [
      { path: "offers", value: [{ name: "Ada" }, { name: "Kim Lund" }] },
      { path: "people.[b].name", value: "Kim Lund" },
    ]);
    expect(withKey(edited)).toEqual({
      offers: [{ name: "Ada", ssn: "1" }, { name: "Kim Lund" }],
      people: [
        { id: "a", ssn: "1" },
        { id: "b", name: "Kim Lund", ssn: "2" },
      ],
    });
  });

  it("clears a value that cannot be opened, also of an entry whose id is sealed", () => {
    const row = rowOf(twoOf(), LIST, (path) => path.endsWith("ssn"));
    const cleared = afterStep(row, LIST, () => [{ path: "people.[b].ssn", value: null }]);
    expect(withKey(cleared)["people"]).toEqual([{ id: "a", ssn: "1" }, { id: "b" }]);
    expect(withKey(afterStep(row, LIST, () => [{ path: "people", value: null }]))).toEqual({
      offers: twoOf()["offers"],
    });
  });

  it("binds a moved value to its own place again once its key is back", () => {
    const row = rowOf(twoOf(), LIST, (path) => path.endsWith("ssn"));
    const moved = afterStep(row, LIST, () => [{ path: "offers", value: [{ name: "Kim" }] }]);
    expect(JSON.stringify(moved["offers"])).toMatch(/"sealed:v2:lost(:[\w-]+){4}"/);
    const next = openVault(`k2:${KEY},lost:${OTHER},k1:${KEY}`);
    const renewed = renewBoxes(moved, { bound: true, binds: true }, (box, path, from) =>
      next.seal(next.open(box, { ...PLACE, path: from }), { ...PLACE, path }),
    );
    expect(JSON.stringify(renewed)).not.toMatch(/sealed:v2:\w+(:[\w-]+){4}"/);
    expect(withKey(renewed, next)["offers"]).toEqual([{ name: "Kim", ssn: "2" }]);
  });
});

describe("pathOfBox()", () => {
  it("differs from the place of a value in indexes of lists alone", () => {
    const box = known.seal('"1"', { ...PLACE, path: "offers.1.ssn" });
    const moved = (to: string) => movedBox(box, "offers.1.ssn", to);
    expect(pathOfBox(moved("offers.0.ssn"), "offers.0.ssn", "offers.*.ssn")).toBe("offers.1.ssn");
    for (const [path, generic] of [
      ["offers.0.name", "offers.*.name"],
      ["offers.[1].ssn", "offers.*.ssn"],
      ["people.0.ssn", "people.*.ssn"],
      ["offers.0.ssn", "offers.0.ssn"],
      ["ssn", "ssn"],
    ] as const)
      expect(pathOfBox(moved(path), path, generic)).toBe(path);
    expect(pathOfBox(box, "offers.0.ssn", "offers.*.ssn")).toBe("offers.0.ssn");
  });
});
