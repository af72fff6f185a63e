import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openVault, UnopenedBox } from "../../../../server/storage/secrets/vault.ts";

const ONE = Buffer.alloc(32, 1).toString("base64");
const TWO = Buffer.alloc(32, 2).toString("hex");
const PLACE = { column: "applications.state", row: "one", path: "person.name" };

describe("openVault()", () => {
  it("opens any text that it sealed", () => {
    const vault = openVault(ONE);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const known = Buffer.from(text).toString();
        expect(vault.open(vault.seal(known, PLACE), PLACE)).toBe(known);
      }),
    );
  });

  it("seals the same text otherwise each time, beyond one draw of random bytes", () => {
    const vault = openVault(ONE);
    const boxes = Array.from({ length: 600 }, () => vault.seal("Ada", PLACE));
    expect(new Set(boxes.map((box) => box.split(":")[3])).size).toBe(600);
  });

  it.each([
    ["column", { ...PLACE, column: "journal.events" }],
    ["row", { ...PLACE, row: "two" }],
    ["path", { ...PLACE, path: "person.email" }],
  ])("opens no box in another %s", (_, place) => {
    const vault = openVault(ONE);
    expect(() => vault.open(vault.seal("Ada", PLACE), place)).toThrow(UnopenedBox);
  });

  it("opens no box of which a single character was changed", () => {
    const vault = openVault(ONE);
    const box = vault.seal("Ada", PLACE);
    fc.assert(
      fc.property(fc.integer({ min: 13, max: box.length - 1 }), (at) => {
        const changed = `${box.slice(0, at)}${box[at] === "A" ? "B" : "A"}${box.slice(at + 1)}`;
        // The last bits of base64 may say nothing: then the bytes are the same.
        const same = changed
          .split(":")
          .every((part, index) =>
            Buffer.from(part, "base64url").equals(
              Buffer.from(box.split(":")[index] ?? "", "base64url"),
            ),
          );
        if (!same) expect(() => vault.open(changed, PLACE)).toThrow(UnopenedBox);
      }),
    );
  });

  it("closes with its first key, and opens with all of them", () => {
    const [old, both] = [openVault(`a:${ONE}`), openVault(`b:${TWO},a:${ONE}`)];
    const box = old.seal("Ada", PLACE);
    expect(both.open(box, PLACE)).toBe("Ada");
    expect(both.seal("Ada", PLACE)).toMatch(/^sealed:v2:b:/);
    expect(both.keys).toEqual(["b", "a"]);
    expect(both.isCurrent(box)).toBe(false);
    expect(both.isCurrent(both.seal("Ada", PLACE))).toBe(true);
    expect(() => openVault(`b:${TWO}`).open(box, PLACE)).toThrow(/key "a" is not among FOYER_KEY/);
  });

  it("reports a box that does not open once a place, without its content", () => {
    const said: string[] = [];
    const vault = openVault(ONE, { report: ({ message }) => said.push(message) });
    const box = vault.seal("Ysolde", PLACE);
    const elsewhere = { ...PLACE, row: "two" };
    for (let times = 0; times < 3; times++) expect(vault.tryOpen(box, elsewhere)).toBeUndefined();
    expect(said).toEqual([expect.stringMatching(/^applications\.state two person\.name /)]);
    expect(said.join()).not.toContain("Ysolde");
  });

  it("derives the same from a text for as long as a key is known, and another thing from another key", () => {
    const [old, both] = [openVault(`a:${ONE}`), openVault(`b:${TWO},a:${ONE}`)];
    expect(both.derive("text", "a")).toEqual(old.derive("text"));
    expect(both.derive("text").bytes).not.toEqual(old.derive("text").bytes);
    expect(both.derive("text", "gone")).toEqual(both.derive("text"));
  });

  it("names every key that cannot be used", () => {
    expect(() => openVault(`a:${ONE},a:${ONE},b!:${TWO},c:short`)).toThrow(
      /two keys with the id "a".*a key with the id "b!".*a key "c" of \d+ bytes/,
    );
  });
});
