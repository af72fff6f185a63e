import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import type { DefinitionProblem } from "../../../../../engine/language/problem.ts";
import type { Sources } from "../../../../../engine/language/sources.ts";
import { editableSources } from "../../../../definitions.ts";
import { addAt, lineOf, renameAt, setAt } from "../../../../edit-yaml.ts";

const sources: Sources = await editableSources;
const FORM = "schemas/library-card/forms/reader.yaml";
const STATE = "schemas/library-card/state.yaml";
/** Where the state says what is known of a file. */
const PROOF = "properties/reader/properties/proof/properties";
const DONE = "content/library-card/fr-CA/screens/done.yaml";

function problemsOf(
  flow: string,
  changed: Readonly<Record<string, ((text: string) => string) | undefined>>,
  environments = ["LOCAL"],
): readonly DefinitionProblem[] {
  const edited = new Map(sources);
  for (const [path, change] of Object.entries(changed)) {
    if (change === undefined) edited.delete(path);
    else edited.set(path, change(sources.get(path) ?? ""));
  }
  const result = compileFlow(edited, flow, environments);
  return result.ok ? result.warnings : result.problems;
}

const question = (text: string) =>
  addAt(setAt(text, "x-order", ["name", "born", "lives", "wants", "proof"]), "properties/wants", {
    type: "string",
    enum: ["books", "films"],
    "x-widget": "radio",
    errorMessage: { "*": "validation.wants.required" },
  });
const place = (text: string) =>
  addAt(text, "properties/reader/properties/wants", { type: "string", enum: ["books", "films"] });

describe("texts that are missing", () => {
  it("name the message of a field that a flag leaves out", () => {
    const found = problemsOf("library-card", {
      [FORM]: (text) =>
        addAt(
          setAt(text, "x-order", ["name", "born", "lives", "nick", "proof"]),
          "properties/nick",
          {
            type: "string",
            "x-when": { var: "flags.asksNick" },
            errorMessage: { "*": "validation.nick.invalid" },
          },
        ),
      "flows/library-card/flags.yaml": (text) =>
        addAt(text, "flags/asksNick", { default: false, description: "Asks for a nickname" }),
    });
    const keys = found.flatMap(({ texts = [] }) => texts.map(({ key }) => key));
    expect(keys).toContain("validation.nick.invalid");
    expect(keys).not.toContain("screens.reader.fields.nick.label");
  });

  it("are reported once for one new question, ready to be copied, with every file they belong in", () => {
    const problems = problemsOf("library-card", { [FORM]: question, [STATE]: place });
    expect(
      problems.map(({ code, file, line, message, variant }) => [
        code,
        `${file}:${line}`,
        message,
        variant,
      ]),
    ).toEqual([
      [
        "FLOW-COPY-MISSING",
        `${FORM}:${lineOf(question(sources.get(FORM) ?? ""), "wants:")}`,
        "4 texts are missing: fields.wants.label, fields.wants.options.books, fields.wants.options.films in content/library-card/en-US/screens/reader.yaml and content/library-card/fr-CA/screens/reader.yaml; wants.required in content/library-card/en-US/validation.yaml and content/library-card/fr-CA/validation.yaml",
        undefined,
      ],
    ]);
    expect(problems[0]?.texts).toHaveLength(8);
  });

  it("name the words of a link, in each language that has an address for it", () => {
    const found = problemsOf("library-card", {
      "flows/library-card/config/library.yaml": (text) =>
        setAt(text, "links", {
          terms: "https://library.example/terms",
          lending: { "fr-CA": "https://library.example/pret" },
        }),
    });
    expect(found.flatMap(({ texts = [] }) => texts)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          key: "links.terms",
          file: "content/library-card/<locale>/links.yaml",
        }),
        expect.objectContaining({ key: "links.lending", locale: "fr-CA" }),
      ]),
    );
    expect(found.filter(({ code }) => code !== "FLOW-COPY-MISSING")).toEqual([]);
  });

  it("are reported once for a screen without any texts, however many parts it has", () => {
    const problems = problemsOf("library-card", {
      "content/library-card/en-US/screens/lost.yaml": undefined,
      "content/library-card/fr-CA/screens/lost.yaml": undefined,
    });
    expect(problems.map(({ code, file, line }) => `${code} ${file}:${line}`)).toEqual([
      "FLOW-COPY-MISSING flows/library-card/screens/lost.yaml:2",
    ]);
    expect(problems[0]?.message).toContain(
      "title in content/library-card/en-US/screens/lost.yaml and content/library-card/fr-CA/screens/lost.yaml",
    );
  });

  it("are reported once for a file that is not translated", () => {
    const problems = problemsOf("library-card", { [DONE]: undefined });
    expect(problems.map(({ code, file }) => `${code} ${file}`)).toEqual([
      "FLOW-COPY-LOCALE content/library-card/en-US/screens/done.yaml",
    ]);
    expect(problems[0]?.message).toContain(
      "6 texts are not there in fr-CA; people would read them in another language: title, ",
    );
  });

  it("name a market's variant only where not all of them lack the text", () => {
    const tax = "content/merchant-signup/en-US/screens/applicant.yaml";
    const problems = problemsOf("merchant-signup", {
      [tax]: (text) => renameAt(text, "title", "titel"),
    }).filter(({ code }) => code === "FLOW-COPY-MISSING");
    expect(problems.map(({ message, variant }) => [message, variant])).toEqual([
      [`A text is missing: title in ${tax}`, undefined],
    ]);
  });
});

describe("parts that only some settings show", () => {
  it("is checked all the same: the format of a field that no variant asks for", () => {
    const hidden = (text: string) =>
      addAt(setAt(text, "x-order", ["name", "born", "lives", "nick", "proof"]), "properties/nick", {
        "x-when": false,
        type: "string",
        format: "ful-name",
        "x-autocomplete": "off",
      });
    expect(problemsOf("library-card", { [FORM]: hidden }).map(({ message }) => message)).toContain(
      'There is no format "ful-name" in formats.yaml',
    );
  });

  it("are checked all the same: an element that is picked by a state change", () => {
    const table = "flows/library-card/transitions/resume.yaml";
    const list = (text: string) =>
      addAt(text, "properties/books", {
        type: "array",
        items: {
          type: "object",
          properties: { id: { type: "string" }, state: { type: "string" } },
        },
      });
    const set = (place_: string) => (text: string) =>
      addAt(text, "rows/done/set", { [`books.[{${place_}}].state`]: "lent" });
    const told = (name: string) =>
      problemsOf("library-card", { [STATE]: list, [table]: set(name) }).flatMap(
        ({ code, message, suggestion }) =>
          code === "FLOW-SET-PATH" ? [`${message} ${suggestion ?? ""}`] : [],
      );
    expect(told("item.id")).toEqual([]);
    expect(told("itme.id")).toEqual(['There is no "itme.id" to put into the path item']);
  });

  it("are checked all the same: a state that takes a file's metadata", () => {
    expect(
      problemsOf("library-card", {
        [STATE]: (text) => renameAt(text, `${PROOF}/bytes`, "btyes"),
      }).flatMap(({ code, message }) => (code === "FLOW-FIELD-FILE" ? [message] : [])),
    ).toEqual(['The place "reader.proof" of a file lacks bytes and has btyes, which no file has']);
  });
});

describe("texts that are blank", () => {
  it.each(["", "  ", "\u200b", "\u2800"])("are named where a page needs them: %j", (text) => {
    const told = problemsOf("library-card", { [DONE]: (copy) => setAt(copy, "title", text) });
    expect(told.map(({ code, message, file }) => [code, message, file])).toEqual([
      [
        "FLOW-COPY-BLANK",
        'The text "screens.done.title" of fr-CA is blank: the page shows nothing there',
        DONE,
      ],
    ]);
  });
});

it("checkShownValues() names a line that shows an object", () => {
  const confirm = "flows/library-card/screens/confirm.yaml";
  const told = problemsOf("library-card", {
    [confirm]: (text) => setAt(text, "blocks/answers/items/name/value", { var: "reader" }),
  });
  expect(told.flatMap(({ code, message }) => (code === "FLOW-SHOWN" ? [message] : []))).toEqual([
    '"reader" cannot be written in a line: it is an object',
  ]);
});
