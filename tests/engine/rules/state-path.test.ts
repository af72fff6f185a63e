import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../engine/language/json.ts";
import { applyChanges, readPath, replaceIds } from "../../../engine/rules/state-path.ts";

const name = fc.constantFrom("a", "b", "c", "constructor", "toString");
const id = fc.constantFrom("1", "urn:p:1", "x y");
/** `a.b`, `a.[1].b`, `a.[1]`: an element is picked from a list that has a name. */
const path = fc
  .array(fc.tuple(name, fc.option(id, { nil: undefined })), { minLength: 1, maxLength: 3 })
  .map((parts) =>
    parts.map(([each, of]) => (of === undefined ? each : `${each}.[${of}]`)).join("."),
  );
/** Values without an `id` of their own, which an element of a list has. */
const value: fc.Arbitrary<Json> = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant([] as Json),
);
const changes = fc.array(fc.record({ path, value: fc.oneof(value, fc.constant(null)) }), {
  maxLength: 8,
});

/**
 * Whether a path ends at an element itself: such an element has its id only where the value brings
 * one.
 */
const endsAtElement = (each: string) => each.endsWith("]");

describe("applyChanges()", () => {
  it("makes readPath() find a set value, over any earlier value", () => {
    fc.assert(
      fc.property(
        changes,
        path.filter((each) => !endsAtElement(each)),
        value,
        (before, at, set) => {
          const state = applyChanges({}, before);
          expect(readPath(applyChanges(state, [{ path: at, value: set }]), at)).toEqual(set);
        },
      ),
    );
  });

  it("makes readPath() find nothing where null was set", () => {
    fc.assert(
      fc.property(changes, path, (before, at) => {
        const state = applyChanges({}, before);
        expect(readPath(applyChanges(state, [{ path: at, value: null }]), at)).toBeUndefined();
      }),
    );
  });

  it("does not change the given state", () => {
    fc.assert(
      fc.property(changes, changes, (before, after) => {
        const state = applyChanges({}, before);
        const copy = JSON.stringify(state);
        applyChanges(state, after);
        expect(JSON.stringify(state)).toBe(copy);
      }),
    );
  });

  it("shares untouched parts with the former state", () => {
    const state: JsonObject = { company: { name: "Oak" }, people: [{ id: "1" }, { id: "2" }] };
    const changed = applyChanges(state, [{ path: "people.[2].email", value: "a@b.example" }]);
    expect(changed["company"]).toBe(state["company"]);
    expect(readPath(changed, "people.0")).toBe(readPath(state, "people.0"));
    expect(readPath(changed, "people.[2].email")).toBe("a@b.example");
  });

  it("reaches no prototype", () => {
    for (const at of ["__proto__.reached", "constructor.prototype.reached"])
      applyChanges({ a: {} }, [{ path: at, value: true }]);
    expect(readPath({}, "reached")).toBeUndefined();
    expect(Object.hasOwn(Object.prototype, "reached")).toBe(false);
  });

  it("adds an element under its id, and removes it by null", () => {
    const added = applyChanges({}, [{ path: "people.[9].email", value: "a@b.example" }]);
    expect(added).toEqual({ people: [{ id: "9", email: "a@b.example" }] });
    expect(applyChanges(added, [{ path: "people.[9]", value: null }])).toEqual({ people: [] });
    expect(applyChanges(added, [{ path: "people.[8]", value: null }])).toEqual(added);
  });
});

describe("readPath()", () => {
  it.each(["constructor", "a.constructor.name", "list.length", "__proto__", "text.0"])(
    "reads no property that the state does not have of its own: %s",
    (at) => {
      expect(readPath({ a: {}, list: ["x"], text: "abc" }, at)).toBeUndefined();
    },
  );

  it("reads an element of a list by its place", () => {
    expect(readPath({ list: ["x", "y"] }, "list.1")).toBe("y");
    expect(readPath({ list: ["x", "y"] }, "list.2")).toBeUndefined();
  });
});

it("replaceIds() replaces the id of each element, and no name", () => {
  expect(replaceIds("people.[urn:p:1].mails.[a.b].text", "*")).toBe("people.*.mails.*.text");
  expect(replaceIds("people.[urn:p:1].email", "0")).toBe("people.0.email");
  expect(replaceIds("people.1.email", "*")).toBe("people.1.email");
});
