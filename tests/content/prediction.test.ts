import { describe, expect, it } from "vitest";
import { readCatalogue } from "../../server/sandbox/platform/catalogue.ts";
import { categorySearch } from "../../server/sandbox/platform/category-search.ts";
import { shippedLibrary } from "../definitions.ts";
import first from "./descriptions/first.json" with { type: "json" };
import second from "./descriptions/second.json" with { type: "json" };
import third from "./descriptions/third.json" with { type: "json" };
import tuning from "./descriptions/tuning.json" with { type: "json" };
import english from "./trade-words/en.json" with { type: "json" };
import french from "./trade-words/fr.json" with { type: "json" };

/** A business as its owner would describe it, and the industries that are right. */
interface Description {
  readonly text: string;
  readonly locale: string;
  readonly anyOf: readonly string[];
}

const { attachments } = (await shippedLibrary()).flows.get("merchant-signup") ?? {
  attachments: {},
};
const catalogue = readCatalogue(attachments);
const search = categorySearch(catalogue.industries);

const LISTED = 3;
const missed = (set: readonly Description[]) =>
  set.filter(
    ({ text, anyOf }) =>
      !search(text)
        .slice(0, LISTED)
        .some(({ id }) => anyOf.includes(id)),
  );

describe.each<[string, readonly Description[]]>([
  ["first", first],
  ["second", second],
  ["third", third],
  ["tuning", tuning],
])("the %s descriptions", (_, set) => {
  it("are a hundred, a quarter of them French, of three to twelve words, from all groups", () => {
    expect(set.length).toBe(100);
    expect(set.filter(({ locale }) => locale === "fr-CA").length).toBe(25);
    expect(
      set.filter(({ text }) => text.split(/\s+/).length < 3 || text.split(/\s+/).length > 12),
    ).toEqual([]);
    expect(set.flatMap(({ anyOf }) => anyOf).filter((id) => !catalogue.industries.has(id))).toEqual(
      [],
    );
    expect(
      new Set(set.flatMap(({ anyOf }) => anyOf.map((id) => catalogue.industries.get(id)?.group.id)))
        .size,
    ).toBe(21);
  });
});

describe("categorySearch()", () => {
  // The third set was written before it was measured and nothing is tuned on it: a figure that
  // falls is met with the others, and where one of its own is looked into, a fourth takes its
  // place. Of the second, 92 were right before it was tuned on.
  it("has the right industry among the first three for 90 of 100 descriptions that it was never tuned on", () => {
    const right = third.length - missed(third).length;
    expect(
      right,
      `${right} of ${third.length} held-out descriptions are right`,
    ).toBeGreaterThanOrEqual(90);
  });

  it.each([
    ["first", first],
    ["second", second],
    ["tuning", tuning],
  ])("has it for 90 of the 100 of the %s set, which its keywords were mended with", (_, set) => {
    const wrong = missed(set);
    expect(
      set.length - wrong.length,
      `${set.length - wrong.length} of ${set.length} are right; not: ${wrong.map(({ text }) => text).join("; ")}`,
    ).toBeGreaterThanOrEqual(90);
  });

  it("has first the label that begins with the text", () => {
    expect(Object.values(search("boul")[0]?.label ?? {})).toContain("Boulangerie");
  });

  it.each<[string, Readonly<Record<string, readonly string[]>>]>([
    ["English", english],
    ["French", french],
  ])("has the right industry first for 95 of 100 common %s words of trade", (_, set) => {
    const words = Object.entries(set);
    const unknown = words.flatMap(([, ids]) => ids.filter((id) => !catalogue.industries.has(id)));
    expect(unknown).toEqual([]);
    expect(words.length).toBeGreaterThanOrEqual(300);
    const wrong = words.flatMap(([word, ids]) => {
      const [found] = search(word);
      return ids.includes(found?.id ?? "") ? [] : [`${word}: ${found?.id ?? "nothing"}`];
    });
    expect(wrong.length / words.length, wrong.join("; ")).toBeLessThanOrEqual(0.05);
  });

  it.each([
    ["toy", "5945"],
    ["restau", "5812"],
    ["coif", "7230"],
    ["plom", "1711"],
    ["flor", "5992"],
  ])("ranks names that begin with %s above similar ones", (text, id) => {
    expect(search(text)[0]?.id).toBe(id);
  });

  it("finds each industry under one label of the prediction", () => {
    const labels = [...catalogue.industries.values()].map(({ predictLabel }) => predictLabel);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it("finds every industry by its own label, in either language, among the first three", () => {
    const lost = [...catalogue.industries.values()].flatMap(({ id, label }) =>
      Object.values(label).filter(
        (text) =>
          !search(text)
            .slice(0, LISTED)
            .some((found) => found.id === id),
      ),
    );
    expect(lost).toEqual([]);
  });

  it.each([
    ["a word that is not finished", "bak", "5462"],
    ["a misspelt word", "resturant", "5812"],
    ["a word without its accents", "electricien", "1731"],
    ["an elision", "d’huile et l'antirouille", "7538-oil"],
    ["a plural", "bakeries", "5462"],
    ["capitals", "CAR WASH", "7542"],
  ])("understands %s", (_, text, id) => {
    expect(
      search(text)
        .slice(0, LISTED)
        .map((found) => found.id),
    ).toContain(id);
  });

  it.each(["", "   ", "the of and", "qu’ d’ l’", "zzzzqqqq", "\u0000", "(((("])(
    "finds nothing for %j, and does not fall over",
    (text) => {
      expect(search(text)).toEqual([]);
    },
  );
});
