import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findRunaway } from "../../../engine/compile/check/files/check-patterns.ts";
import { patternsIn } from "../../../engine/compile/mistakes/patterns.ts";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { DefinitionError } from "../../../engine/language/problem.ts";
import { readYaml } from "../../../engine/source/read-yaml.ts";
import { readSources } from "../../../server/definitions/read-sources.ts";
import { PROJECT, editableSources } from "../../definitions.ts";
import { mustReplaceEach } from "../../must-replace.ts";

const shipped = await editableSources;
const codes = (text: string) =>
  readYaml("flows/x/config/x.yaml", text).problems.map(({ code }) => code);

it("compileFlow() reports a file named after a prototype as it does any unread file", () => {
  const path = "content/library-card/en-US/__proto__.yaml";
  const result = compileFlow(new Map([...shipped, [path, "label: x\n"]]), "library-card", [
    "LOCAL",
  ]);
  expect(
    result.ok && result.warnings.filter(({ file }) => file === path).map(({ code }) => code),
  ).toContain("FLOW-COPY-UNUSED");
});

describe("readYaml() of a hostile text", () => {
  it.each([
    [
      "aliases that multiply",
      "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n",
      "FLOW-YAML-ALIASES",
    ],
    ["an alias inside its own anchor", "a: &a [*a]\n", "FLOW-YAML-ALIASES"],
    [
      "an alias inside its own anchor, round a corner",
      "a: &a { b: &b { c: *a } }\nd: *b\n",
      "FLOW-YAML-ALIASES",
    ],
    ["a hundred thousand aliases", `a: &a 1\nb: [${"*a,".repeat(100_000)}]\n`, "FLOW-YAML-ALIASES"],
    [
      "depth that only aliases make",
      Array.from(
        { length: 100 },
        (_, at) => `k${at}: &k${at} [${at === 0 ? "x" : `*k${at - 1}`}]`,
      ).join("\n"),
      "FLOW-YAML-ALIASES",
    ],
    ["two megabytes", `a: ${"x".repeat(2_000_000)}\n`, "FLOW-YAML-SIZE"],
    ["a thousand levels", `${"[".repeat(1000)}${"]".repeat(1000)}`, "FLOW-YAML-DEPTH"],
    [
      "ten thousand levels, closed",
      `${"[".repeat(10_000)}${"]".repeat(10_000)}`,
      "FLOW-YAML-DEPTH",
    ],
    ["half a million open brackets", "[".repeat(500_000), "FLOW-YAML-DEPTH"],
    ["lists in lists by dashes", `${"- ".repeat(300_000)}x`, "FLOW-YAML-DEPTH"],
    ["keys in keys", `${"? ".repeat(300_000)}x`, "FLOW-YAML-DEPTH"],
    [
      "a thousand indented levels",
      Array.from({ length: 1000 }, (_, at) => `${" ".repeat(at)}a:`).join("\n"),
      "FLOW-YAML-DEPTH",
    ],
    ["the same key twice", "a: 1\na: 2\n", "FLOW-YAML-DUPLICATE-KEY"],
    ["the same key as a number and a text", "1: a\n'1': b\n", "FLOW-YAML-DUPLICATE-KEY"],
    ["a prototype key", "__proto__: { a: 1 }\n", "FLOW-YAML-KEY"],
    [
      "a constructor far inside",
      "a: [{ b: { constructor: { prototype: 1 } } }]\n",
      "FLOW-YAML-KEY",
    ],
    ["a map as a key", "? { a: 1 }\n: b\n", "FLOW-YAML-KEY"],
    ["a byte order mark", "\ufeffa: 1\n", "FLOW-YAML-ENCODING"],
    [
      "UTF-16 read as UTF-8",
      [..."a: 1\n"].map((letter) => `${letter}\u0000`).join(""),
      "FLOW-YAML-ENCODING",
    ],
    ["a NUL", "a: \u0000\n", "FLOW-YAML-ENCODING"],
    ["half a character", "a: \ud800\n", "FLOW-YAML-ENCODING"],
    ["what a decoder puts in the place of broken bytes", "a: \ufffd\n", "FLOW-YAML-ENCODING"],
    ["half a character, written as an escape", 'a: "\\ud800"\n', "FLOW-YAML-VALUE"],
    ["a NUL, written as an escape", 'a: "\\0"\n', "FLOW-YAML-VALUE"],
    ["a number that is none", "a: .nan\nb: 1e999\n", "FLOW-YAML-VALUE"],
    ["two documents", "a: 1\n---\nb: 2\n", "FLOW-YAML-SYNTAX"],
    ["a tag of another language", "a: !!js/function 'x'\n", "FLOW-YAML-SYNTAX"],
    ["YAML 1.1, in which no is false", "%YAML 1.1\n---\na: no\n", "FLOW-YAML-SYNTAX"],
  ])("refuses %s", (_, text, code) => {
    const read = readYaml("flows/x/config/x.yaml", text);
    expect([...new Set(read.problems.map((problem) => problem.code))]).toEqual([code]);
    expect(read.value).toBeUndefined();
    for (const problem of read.problems)
      expect([problem.message.length > 10, problem.line > 0, problem.column > 0]).toEqual([
        true,
        true,
        true,
      ]);
  });

  it.each([
    ["a postal code without quotes", "a: 02139\n", 1],
    ["a postal code without quotes as a key", "02139: a\n", 1],
    ["amounts with their cents as zeros", "a: [95.00]\nb: -0.50\n", 2],
    ["more digits than a number keeps", "a: 12345678901234567890\n", 1],
  ])("notes %s, and reads the file", (_, text, count) => {
    const { value, problems, misreadValues } = readYaml("flows/x/config/x.yaml", text);
    expect([value === undefined, problems]).toEqual([false, []]);
    expect(misreadValues.map(({ code }) => code)).toEqual(Array(count).fill("FLOW-YAML-NUMBER"));
  });

  it("says what to write for an amount in minor units that was written in whole ones", () => {
    const { misreadValues } = readYaml("flows/x/config/x.yaml", "feeMinor: 25.00\n");
    expect(misreadValues.map(({ message }) => message)).toEqual([
      '25.00 is read as 25, and "feeMinor" is in minor units, such as cents: write 2500 for 25.00',
    ]);
  });

  it.each([
    ["a text", "a: “Your name”\n", 1],
    ["choices", "enum: [‘yes’, ‘no’]\n", 2],
    ["a key", "‘a’: 1\n", 1],
  ])("notes typographic quotation marks around %s", (_, text, count) => {
    const { problems, misreadValues } = readYaml("flows/x/screens/x.yaml", text);
    expect(problems).toEqual([]);
    expect(misreadValues.map(({ code }) => code)).toEqual(Array(count).fill("FLOW-YAML-QUOTES"));
  });

  it("takes typographic quotation marks within a text, or in quotes, as they are", () => {
    const text = "a: '“Your name”'\nb: “Ada” and “Bo”\nc: it’s\nd: Say ‘yes’\ne: \"‘yes’\"\n";
    expect(readYaml("flows/x/screens/x.yaml", text).misreadValues).toEqual([]);
  });

  it("reads a number that keeps its digits, and any digits in quotes", () => {
    const { value, problems, misreadValues } = readYaml(
      "flows/x/config/x.yaml",
      "a: 0\nb: 0.5\nc: -10\nd: 1e6\ne: 9007199254740991\nf: '02139'\ng: 100\nh: 1.05\n",
    );
    expect([...problems, ...misreadValues]).toEqual([]);
    expect(value).toEqual({
      a: 0,
      b: 0.5,
      c: -10,
      d: 1_000_000,
      e: Number.MAX_SAFE_INTEGER,
      f: "02139",
      g: 100,
      h: 1.05,
    });
  });

  it("reports every repeated key, up to fifty", () => {
    expect(codes(Array.from({ length: 60 }, () => "a: 1").join("\n"))).toHaveLength(50);
  });

  it("reads a map of thirty thousand keys without comparing each with each", () => {
    const { value, problems } = readYaml(
      "flows/x/config/x.yaml",
      Array.from({ length: 30_000 }, (_, at) => `k${at}: 1`).join("\n"),
    );
    expect(problems).toEqual([]);
    expect(Object.keys(value ?? {})).toHaveLength(30_000);
  });

  it("takes 64 levels, aliases and all that JSON has", () => {
    expect(codes(`${"[".repeat(64)}${"]".repeat(64)}`)).toEqual([]);
    expect(readYaml("x.yaml", "a: &a { b: 1 }\nc: [*a, null, true, 1.5, 'é😀']\n").value).toEqual({
      a: { b: 1 },
      c: [{ b: 1 }, null, true, 1.5, "é😀"],
    });
  });

  it("finds each of as many keys as a file can hold without looking through all of them", () => {
    const keys = Array.from({ length: 120_000 }, (_, at) => at.toString(36));
    const document = readYaml("a.yaml", keys.map((key) => `"${key}":`).join("\n"));
    expect(document.problems).toEqual([]);
    for (const [at, key] of keys.entries())
      expect(document.locate(`/${key}`).line === at + 1).toBe(true);
  });
});

describe("compileFlow() with definitions that mean harm", () => {
  const withFile = (path: string, text: string) => {
    const result = compileFlow(new Map([...shipped, [path, text]]), "library-card", ["LOCAL"]);
    return result.ok ? [] : result.problems.map(({ code }) => code);
  };
  const guards = shipped.get("flows/library-card/guards.yaml") ?? "";
  const guardsWith = (more: string) =>
    mustReplaceEach(guards, [
      ["values: {}", ""],
      ["guards:\n", `guards:\n${more}`],
    ]);

  it("refuses guards that double one another thirty times over", () => {
    const chain = Array.from(
      { length: 30 },
      (_, at) =>
        `  g${at}: { description: x, rule: { and: [${at === 29 ? "true, true" : `{ guard: g${at + 1} }, { guard: g${at + 1} }`}] } }\n`,
    ).join("");
    expect(
      withFile("flows/library-card/guards.yaml", `${guardsWith(chain)}values: {}\n`),
    ).toContain("FLOW-RULE-SIZE");
  });

  it("refuses three hundred guards in a row", () => {
    const chain = Array.from(
      { length: 300 },
      (_, at) =>
        `  g${at}: { description: x, rule: ${at === 299 ? "true" : `{ guard: g${at + 1} }`} }\n`,
    ).join("");
    expect(
      withFile("flows/library-card/guards.yaml", `${guardsWith(chain)}values: {}\n`),
    ).toContain("FLOW-RULE-DEPTH");
  });

  it("finds tables that hand over in a circle among thirty layers that all hand over to the next", () => {
    const sources = new Map(shipped);
    const row = (id: string, table: string) =>
      `{ id: ${id}, when: { guard: started }, table: ${table} }`;
    for (let at = 0; at < 30; at++)
      for (const side of ["a", "b"])
        sources.set(
          `flows/library-card/transitions/${side}${at}.yaml`,
          `table: ${side}${at}\ndescription: x\nrows: [${row("one", `a${(at + 1) % 30}`)}, ${row("two", `b${(at + 1) % 30}`)}]\n`,
        );
    const result = compileFlow(sources, "library-card", ["LOCAL"]);
    expect(result.ok ? [] : result.problems.map(({ code }) => code)).toContain("FLOW-TABLE-CIRCLE");
  });

  it.each([
    "'^(a+)+$'",
    "'^(\\w+\\s?)*$'",
    "'^(?:a|a)*$'",
    "'^(?:\\w|\\d)+$'",
    "'^(?:a?a?)*$'",
    "'^(?:a{1,20}){1,20}$'",
    "'^\\d+\\d+$'",
    "'\\s+$'",
  ])("refuses the runaway pattern %s, with what to write", (pattern) => {
    const formats = mustReplaceEach(shipped.get("schemas/library-card/formats.yaml"), [
      ["check: has-letter, code: letters", `check: pattern, code: letters, pattern: PATTERN`],
      ["PATTERN", () => pattern],
    ]);
    const result = compileFlow(
      new Map([...shipped, ["schemas/library-card/formats.yaml", formats]]),
      "library-card",
      ["LOCAL"],
    );
    const problem = result.ok
      ? undefined
      : result.problems.find(({ code }) => code === "FLOW-PATTERN-RUNAWAY");
    expect(problem?.file).toBe("schemas/library-card/formats.yaml");
    expect([(problem?.line ?? 0) > 1, (problem?.suggestion ?? "").length > 3]).toEqual([
      true,
      true,
    ]);
  });

  it.each([
    "^[\\p{L}]+(?: [\\p{L}]+)*$",
    "^\\d{1,3}(?:,\\d{3})*$",
    "^(?:[0-9]{5}|[A-Z]\\d[A-Z] \\d[A-Z]\\d)$",
    "^(?:ab|cd)+$",
    "^\\S(?:.*\\S)?$",
  ])("lets the usual pattern %s pass", (pattern) => {
    expect(findRunaway(pattern)).toBeUndefined();
  });

  it("finds the patterns of a schema", () => {
    expect(
      patternsIn({ patternProperties: { "^(a+)+$": { pattern: "b" } } }).map(
        ({ pattern }) => pattern,
      ),
    ).toEqual(["^(a+)+$", "b"]);
  });

  it("reports invalid schemas of the language itself", () => {
    expect(withFile("schemas/definition/form.json", "{")).toEqual(["FLOW-SCHEMA"]);
  });
});

describe("readSources()", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "foyer-hostile-"));
    await mkdir(join(folder, "flows/x/config"), { recursive: true });
  });
  afterAll(async () => rm(folder, { recursive: true }));
  const refusedWith = async (
    make: (path: string) => Promise<void>,
    name = "flows/x/config/x.yaml",
  ) => {
    const path = join(folder, name);
    await make(path);
    const problems = await readSources(folder, PROJECT).then(
      () => [],
      (error: unknown) =>
        error instanceof DefinitionError ? error.problems : [{ code: String(error), file: "" }],
    );
    await rm(path, { recursive: true });
    return problems.map(({ code, file }) => [code, file]);
  };
  const here = "flows/x/config/x.yaml";

  it("refuses fifty megabytes unread", async () => {
    expect(
      await refusedWith(async (path) => writeFile(path, Buffer.alloc(50_000_000, "a"))),
    ).toEqual([["FLOW-YAML-SIZE", here]]);
  });

  it.each([
    ["UTF-16, little end first", Buffer.from("\ufeffa: 1\n", "utf16le")],
    ["UTF-16, big end first", Buffer.from("\ufeffa: 1\n", "utf16le").swap16()],
    ["Latin-1", Buffer.from("a: \u00e9\n", "latin1")],
    ["half a character", Buffer.from([0x61, 0x3a, 0x20, 0xed, 0xa0, 0x80])],
  ])("refuses %s", async (_, bytes) => {
    expect(await refusedWith(async (path) => writeFile(path, bytes))).toEqual([
      ["FLOW-YAML-ENCODING", here],
    ]);
  });

  it.each([
    ["out of the folder", "/etc/passwd"],
    ["to nothing", "nowhere.yaml"],
    ["to itself", "x.yaml"],
    ["to a folder", ".."],
  ])("refuses a link %s", async (_, target) => {
    expect(await refusedWith(async (path) => symlink(target, path))).toEqual([
      ["FLOW-SOURCE-LINK", here],
    ]);
  });

  it("refuses a picture that is a link out of the folder: it would be served", async () => {
    await mkdir(join(folder, "content/x/brand"), { recursive: true });
    expect(
      await refusedWith(async (path) => symlink("/etc/passwd", path), "content/x/brand/logo.svg"),
    ).toEqual([["FLOW-SOURCE-LINK", "content/x/brand/logo.svg"]]);
  });

  it("follows a link to a file inside", async () => {
    await writeFile(join(folder, "flows/x/config/a.yaml"), "a: 1\n");
    await symlink("a.yaml", join(folder, "flows/x/config/b.yaml"));
    expect((await readSources(folder, PROJECT)).get("flows/x/config/b.yaml")).toBe("a: 1\n");
  });
});
