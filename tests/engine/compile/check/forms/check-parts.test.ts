import { describe, expect, it } from "vitest";
import { cardProblems } from "../../../../card-flow.ts";
import { shippedSources } from "../../../../definitions.ts";
import { addAt, removeAt, setAt } from "../../../../edit-yaml.ts";
import { partedCard } from "../../../../parted-card.ts";

const SCREEN = "flows/library-card/screens/reader.yaml";

type Change = NonNullable<Parameters<typeof partedCard>[0]>;

const problemsOf = async (change: Change) => cardProblems(await partedCard(change));

const pages = (...each: readonly (readonly [id: string, ...fields: readonly string[]])[]) => ({
  pages: each.map(([id, ...fields]) => ({ id, fields })),
});

/** The form that asks for a town where somebody lives elsewhere. */
const withTown = (text: string) =>
  [
    ["if", { required: ["lives"], properties: { lives: { const: "elsewhere" } } }],
    [
      "then",
      {
        required: ["name"],
        properties: {
          town: {
            type: "string",
            "x-transient": true,
            "x-autocomplete": "off",
            errorMessage: { "*": "validation.name.invalid" },
          },
        },
      },
    ],
  ].reduce((form, [key, value]) => addAt(form, String(key), value), text);

describe("checkParts()", () => {
  it("takes a form whose parts ask for every field once", async () => {
    expect(await problemsOf({})).toEqual([]);
  });

  it.each<[string, Change, string, string, string | undefined]>([
    [
      "a field that no part asks for",
      { parts: pages(["name", "name", "born"], ["home", "lives"]) },
      "FLOW-PARTS-LEFT",
      'No part of the screen "reader" asks for "proof"',
      "fields: [proof] in one of the parts",
    ],
    [
      "a field of two parts",
      { parts: pages(["name", "name", "born"], ["home", "lives", "name"], ["proof", "proof"]) },
      "FLOW-PARTS",
      'The field "name" is asked in the part "name" already',
      "(take it out)",
    ],
    [
      "a field that the form does not have",
      { parts: pages(["name", "name", "born"], ["home", "livs", "lives"], ["proof", "proof"]) },
      "FLOW-PARTS",
      'The part "home" of the screen "reader" asks for "livs", which the form "reader" does not have',
      "lives",
    ],
    [
      "two parts of one name",
      { parts: pages(["name", "name", "born"], ["name", "lives"], ["proof", "proof"]) },
      "FLOW-PARTS",
      'Two parts of the screen "reader" are called "name"',
      "name-more",
    ],
    [
      "parts without a form",
      { screen: (text) => removeAt(text, "form") },
      "FLOW-PARTS",
      'The screen "reader" has no form to ask in parts',
      "form: NAME, or (take it out)",
    ],
    [
      "a block of a part that is not there",
      { screen: (text) => addAt(text, "blocks", [{ id: "why", kind: "text", part: "hoem" }]) },
      "FLOW-PARTS",
      'The screen "reader" has no part "hoem"',
      "home",
    ],
    [
      "a condition on a field of another part",
      {
        form: withTown,
        parts: pages(["name", "name", "born"], ["home", "lives"], ["proof", "proof", "town"]),
      },
      "FLOW-PARTS-TIED",
      'A condition of the form ties "town" to "lives", which the screen "reader" asks in another part, "home": neither part could judge it',
      '"lives" and "town" in one part',
    ],
    [
      "an answer that is not saved",
      {
        form: withTown,
        parts: pages(["name", "name", "born"], ["home", "lives", "town"], ["proof", "proof"]),
      },
      "FLOW-PARTS-TIED",
      'The answer of "town" is not saved, and a form in parts is sent from what is saved',
      'no x-transient for "town", or the form on one page',
    ],
    [
      "a rule over fields of two parts",
      {
        form: (text) =>
          addAt(text, "x-rules", [
            {
              id: "named",
              when: { "===": [{ var: "form.name" }, { var: "form.lives" }] },
              field: "name",
              message: "validation.name.invalid",
            },
          ]),
      },
      "FLOW-PARTS-TIED",
      'The rule "named" ties "lives" to "name", which the screen "reader" asks in another part, "name": neither part could judge it',
      '"name" and "lives" in one part',
    ],
  ])("refuses %s", async (_, change, code, message, suggestion) => {
    const found = (await problemsOf(change)).filter((each) => each.code === code);
    expect(found).toContainEqual(
      expect.objectContaining({ file: SCREEN, message, suggestion, severity: "error" }),
    );
    expect(found.every(({ line }) => line > 1)).toBe(true);
  });

  it("refuses an entry parameter of the name that names a part", async () => {
    const files = await partedCard();
    const path = "flows/library-card/flow.yaml";
    const text = setAt((await shippedSources).get(path), "entryParameters", {
      part: { description: "A part", into: "reader.name" },
    });
    expect((await cardProblems({ ...files, [path]: text })).map(({ code }) => code)).toContain(
      "FLOW-PARTS",
    );
  });
});

describe("the shape of parts", () => {
  it.each([
    ["an empty part", pages(["name", "name", "born", "lives"], ["proof"])],
    ["a single part", pages(["all", "name", "born", "lives", "proof"])],
  ])("refuses %s", async (_, parts) => {
    const [found] = await problemsOf({ parts });
    expect(found).toMatchObject({ file: SCREEN, severity: "error" });
  });
});

describe("the texts of parts", () => {
  it("are missed in each language", async () => {
    const titled = { name: { title: "Who?" }, home: { title: "Where?" } };
    const found = await problemsOf({ texts: { "en-US": titled, "fr-CA": titled } });
    expect(found.map(({ code }) => code)).toEqual(["FLOW-COPY-MISSING"]);
    expect(found[0]?.texts).toMatchObject(
      ["en-US", "fr-CA"].map((locale) => ({
        key: "screens.reader.parts.proof.title",
        locale,
      })),
    );
  });

  it("are found to be unused where there is no such part", async () => {
    const found = await problemsOf({
      parts: pages(["name", "name", "born"], ["home", "lives", "proof"]),
    });
    expect(found.map(({ code, message }) => [code, message])).toContainEqual([
      "FLOW-COPY-UNUSED",
      'Nothing shows the text "screens.reader.parts.proof.title" of en-US and fr-CA',
    ]);
  });
});
