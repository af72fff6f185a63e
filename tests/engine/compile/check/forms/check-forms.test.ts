import { expect, it } from "vitest";
import { cardProblems } from "../../../../card-flow.ts";
import { shippedSources } from "../../../../definitions.ts";
import { mustReplaceEach } from "../../../../must-replace.ts";

const FORM = "schemas/library-card/forms/reader.yaml";

it("a field without a place is told of x-bind where one place is left that no field asks for", async () => {
  const files: Record<string, string> = {};
  for (const locale of ["en-US", "fr-CA"]) {
    const path = `content/library-card/${locale}/screens/reader.yaml`;
    const text = (await shippedSources).get(path) ?? "";
    files[path] = mustReplaceEach(text, [["  name:", "  called:"]]);
  }
  files[FORM] = mustReplaceEach((await shippedSources).get(FORM) ?? "", [
    ["required: [name,", "required: [called,"],
    ["  name:\n", "  called:\n"],
  ]);
  const place = (await cardProblems(files)).find(({ code }) => code === "FLOW-FIELD-PLACE");
  expect(place?.suggestion).toContain("called: { type: string, x-pii: personal } below reader");
  expect(place?.suggestion).toContain("Or x-bind: reader.name");
});

it.each([
  ["a name of another part", "lives"],
  ["a part that is misspelt", "reder.lives"],
  ["a place that is misspelt", "reader.live"],
])(
  "a field that is bound to a place that the state lacks is told of the one meant: %s",
  async (_, bound) => {
    const text = mustReplaceEach((await shippedSources).get(FORM) ?? "", [
      ["  lives:\n", `  lives:\n    x-bind: ${bound}\n`],
    ]);
    const place = (await cardProblems({ [FORM]: text })).find(
      ({ code }) => code === "FLOW-FIELD-PLACE",
    );
    expect(place?.suggestion).toBe("reader.lives");
  },
);
