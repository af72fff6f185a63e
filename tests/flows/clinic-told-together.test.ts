import { describe, expect, it } from "vitest";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { readSources } from "../../server/definitions/read-sources.ts";
import { CLINIC, PROJECT } from "../definitions.ts";
import { mustReplace } from "../must-replace.ts";

const sources = await readSources(CLINIC, PROJECT);
const POST = "flows/clinic/calls/post.yaml";
const screen = (id: string) => `flows/clinic/screens/${id}.yaml`;

/** A mistake: its file, the text and what stands in its place, and its code. */
type Mistake = readonly [file: string, from: string, to: string, code: string];

const SHAPES: readonly Mistake[] = [
  ["flows/clinic/theme.yaml", "#0b5d52", "#0b5d5", "FLOW-SHAPE"],
  [screen("doctor"), "binds: doctor", "bind: doctor", "FLOW-SHAPE"],
];
const NAMES: readonly Mistake[] = [
  [POST, "opens: confirm-email", "opens: confirm-mail", "FLOW-NAME"],
  [screen("address"), "to: previous", "to: previus", "FLOW-NAME"],
  ["flows/clinic/guards.yaml", "served: outside", "served: outsid", "FLOW-RULE-VALUE"],
  ["schemas/clinic/forms/address.yaml", "address-line1", "adress-line1", "FLOW-FIELD-AUTOCOMPLETE"],
  ["schemas/clinic/forms/postcode.yaml", "format: postcode", "format: poscode", "FLOW-FORM"],
];
const RULES: readonly Mistake[] = [
  ["flows/clinic/guards.yaml", "served: outside", "served: outsid", "FLOW-RULE-VALUE"],
  [
    screen("check"),
    "not: { outcome: success }, stay: { error: errors.registry }",
    "not: { outcome: success }, stay: true",
    "FLOW-ROW-SILENT",
  ],
  [
    screen("members"),
    "kind: list",
    "kind: list\nskip: { match: { home.town: a }, not: { home.town: a } }",
    "FLOW-SCREEN-NEVER",
  ],
];

/** The code, file and suggestion of each problem with some mistakes in the clinic's form. */
function problemsWith(mistakes: readonly Mistake[]) {
  const edited = new Map(sources);
  for (const [file, from, to] of mistakes)
    edited.set(file, mustReplace(edited.get(file), from, to));
  const result = compileFlow(edited, "clinic", ["CI"]);
  return result.ok ? result.warnings : result.problems;
}

describe("foyer check of several mistakes", () => {
  it.each([
    ["in the shape of files and elsewhere", [...SHAPES, ...NAMES]],
    ["in rules and in rows", RULES],
  ])("tells all of those %s at once, and nothing more", (_, mistakes) => {
    expect(
      problemsWith(mistakes)
        .map(({ code, file }) => `${code} ${file}`)
        .toSorted(),
    ).toEqual(mistakes.map(([file, , , code]) => `${code} ${file}`).toSorted());
  });

  it("suggests `previous` for a target that is nearly it", () => {
    expect(problemsWith(NAMES.slice(1, 2))).toMatchObject([{ suggestion: "previous" }]);
  });
});
