import { describe, expect, it } from "vitest";
import { readCatalogue } from "../../server/sandbox/platform/catalogue.ts";
import { shippedLibrary } from "../definitions.ts";

const flow = (await shippedLibrary()).flows.get("merchant-signup");
const { groups, industries } = readCatalogue(flow?.attachments ?? {});
const all = [...industries.values()];

describe("the catalogue", () => {
  it("has 21 groups and 341 industries, each with an id of its own", () => {
    expect(new Set(groups.map(({ id }) => id)).size).toBe(21);
    expect(groups.length).toBe(21);
    // An id that two industries share is refused when the flow is compiled, so that none is lost
    // here.
    expect(industries.size).toBe(341);
    expect(flow?.collections.get("industries")?.things.size).toBe(341);
  });

  it("has ids that are the code, or begin with it", () => {
    expect(all.filter(({ id, mcc }) => id !== mcc && !id.startsWith(`${mcc}-`))).toEqual([]);
  });

  it("has a label in English and in French for every group and industry, and no two alike", () => {
    for (const language of ["en", "fr"]) {
      const labels = all.map(({ label }) => label[language] ?? "");
      expect(
        [...labels, ...groups.map(({ label }) => label[language] ?? "")].filter(
          (text) => text.trim() === "",
        ),
      ).toEqual([]);
      expect(labels.filter((text, at) => labels.indexOf(text) !== at)).toEqual([]);
    }
  });

  it("has keywords in both languages, none of them empty or twice", () => {
    const wrong = all.filter(({ keywords }) =>
      ["en", "fr"].some((language) => {
        const words = keywords[language] ?? [];
        return (
          words.length === 0 ||
          words.some((word) => word.trim() === "" || word !== word.trim()) ||
          new Set(words).size !== words.length
        );
      }),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it("follows French typography: curly apostrophes", () => {
    expect(
      all
        .flatMap(({ label, keywords }) => [label["fr"] ?? "", ...(keywords["fr"] ?? [])])
        .filter((text) => text.includes("'")),
    ).toEqual([]);
  });

  it("knows the industries that are refused and those that are reviewed", () => {
    const idsOf = (wanted: string) => all.filter(({ type }) => type === wanted).map(({ id }) => id);
    expect(idsOf("SUPER_PROHIBITED")).toContain("5967");
    expect(idsOf("PROHIBITED")).toEqual(
      expect.arrayContaining([
        "7995",
        "5999-firearms",
        "5993-hemp",
        "5993-vape",
        "6051-crypto",
        "6012-payday",
        "5962",
      ]),
    );
  });

  it("has the ten unrestricted categories that are offered when nothing is predicted", () => {
    const [variant] = flow?.variants ?? [];
    const { fallbackCategories } =
      variant === undefined ? {} : (flow?.variant(variant).config ?? {});
    expect(fallbackCategories).toEqual([
      "5812",
      "5411",
      "5999",
      "4789",
      "6211",
      "5944",
      "7311",
      "6513",
      "8398",
      "7538",
    ]);
    expect([fallbackCategories].flat().map((id) => industries.get(String(id))?.type)).toEqual(
      Array.from({ length: 10 }, () => "REGULAR"),
    );
  });
});
