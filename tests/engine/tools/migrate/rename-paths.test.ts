import { describe, expect, it } from "vitest";
import { renamePaths } from "../../../../engine/tools/migrate/rename-paths.ts";

describe("renamePaths()", () => {
  it.each([
    ["{ when: { var: heard.key } }", "{ when: { var: received.key } }"],
    ["when: { '===': [{ fact: 'heard.key' }, 1] }", "when: { '===': [{ fact: received.key }, 1] }"],
    ["when: { var: [heard.key, none] }", "when: { var: [received.key, none] }"],
    ["a: &key { var: heard.key } # kept\nb: *key", "a: &key { var: received.key } # kept\nb: *key"],
  ])("renames the root of a path: %s", (before, after) => {
    expect(renamePaths(before)).toBe(after);
  });

  it.each([
    "text: heard.key",
    "with: { var: heard.key, other: 1 }",
    "when: { var: unheard.key }",
    "when: { var: item.heard }",
    "when: { '===': [heard.key, { var: state.key }] }",
  ])("keeps a text that is no path of a rule: %s", (text) => {
    expect(renamePaths(text)).toBe(text);
  });

  it("changes nothing of its own result", () => {
    const once = renamePaths("when: { var: heard.key }\n");
    expect(renamePaths(once)).toBe(once);
  });
});
