import { describe, expect, it } from "vitest";
import { fromCsv, fromXliff, toCsv, toXliff } from "../../server/cli/copy/copy-formats.ts";
import { changeText } from "../../server/cli/copy/change-text.ts";
import { copyRows, type CopyRow } from "../../server/cli/copy/copy-rows.ts";
import { readYaml } from "../../engine/source/read-yaml.ts";
import { fillCopy } from "../../server/cli/copy/fill-copy.ts";
import { importCopy } from "../../server/cli/copy/import-copy.ts";
import { definitionFormatter } from "../../engine/tools/format-definition.ts";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { readSources } from "../../server/definitions/read-sources.ts";
import { CLINIC, PROJECT, shippedSources } from "../definitions.ts";
import { mustReplace } from "../must-replace.ts";

const sources = await shippedSources;

describe.each(["merchant-signup", "library-card"])("copy of %s", (flow) => {
  const { rows, locales } = copyRows(sources, flow);

  it.each([
    ["CSV", () => fromCsv(toCsv(rows, locales))],
    ["XLIFF", () => fromXliff(toXliff(rows, locales, flow, "en-US"))],
  ])("comes back from %s as it went", (_, there) => {
    expect(rows.length).toBeGreaterThan(50);
    expect(there()).toEqual(rows);
    expect(importCopy(sources, flow, there(), "en-US")).toEqual({
      changed: new Map(),
      texts: 0,
      problems: [],
    });
  });

  it("changes the lines of a text alone when it changes", () => {
    // Every text of the small flow, some of the large one.
    for (const row of rows.filter((_, at) => rows.length < 100 || at % 150 === 0)) {
      const [locale, text] = [...row.texts].at(-1) ?? ["", ""];
      const wanted = mustReplace(text, /^[^\n]*/, (line) => `Neu: « ${line} » – #1`);
      const result = importCopy(sources, flow, [with_(row, locale, wanted)], "en-US");
      expect(result.problems).toEqual([]);
      const [[path, changed] = ["", ""]] = result.changed;
      const [before, after] = [(sources.get(path) ?? "").split("\n"), changed.split("\n")];
      const first = before.findIndex((line, at) => line !== after[at]);
      const kept = before.toReversed().findIndex((line, at) => line !== after.at(-1 - at));
      const own = before.slice(first, before.length - kept).map((line) => line.trim());
      expect([row.key, result.changed.size]).toEqual([row.key, 1]);
      // Its key, and each line of a text that is folded.
      for (const [at, line] of own.entries()) if (at > 0) expect(text, row.key).toContain(line);
      expect(
        copyRows(new Map([...sources, [path, changed]]), flow)
          .rows.find((each) => each.key === row.key && each.place === row.place)
          ?.texts.get(locale),
      ).toBe(wanted);
    }
  });
});

describe("importCopy()", () => {
  const { rows } = copyRows(sources, "merchant-signup");
  const refused = (row: CopyRow) => importCopy(sources, "merchant-signup", [row], "en-US").problems;
  const withPlace = rows.find(
    ({ texts }) => /\{(?!count|format)\w+\}/.test(texts.get("en-US") ?? "") && texts.has("fr-CA"),
  );
  const plain = rows.find(({ key }) => key === "screens.applicant.title");
  if (withPlace === undefined || plain === undefined) throw new Error("there are no such texts");

  it("refuses unknown keys, with a suggestion", () => {
    expect(refused({ ...plain, key: "screens.aplicant.title" })).toEqual([
      expect.stringContaining("did you mean screens.applicant.title?"),
    ]);
  });

  it("refuses a text that lost a place for a value, or has a strange one", () => {
    expect(refused(with_(withPlace, "fr-CA", "Rien"))).toEqual([expect.stringContaining("lost {")]);
    expect(refused(with_(plain, "fr-CA", "Bonjour {name}"))).toEqual([
      expect.stringContaining("which nothing fills"),
    ]);
  });

  it("refuses a text of which the flow's has changed since", () => {
    expect(refused({ ...with_(plain, "fr-CA", "Bonjour"), state: "00000000" })).toEqual([
      expect.stringContaining("has changed since"),
    ]);
  });

  it("refuses locales that the flow does not have", () => {
    expect(refused(with_(plain, "de-DE", "Guten Tag"))).toEqual([
      expect.stringContaining("no locale de-DE"),
    ]);
  });

  it("changes nothing at all when one row of many is refused", () => {
    const result = importCopy(
      sources,
      "merchant-signup",
      [with_(plain, "fr-CA", "Bonjour"), { ...plain, key: "nowhere" }],
      "en-US",
    );
    expect([result.changed.size, result.problems.length]).toEqual([0, 1]);
  });
});

it("toXliff() hands over no target for a text that is not written, and importCopy() takes it back", () => {
  const path = "content/library-card/fr-CA/screens/start.yaml";
  const edited = new Map(sources).set(
    path,
    mustReplace(sources.get(path) ?? "", /^title: .*$/m, 'title: "TODO: Title"'),
  );
  const { rows, locales } = copyRows(edited, "library-card");
  const text = toXliff(rows, locales, "library-card", "en-US");
  expect(text).toContain('<target state="needs-translation"></target>');
  expect(text).not.toContain("<target>TODO");
  const unchanged = importCopy(edited, "library-card", fromXliff(text), "en-US");
  expect([unchanged.problems, unchanged.texts]).toEqual([[], 0]);
  const translated = text.replace(
    '<target state="needs-translation"></target>',
    '<target state="translated">Bonjour</target>',
  );
  const imported = importCopy(edited, "library-card", fromXliff(translated), "en-US");
  expect(imported.problems).toEqual([]);
  expect(imported.changed.get(path)).toContain('title: "Bonjour"');
});

it("fromXliff() refuses a text that is no XLIFF", () => {
  expect(() => fromXliff("<xliff><file>")).toThrow(/line/);
  expect(() => fromXliff('<!DOCTYPE x [<!ENTITY a "b">]><xliff/>')).toThrow();
});

it.each([
  ["a: 'it''s' # why\nb: 1\n", "don't", "a: 'don''t' # why\nb: 1\n"],
  ["a: plain\n", "yes", 'a: "yes"\n'],
  ["a: plain # why\n", "also plain", "a: also plain # why\n"],
  ["{ a: x, b: y }\n", "p, q", '{ a: "p, q", b: y }\n'],
  ["a: |\n  one\n\n  two\nb: 1 # why\n", "one\n\nthree\n", "a: |\n  one\n\n  three\nb: 1 # why\n"],
  ["a: |\n  one\n  two\nb: 1\n", "three", 'a: "three"\nb: 1\n'],
])("changeText() keeps everything around a text: %j", (before, text, after) => {
  expect(changeText(before, ["a"], text)).toBe(after);
});

it.each([
  [["z"], 'a: 1\nz: "it\'s"\n', "a: 1\n"],
  [
    ["b", "z"],
    'b:\n  c: >-\n    one\n    two\n  z: "it\'s"\n\nd: 1 # why\n',
    "b:\n  c: >-\n    one\n    two\n\nd: 1 # why\n",
  ],
  [
    ["b", "y", "z"],
    'b:\n    c: 1 # why\n    y:\n      z: "it\'s"\n# d\nd: 1',
    "b:\n    c: 1 # why\n# d\nd: 1",
  ],
  [["b", "z"], "b: { c: 1, z: it's }\n", "b: { c: 1 }\n"],
])("changeText() adds %j at the end of its map: %j", (keys, after, before) => {
  expect(changeText(before, keys, "it's")).toBe(after);
});

it("changeText() folds a long new text, and leaves folded texts around it as they are", async () => {
  const path = "content/merchant-signup/en-US/validation.yaml";
  const before = sources.get(path) ?? "";
  const text = "TODO: ".concat("one two three ".repeat(12).trim());
  const after = changeText(before, ["territory", "unknown"], text);
  const format = definitionFormatter(new Map([...sources, [path, after]]));
  expect(format(path)).toEqual({ ok: true, text: after });
  const added = after.split("\n").filter((line) => !before.includes(line));
  expect(added.join(" ").replaceAll(/ +/g, " ").trim()).toBe(`unknown: >- ${text}`);
});

function with_(row: CopyRow, locale: string, text: string): CopyRow {
  return { ...row, texts: new Map([...row.texts, [locale, text]]) };
}

describe("fillCopy()", async () => {
  const clinic = await readSources(CLINIC, PROJECT);
  const FORM = "schemas/clinic/forms/address.yaml";
  const file = (locale: string) => `content/clinic/${locale}/screens/address.yaml`;
  const question = "  homeTown: { use: line, x-autocomplete: 'off', x-transient: true }\n";
  const form = mustReplace(
    clinic.get(FORM),
    "x-order: [street",
    `${question}x-order: [homeTown, street`,
  );
  const asked = new Map([...clinic, [FORM, form]]);

  it("writes what a new question needs into each locale's file, and leaves the rest as it is", () => {
    const { changed, texts } = fillCopy(asked, "clinic", "en-US");
    expect([texts, [...changed.keys()]]).toEqual([2, [file("en-US"), file("fr-CA")]]);
    for (const [path, text] of changed) {
      expect(text).toContain('  homeTown:\n    label: "TODO: Home town"\n');
      for (const line of (clinic.get(path) ?? "").split("\n")) expect(text).toContain(line);
    }
  });

  it("writes every text of a language that has none yet, and exports a column for it", () => {
    const path = "flows/clinic/flow.yaml";
    const added = new Map(clinic).set(
      path,
      mustReplace(clinic.get(path) ?? "", "[en-US, fr-CA]", "[en-US, fr-CA, es-US]"),
    );
    const { rows, locales } = copyRows(added, "clinic");
    expect(locales).toEqual(["en-US", "es-US", "fr-CA"]);
    const { changed } = fillCopy(added, "clinic", "en-US");
    const filled = copyRows(new Map([...added, ...changed]), "clinic").rows;
    expect(rows.length).toBeGreaterThan(50);
    expect(filled.filter(({ texts }) => !texts.has("es-US")).map(({ key }) => key)).toEqual([]);
  });

  it.each([
    ["fr-FR", "fr-CA", 'title: "TODO: Votre adresse"'],
    ["fr", "fr-CA", 'title: "TODO: Votre adresse"'],
    ["zh-Hant", "en-US", 'title: "TODO: Your address"'],
  ])("begins %s with the words of %s, and says so", (locale, nearest, title) => {
    const path = "flows/clinic/flow.yaml";
    const added = new Map(clinic).set(
      path,
      mustReplace(clinic.get(path) ?? "", "[en-US, fr-CA]", `[en-US, fr-CA, ${locale}]`),
    );
    const { changed, taken } = fillCopy(added, "clinic", "en-US");
    expect(changed.get(file(locale))).toContain(title);
    expect([...taken]).toEqual([[locale, new Set([nearest])]]);
  });

  it("takes the text of the fallback locale where another one lacks it", () => {
    const lacking = new Map([
      ...clinic,
      [file("fr-CA"), mustReplace(clinic.get(file("fr-CA")), /^title: .*\n/mu, "")],
    ]);
    const { changed } = fillCopy(lacking, "clinic", "en-US");
    expect([...changed]).toEqual([
      [file("fr-CA"), expect.stringContaining('title: "TODO: Your address"')],
    ]);
  });

  const SCREEN = "flows/clinic/screens/address.yaml";
  const withBlock = (block: string) =>
    new Map([...clinic, [SCREEN, `${clinic.get(SCREEN) ?? ""}blocks:\n  - ${block}\n`]]);
  const block = (kind: string, more: string) => `{ id: known, kind: ${kind}${more} }`;

  it.each([
    [
      "a summary with a link",
      block("summary", ", change: contact, items: [{ id: street, value: { var: contact.phone } }]"),
      { items: { street: { label: "TODO: Street" } }, title: "TODO: Known" },
    ],
    ["steps", block("steps", ""), { items: { first: { title: "TODO: First" } } }],
    ["a disclosure", block("disclosure", ""), { title: "TODO: Known", text: "TODO: Known" }],
    ["a text", block("text", ""), "TODO: Known"],
  ])("writes the words of %s, and the check misses none of them any more", (_, text, words) => {
    const shown = withBlock(text);
    const { changed, blocked } = fillCopy(shown, "clinic", "en-US");
    expect(blocked).toEqual([]);
    const written = readYaml("address.yaml", changed.get(file("en-US")) ?? "").value;
    expect(written).toMatchObject({ blocks: { known: words } });
    const result = compileFlow(new Map([...shown, ...changed]), "clinic", ["CI"]);
    const told = result.ok ? result.warnings : result.problems;
    expect([...new Set(told.map(({ code }) => code))]).toEqual(["FLOW-COPY-UNWRITTEN"]);
  });

  it("writes a mail that a call names, and both texts of a countdown, into files without a gap", () => {
    const CHECK = "flows/clinic/screens/check.yaml";
    const words = "content/clinic/en-US/screens/check.yaml";
    const call = `# yaml-language-server: $schema=../../../schemas/definition/calls.json
calls:
  welcome:
    description: Mails a greeting
    service: post
    method: POST
    path: /messages
    body: { template: greeting, to: { var: person.email }, locale: { var: locale } }
    timeoutMs: 5000
`;
    const { changed } = fillCopy(
      new Map([
        ...clinic,
        ["flows/clinic/calls/welcome.yaml", call],
        [words, mustReplace(clinic.get(words) ?? "", /^ +over: .*\n/m, "")],
      ]),
      "clinic",
      "en-US",
    );
    expect(clinic.get(CHECK)).toContain("kind: countdown");
    expect(changed.get(words)).toMatch(/over: "TODO: /);
    expect(changed.get("content/clinic/en-US/mail/greeting.yaml")).toMatch(
      /^# yaml-language-server: .*\nsubject: "TODO: .*\ntext: "TODO: /,
    );
  });

  it("names what it cannot write below a text, and writes the rest", () => {
    const shown = withBlock(block("disclosure", ""));
    for (const locale of ["en-US", "fr-CA"])
      shown.set(file(locale), `${clinic.get(file(locale)) ?? ""}blocks: { known: Words }\n`);
    const { blocked } = fillCopy(shown, "clinic", "en-US");
    expect(blocked.map(({ path, keys }) => `${path} ${keys.join(".")}`).toSorted()).toEqual([
      `${file("en-US")} blocks.known.text`,
      `${file("en-US")} blocks.known.title`,
      `${file("fr-CA")} blocks.known.text`,
      `${file("fr-CA")} blocks.known.title`,
    ]);
  });

  it("has nothing to do where no text is missing, and its texts are told until they are written", () => {
    expect(fillCopy(clinic, "clinic", "en-US")).toEqual({
      changed: new Map(),
      texts: 0,
      taken: new Map(),
      blocked: [],
    });
    const filled = new Map([...asked, ...fillCopy(asked, "clinic", "en-US").changed]);
    const result = compileFlow(filled, "clinic", ["CI"]);
    const told = result.ok ? result.warnings : result.problems;
    expect(told.map(({ code, message }) => [code, message])).toEqual([
      [
        "FLOW-COPY-UNWRITTEN",
        'The text "screens.address.fields.homeTown.label" of en-US and fr-CA is not written yet',
      ],
    ]);
  });
});
