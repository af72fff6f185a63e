import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { readFlowFiles } from "../../../engine/compile/flow-sources.ts";
import { readCollections } from "../../../engine/compile/read-collections.ts";
import { buildFacts } from "../../../engine/transition/facts.ts";
import { renderForm } from "../../../engine/render/render-form.ts";
import { shippedLibrary, editableSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const shipped = await editableSources;

/** Catalogue files of a flow, read. */
function collectionsOf(files: Readonly<Record<string, string>>) {
  return readCollections(
    readFlowFiles(
      new Map(
        Object.entries(files).map(([name, text]) => [
          `content/library-card/catalogue/${name}.yaml`,
          text,
        ]),
      ),
      "library-card",
    ),
  );
}

describe("readCollections()", () => {
  it("joins the lists of one name over all files, and applies a file's defaults to its entries", () => {
    const { collections, problems } = collectionsOf({
      novels:
        "shelf: A\nlabel: { en: Novels }\nbooks:\n  - { id: emma, label: { en: Emma } }\n  - { id: germinal, shelf: Z }\n",
      poems: "shelf: P\nbooks:\n  - { id: odes, lent: true }\nrooms:\n  - { id: cellar }\n",
    });
    expect(problems).toEqual([]);
    expect([...collections.keys()]).toEqual(["books", "rooms"]);
    expect(Object.fromEntries(collections.get("books")?.things ?? [])).toEqual({
      emma: { shelf: "A", label: { en: "Emma" }, id: "emma" },
      germinal: { shelf: "Z", label: { en: "Novels" }, id: "germinal" },
      odes: { shelf: "P", id: "odes", lent: true },
    });
    expect([...(collections.get("books")?.members ?? [])].toSorted()).toEqual([
      "id",
      "label",
      "lent",
      "shelf",
    ]);
  });

  it("refuses an id that two things have, with its place", () => {
    const { problems } = collectionsOf({
      novels: "books:\n  - { id: emma }\n",
      more: "books:\n  - { id: odes }\n  - { id: emma }\n",
    });
    expect(problems).toMatchObject([
      {
        code: "FLOW-CATALOGUE-ID",
        message: 'Two things of the catalogue have the id "emma"',
        file: "content/library-card/catalogue/novels.yaml",
        line: 2,
      },
    ]);
  });

  it("has nothing without a catalogue", () => {
    expect(collectionsOf({}).collections.size).toBe(0);
  });
});

/** The merchant sign-up with one file changed. */
function changed(path: string, from: string, to: string) {
  const text = shipped.get(path) ?? "";
  if (!text.includes(from)) throw new Error(`${path} does not have ${from}`);
  const result = compileFlow(
    new Map([...shipped, [path, mustReplace(text, from, to)]]),
    "merchant-signup",
    ["LOCAL"],
  );
  return result.ok ? result.warnings : result.problems;
}

describe("compileFlow()", () => {
  const form = "schemas/merchant-signup/forms/category.yaml";
  const screen = "flows/merchant-signup/screens/category.yaml";
  it.each([
    [
      "a collection that is not there",
      form,
      "lookup: [industries, { var: form.category }, type]",
      "lookup: [industires, { var: form.category }, type]",
      "FLOW-RULE-NAME",
      "industries",
    ],
    [
      "a member that is not there",
      form,
      "lookup: [industries, { var: form.category }, type]",
      "lookup: [industries, { var: form.category }, tipe]",
      "FLOW-RULE-NAME",
      "type",
    ],
    [
      "a misspelt member in a state change",
      screen,
      "{ var: company.category }, mcc]",
      "{ var: company.category }, mmc]",
      "FLOW-RULE-NAME",
      "mcc",
    ],
    [
      "a misspelt path inside a lookup",
      screen,
      "{ var: company.category }, mcc]",
      "{ var: company.categori }, mcc]",
      "FLOW-RULE-PATH",
      "category",
    ],
    [
      "a note without words",
      form,
      "copy: screens.category.notes.refused",
      "copy: screens.category.notes.refussed",
      "FLOW-COPY-MISSING",
      undefined,
    ],
    [
      "a call for suggestions that is not there",
      form,
      "call: predictCategories",
      "call: predictCategory",
      "FLOW-NAME",
      "predictCategories",
    ],
    [
      "a thing with a misspelt member",
      "content/merchant-signup/catalogue/beauty.yaml",
      "type: REGULAR",
      "typ: REGULAR",
      "FLOW-SHAPE",
      "type",
    ],
    [
      "a label that lacks a language",
      "content/merchant-signup/catalogue/beauty.yaml",
      "label: { en: Beauty and spas, fr: Beauté et spas }",
      "label: { en: Beauty and spas }",
      "FLOW-SHAPE",
      undefined,
    ],
    [
      "an id twice",
      "content/merchant-signup/catalogue/beauty.yaml",
      "id: 7230-barber",
      "id: '7230'",
      "FLOW-CATALOGUE-ID",
      undefined,
    ],
  ])("refuses %s, with the place and a suggestion", (_, path, from, to, code, suggestion) => {
    const problems = changed(path, from, to);
    const problem = problems.find(
      (each) =>
        each.code === code &&
        (suggestion === undefined || each.suggestion?.includes(suggestion) === true),
    );
    expect(problem, JSON.stringify(problems, null, 1)).toMatchObject({ file: path });
    expect(problem?.line).toBeGreaterThan(1);
  });
});

describe("compileFlow() with a catalogue", () => {
  const SCHEMA = "schemas/library-card/catalogue.json";
  const FILE = "content/library-card/catalogue/branches.yaml";
  const branch = { required: ["id", "floors"], properties: { floors: { type: "integer" } } };
  const schema = JSON.stringify({ properties: { branches: { items: branch } } });

  const problemsWith = (text: string) => {
    const sources = new Map([...shipped, [SCHEMA, schema], [FILE, text]]);
    const result = compileFlow(sources, "library-card", ["LOCAL"]);
    return (result.ok ? result.warnings : result.problems).map(
      ({ code, file, line, message }) => `${code} ${file}:${line} ${message}`,
    );
  };
  const own = "# yaml-language-server: $schema=../../../schemas/library-card/catalogue.json\n";

  it("takes a list of any name, with members of the flow's own", () => {
    expect(problemsWith("branches: [{ id: main, floors: 2, step-free: true }]\n")).toEqual([]);
  });

  it("wants an id of each thing, and holds a file to the schema that its first line names", () => {
    const nameless = "branches:\n  - floors: 2\n";
    const twisted = "branches:\n  - id: main\n    floors: two\n";
    expect(problemsWith(nameless)).toEqual([`FLOW-SHAPE ${FILE}:2 "id" is missing in branches.0`]);
    expect(problemsWith(`${own}${nameless}`)).toEqual([
      `FLOW-SHAPE ${FILE}:3 "id" is missing in branches.0`,
    ]);
    expect(problemsWith(twisted)).toEqual([]);
    expect(problemsWith(`${own}${twisted}`)).toEqual([
      `FLOW-SHAPE ${FILE}:4 branches.0.floors is a text, and has to be a whole number`,
    ]);
    expect(problemsWith(`${own.replace("catalogue.json", "catalog.json")}${twisted}`)).toEqual([
      `FLOW-SCHEMA ${FILE}:1 There is no schemas/library-card/catalog.json`,
    ]);
  });
});

describe("a form whose rules look things up", async () => {
  const flow = (await shippedLibrary()).flows.get("merchant-signup");
  const render = (market: string, locale: string, category?: string) => {
    const variant = flow?.variant({ portal: "hosting", market, environment: "LOCAL" });
    const screen = variant?.screens.get("category");
    const form = variant?.forms.get("category");
    if (variant === undefined || screen === undefined || form === undefined)
      throw new Error("there is no category screen");
    const context = {
      now: "2026-03-01T12:00:00Z",
      variant: variant.variant,
      locale,
      signedIn: true,
      uuids: [],
    };
    const drawing = {
      flow: variant,
      screen,
      facts: buildFacts(variant, { company: category === undefined ? {} : { category } }, context),
      copy: variant.copy(locale),
    };
    return renderForm(drawing, { form }, { validatorUrl: () => "" }).form;
  };

  it("keeps those rules from the page, which has no catalogue", () => {
    expect(render("CA", "en-CA").rules).toEqual([]);
  });

  it("shows a stored value in the applicant's language", () => {
    expect(render("CA", "fr-CA", "5812-cafe").suggests["category"]?.chosen).toEqual({
      label: "Café",
      tone: "info",
    });
    expect(render("US", "en-US", "7995").suggests["category"]?.chosen).toEqual({
      label: "Gambling or betting",
      tone: "warning",
    });
    expect(render("US", "en-US", "5967").suggests["category"]?.chosen).toEqual({
      label: "Adult content",
      tone: "error",
    });
    expect(render("US", "en-US", "0001").suggests["category"]?.chosen).toBeUndefined();
    expect(render("US", "en-US").suggests["category"]?.chosen).toBeUndefined();
  });

  it.each([
    ["US", "en-US", "https://partner.example/legal/restricted"],
    ["CA", "en-CA", "https://partner.example/legal/ca/restricted"],
    ["CA", "fr-CA", "https://partner.example/legal/ca/restrictions"],
  ])("links the policy where a person looks first, in %s in %s", (market, locale, href) => {
    const { warning, error } = render(market, locale).suggests["category"]?.notes ?? {};
    for (const note of [warning, error]) {
      expect(note?.text).not.toBe("");
      expect(note?.link?.href).toBe(href);
      expect(note?.link?.label).not.toBe(href);
    }
  });
});
