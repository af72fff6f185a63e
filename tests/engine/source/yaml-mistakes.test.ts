import { describe, expect, it } from "vitest";
import { readYaml } from "../../../engine/source/read-yaml.ts";

describe("readYaml() of a slip in the syntax", () => {
  it.each([
    ["text: Read this: now\n", 1, /two of them/],
    ["a: 'it's'\n", 1, /quotation mark too many/],
    ["title\nb: 1\n", 1, /no colon/],
    ["a:\n- b: 1\n  c\n", 3, /no colon/],
    ["a: 'x\nb: 1\n", 3, /never closed/],
    ["a: [1, 2\nb: 1\n", 2, /not closed/],
    ["a: { b: 1\nc: 2\n", 2, /not closed/],
    ["  a: 1\nb: 2\n", 2, /another column/],
    ["a:\n  b: 1\n c: 2\n", 3, /another column/],
    ["a:\n  - b: 1\n   c: 2\n", 3, /another column|has no dash/],
    ["a: { open: /x/{id}/y, see: z }\n", 1, /brace or a bracket.*needs quotes/],
    ["a: { b: one [two], c: d }\n", 1, /needs quotes/],
    ["a: @x\n", 1, /needs quotes/],
    ["a: %x\n", 1, /needs quotes/],
    ["a: !x\n", 1, /needs quotes/],
    ["a: *x\n", 1, /no anchor "&x".*needs quotes/],
    ["a: - b\n", 1, /line of its own/],
    ['a: "x\\q"\n', 1, /backslash/i],
  ])("says what is wrong with %j in the author's words, and where", (text, line, words) => {
    const { problems, value } = readYaml("x.yaml", text);
    expect(problems.map((problem) => [problem.line, problem.message])).toEqual([
      [line, expect.stringMatching(words) as string],
    ]);
    expect(value).toBeUndefined();
    // The words of the library's own messages.
    expect(problems[0]?.message).not.toMatch(/implicit|scalar|node|mapping|block|flow|token/i);
  });
});
