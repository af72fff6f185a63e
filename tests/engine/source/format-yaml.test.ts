import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { definitionFormatter } from "../../../engine/tools/format-definition.ts";
import { formatYaml, type FormatOptions } from "../../../engine/source/format-yaml.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import { readYaml } from "../../../engine/source/read-yaml.ts";
import { shippedSources } from "../../definitions.ts";

const shipped = await shippedSources;

function formatted(text: string, options?: FormatOptions): string {
  const result = formatYaml("flows/x/flow.yaml", text, options);
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return result.text;
}

describe("formatYaml() lays out", () => {
  it.each([
    [
      "a long row member by member, and a short one in braces",
      "rows: [{ id: a, to: b }, { id: owners-provided, when: { '===': [{ var: outcome }, success] }, set: { waiting.since: { var: now } }, to: verifying }]\n",
      `rows:
  - { id: a, to: b }
  - id: owners-provided
    when: { '===': [{ var: outcome }, success] }
    set: { waiting.since: { var: now } }
    to: verifying
`,
    ],
    [
      "rules under a rule, each on its line",
      "allow: { and: [{ guard: a }, { or: [{ '!': { guard: b } }, { and: [{ var: x.y }, { '===': [{ var: z }, 1] }] }] }] }\n",
      `allow:
  and:
    - { guard: a }
    - or:
        - { '!': { guard: b } }
        - { and: [{ var: x.y }, { '===': [{ var: z }, 1] }] }
`,
    ],
    [
      "a list of many words over as few lines as it takes",
      `enum: [${"Alabama, Alaska, ".repeat(9)}Wyoming]\n`,
      `enum:
  [Alabama, Alaska, Alabama, Alaska, Alabama, Alaska, Alabama, Alaska, Alabama, Alaska, Alabama,
   Alaska, Alabama, Alaska, Alabama, Alaska, Alabama, Alaska, Wyoming]
`,
    ],
    [
      "a long text folded at spaces",
      `description: "${"one two three four ".repeat(7).trim()}"\n`,
      `description: >-
  one two three four one two three four one two three four one two three four one two three four one
  two three four one two three four
`,
    ],
    [
      "an address without spaces in parts",
      `open: /start?${"name=value&".repeat(12)}x=1\n`,
      `open: "/start?name=value&name=value&name=value&name=value&name=value&name=value&name=value&name=value\\
  &name=value&name=value&name=value&name=value&x=1"
`,
    ],
    ["lines of a text as they are", "a: |\n    x\n\n    y\n", "a: |\n  x\n\n  y\n"],
    ["what is empty", "a: {}\nb: [ ]\nc:\n", "a: {}\nb: []\nc: null\n"],
    [
      "an anchor and its alias",
      "a: &x { b: [1, { c: 2, d: 3 }] }\ne: *x\n",
      "a: &x\n  b:\n    - 1\n    - { c: 2, d: 3 }\ne: *x\n",
    ],
  ])("%s", (_, text, expected) => {
    expect(formatted(text)).toBe(expected);
    expect(formatted(expected)).toBe(expected);
  });
});

it("formatYaml() quotes what another reader would take for something else", () => {
  const texts = [
    "no",
    "on",
    "1",
    "1e3",
    "0x1f",
    "12:30",
    "2026-03-01",
    "2026-03-01T10:00:00Z",
    "~",
  ];
  for (const text of [...texts, "a: b", "a #b", "- a", "===", "!x", "*x", "it's: x", "", " a"])
    expect(formatted(`a: ${JSON.stringify(text)}\n`)).toMatch(/^a: (['"]).*\1\n$/);
  for (const text of ["urn:card:2", "/a/{id}", "it's", "a, b", "Zürich", "x.y"])
    expect(formatted(`a: ${JSON.stringify(text)}\n`)).toBe(`a: ${text}\n`);
  expect(formatted('a: [{ b: "c, d" }]\n')).toBe("a: [{ b: 'c, d' }]\n");
});

it("formatYaml() keeps texts for people in quotes and in their order, one a line", () => {
  expect(formatted("title: Hello\nfields: { b: { label: It's }, a: x }\n", { copy: true })).toBe(
    `title: "Hello"\nfields:\n  b:\n    label: "It's"\n  a: "x"\n`,
  );
});

it("formatYaml() puts members in the order of the schema, with their comments, and leaves other members", () => {
  const schema: JsonObject = {
    properties: {
      id: {},
      rows: { items: { anyOf: [{ $ref: "#/$defs/row" }, {}] } },
      by: { additionalProperties: { properties: { says: {}, rule: {} } } },
    },
    $defs: { row: { properties: { id: {}, when: {}, to: {} } } },
  };
  const text = `# the file
by: { z: { rule: { b: 1, a: 2 }, says: x }, a: { rule: 1, says: w } }
# about rows
rows:
  # about the row
  - { to: c, when: { z: 1, a: 2 }, other: 1, id: a }
# about id
id: a
`;
  expect(formatted(text, { schema })).toBe(`# the file
# about id
id: a
# about rows
rows:
  # about the row
  - { id: a, when: { z: 1, a: 2 }, to: c, other: 1 }
by:
  z: { says: x, rule: { b: 1, a: 2 } }
  a: { says: w, rule: 1 }
`);
});

it("formatYaml() leaves members where they are when an alias would come before its anchor", () => {
  const text = "b: &x [1]\na: *x\n";
  expect(formatted(text, { schema: { properties: { a: {}, b: {} } } })).toBe(text);
});

it("formatYaml() keeps comments and blank lines beside the lines they belong to", () => {
  const text = `# head

# of the first
a: { b: 1 } # behind braces


c: # behind a key
    # before d

    d: 1 # behind d
    # at the end of c

# before e
e:
- {f: 1, g: {h: 1, i: [{j: 1, k: 2}]}} # ${"long ".repeat(20)}
-   # first in the item
    l: 1
# the end
`;
  const expected = `# head

# of the first
a: { b: 1 } # behind braces

c:
  # behind a key
  # before d

  d: 1 # behind d
  # at the end of c

# before e
e:
  # long long long long long long long long long long long long long long long long long long long
  # long
  - f: 1
    g:
      h: 1
      i:
        - { j: 1, k: 2 }
  # first in the item
  - { l: 1 }

# the end
`;
  expect(formatted(text)).toBe(expected);
  expect(formatted(expected)).toBe(expected);
});

it("formatYaml() reports the mistake of a file that cannot be read", () => {
  expect(formatYaml("flows/x/flow.yaml", "a: [\n")).toMatchObject({
    ok: false,
    problems: [{ code: "FLOW-YAML-SYNTAX" }],
  });
});

it("definitionFormatter() settles at once, with no long line, in every fifth shipped file", () => {
  const long: string[] = [];
  const paths = [...shipped.keys()].filter((path) => path.endsWith(".yaml"));
  for (const path of paths.filter((_, at) => at % 5 === 0)) {
    const once = definitionFormatter(shipped)(path);
    if (!once.ok) throw new Error(path);
    const twice = definitionFormatter(new Map([...shipped, [path, once.text]]))(path);
    expect(twice.ok && twice.text, path).toBe(once.text);
    long.push(...once.text.split("\n").filter((line) => [...line].length > 120));
  }
  expect(long).toEqual([]);
});

const word = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.stringMatching(/^[a-z#:,'"{}[\]&*!|>%@ -]{0,20}$/),
  fc.constantFrom(
    "no",
    "1.0",
    "null",
    "a\nb",
    "a\n\n\nb\n",
    " a",
    "long ".repeat(30),
    "x".repeat(150),
  ),
);
const key = fc.oneof(fc.stringMatching(/^[a-z.]{1,6}$/), word);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    word,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(key, tie("tree"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const layout = fc.record({
  lineWidth: fc.constantFrom(0, 20, 80),
  indentSeq: fc.boolean(),
  collectionStyle: fc.constantFrom("any" as const, "block" as const, "flow" as const),
});

it("formatYaml() keeps value and comments of any document, and settles at once", () => {
  fc.assert(
    fc.property(
      fc.dictionary(key, tree, { maxKeys: 5, noNullPrototype: true }),
      layout,
      fc.array(
        fc.tuple(fc.nat(40), fc.constantFrom("# c", "#d", "", " # e", `# ${"f ".repeat(80)}`)),
      ),
      fc.boolean(),
      (value, options, comments, copy) => {
        let text = stringify(value, options);
        for (const [at, comment] of comments) {
          const more = withComment(text, at, comment);
          // Inside a text a comment is text.
          if (sameValue(text, more)) text = more;
        }
        if (readYaml("x.yaml", text).problems.length > 0) return;
        const once = formatted(text, { copy });
        expect(readYaml("x.yaml", once).value).toEqual(readYaml("x.yaml", text).value);
        expect(formatted(once, { copy })).toBe(once);
      },
    ),
    { numRuns: 200 },
  );
});

/** A comment or blank line before a line, as deep as it; or one behind the line. */
function withComment(text: string, at: number, comment: string): string {
  const lines = text.split("\n");
  const index = at % lines.length;
  const line = lines[index] ?? "";
  const depth = /^ */.exec(line)?.[0] ?? "";
  return lines
    .toSpliced(
      index,
      1,
      ...(comment.startsWith(" ") && line !== ""
        ? [line + comment]
        : [comment === "" ? "" : depth + comment.trim(), line]),
    )
    .join("\n");
}

function sameValue(one: string, other: string): boolean {
  const [a, b] = [readYaml("x.yaml", one), readYaml("x.yaml", other)];
  return b.problems.length === 0 && JSON.stringify(a.value) === JSON.stringify(b.value);
}
