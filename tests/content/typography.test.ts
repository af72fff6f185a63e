import { describe, expect, it } from "vitest";
import type { Json } from "../../engine/language/json.ts";
import { readYaml } from "../../engine/source/read-yaml.ts";
import { shippedSources } from "../definitions.ts";

const sources = await shippedSources;

/** Lists of characters that may be typed: what stands there is no sentence. */
const LISTS =
  /(?:validation\.yaml\.businessName\.characters|validation\.yaml\.(?:store|channel)\.invalid)$/;

/**
 * Every text in a language, by file and key: copy, overlays, the catalogue, and values of the
 * configuration that have one text a language.
 */
function textsIn(language: "fr" | "en"): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const collect = (value: Json | undefined, key: string, told: boolean): void => {
    if (typeof value === "string") {
      if (told) found.set(key, value);
    } else if (typeof value === "object" && value !== null)
      for (const [name, inner] of Object.entries(value))
        collect(
          inner as Json,
          `${key}.${name}`,
          /^[a-z]{2}-[A-Z]{2}$/.test(name)
            ? name.startsWith(language)
            : name === "fr" || name === "en"
              ? name === language
              : told,
        );
  };
  for (const [path, text] of sources) {
    const locale = /^content\/[^/]+\/([a-z]{2}-[A-Z]{2})\//.exec(path)?.[1];
    if (
      locale?.startsWith(language) === true ||
      /^(?:content\/[^/]+\/catalogue|flows\/[^/]+\/(?:overlays|config))\//.test(path)
    )
      collect(readYaml(path, text).value, path, locale !== undefined);
  }
  return new Map(
    [...found].filter(
      ([key, text]) =>
        !/^(?:https?:|tel:|\/)/.test(text) &&
        !LISTS.test(key) &&
        !(language === "en" && key.includes(".keywords.")),
    ),
  );
}

/** What is wrong with a French text as Canada writes it. */
const FRENCH: readonly (readonly [string, RegExp])[] = [
  ["a straight apostrophe or quotation mark", /['"]/],
  ["English quotation marks", /[“”]/],
  ["« without a no-break space after it", /«(?!\u00a0)/],
  ["» without a no-break space before it", /(?<!\u00a0)»/],
  ["a colon without a no-break space before it", /(?<![\u00a0\d]):(?=\s|$)/],
  ["a space before ; ! or ?", /[\s\u00a0\u202f][;!?]/],
  ["a number parted from its % or $ by a common space, or by none", /\d ?[%$]/],
  ["three dots in place of an ellipsis", /\.\.\./],
  ["two spaces", / {2}/],
];

const ENGLISH: readonly (readonly [string, RegExp])[] = [
  // Quotation marks are straight where the documents' words have them so.
  ["a straight apostrophe", /'/],
  ["three dots in place of an ellipsis", /\.\.\./],
  ["two spaces", / {2}/],
];

describe("French copy", () => {
  const texts = textsIn("fr");

  it("is found in every place", () => {
    const places = [...texts.keys()].map((key) =>
      key
        .split("/")
        .slice(0, 3)
        .join("/")
        .replace(/\.yaml.*/, ""),
    );
    expect(places).toEqual(
      expect.arrayContaining([
        "content/shell/fr-CA",
        "content/library-card/fr-CA",
        "content/merchant-signup/fr-CA",
        "content/merchant-signup/catalogue",
        "flows/merchant-signup/config",
        "flows/merchant-signup/overlays",
      ]),
    );
  });

  it.each(FRENCH)("has nowhere %s", (_, wrong) => {
    expect([...texts].filter(([, text]) => wrong.test(text))).toEqual([]);
  });
});

describe("English copy", () => {
  it.each(ENGLISH)("has nowhere %s", (_, wrong) => {
    expect([...textsIn("en")].filter(([, text]) => wrong.test(text))).toEqual([]);
  });
});

describe("the checks", () => {
  it.each([
    ["l'adresse", 0],
    ["la “carte”", 1],
    ["« Aucun appareil »", 2],
    ["Aide : oui", 4],
    ["Vraiment ?", 5],
    ["25 % ou plus", 6],
    ["Un instant...", 7],
  ])("find the mistake in %j", (text, at) => {
    expect(FRENCH.flatMap(([, wrong], index) => (wrong.test(text) ? [index] : []))).toContain(at);
  });

  it.each([
    "«\u00a0Aucun appareil\u00a0»",
    "Aide\u00a0: oui",
    "Vraiment?",
    "25\u00a0% ou plus",
    "à 12:30",
    "1\u00a0000\u00a0$",
  ])("let %j be", (text) => {
    expect(FRENCH.filter(([, wrong]) => wrong.test(text))).toEqual([]);
  });
});
