import { describe, expect, it } from "vitest";
import { copyBook } from "../../../engine/copy/copy-book.ts";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const copy = {
  options: { suffix: { "Jr.": "Junior", "Ph.D.": { label: "Doctor" }, None: "None" } },
};

describe("copyBook()", () => {
  const book = copyBook(
    [
      { locale: "fr-CA", copy: { options: { suffix: { "Jr.": "fils" } } } },
      { locale: "en-US", copy },
    ],
    "CAD",
  );

  it.each([
    ["options.suffix.Jr.", "fils"],
    ["options.suffix.Ph.D..label", "Doctor"],
    ["options.suffix.None", "None"],
  ])("finds the text %s, dots in names and all", (key, text) => {
    expect([book.text(key), book.under(key)]).toEqual([text, text]);
  });

  it.each([
    "options.suffix.Jr",
    "options.suffix.Jr..",
    "options.suffix.",
    "",
    ".",
    "constructor",
    "options.suffix.Jr.length",
  ])("has nothing under %j", (key) => {
    expect(book.under(key)).toBeUndefined();
  });
});

describe("copyBook() with texts in texts", () => {
  const hours = { support: { hours: "24 hours a day" } };
  const french = copyBook(
    [
      {
        locale: "fr-CA",
        copy: {
          call: "Appelez {phone} {support.hours}.",
          calls_one: "Un appel {support.hours}",
          calls_other: "{count} appels de {name} {support.hours}",
          lost: "{support.none} {phone}",
        },
      },
      { locale: "en-US", copy: hours },
    ],
    "CAD",
  );

  it("puts the text under a key, of the fallback locale too, into its place", () => {
    expect(french.text("call", { phone: "1" })).toBe("Appelez 1 24 hours a day.");
    expect(french.text("calls", { count: 1 })).toBe("Un appel 24 hours a day");
    expect(french.text("lost", { phone: "1" })).toBe("{support.none} 1");
  });

  it("includes nothing that a value names", () => {
    expect(french.text("call", { phone: "{support.hours}" })).toBe(
      "Appelez {support.hours} 24 hours a day.",
    );
    expect(french.text("calls", { count: 2, name: "{support.hours}" })).toBe(
      "2 appels de {support.hours} 24 hours a day",
    );
  });
});

describe("a choice with a dot in it", () => {
  it("can have its words, in every locale", async () => {
    const sources = new Map(await editableSources);
    const change = (path: string, from: string | RegExp, to: string) => {
      const text = sources.get(path) ?? "";
      const changed = mustReplace(text, from, to);
      if (changed === text) throw new Error(`${path} has no ${String(from)}`);
      sources.set(path, changed);
    };
    change(
      "schemas/library-card/forms/reader.yaml",
      "enum: [here, elsewhere]",
      "enum: [here, elsewhere, St. John]",
    );
    change(
      "schemas/library-card/state.yaml",
      "enum: [here, elsewhere]",
      "enum: [here, elsewhere, St. John]",
    );
    const problemsOf = () => {
      const result = compileFlow(sources, "library-card", ["LOCAL"]);
      return (result.ok ? result.warnings : result.problems).map(
        ({ code, message }) => `${code} ${message}`,
      );
    };
    expect(problemsOf()).not.toEqual([]);
    for (const locale of ["en-US", "fr-CA"])
      change(
        `content/library-card/${locale}/options.yaml`,
        /^lives:\n/m,
        "lives:\n  St. John: In St. John\n",
      );
    expect(problemsOf()).toEqual([]);
  });
});
