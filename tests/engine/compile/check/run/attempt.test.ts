import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attempt, attemptOn } from "../../../../../engine/compile/check/run/attempt.ts";
import { contrastOf, isColour } from "../../../../../engine/compile/theme/readable-shade.ts";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { Reporter } from "../../../../../engine/compile/reporter.ts";
import { SourcePlaces } from "../../../../../engine/compile/source-places.ts";
import { readYaml } from "../../../../../engine/source/read-yaml.ts";
import { editableSources } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const THEME = "flows/library-card/theme.yaml";

describe("attempt()", () => {
  const document = readYaml(THEME, "name: x\nlight: { accent: none }\n");
  const reporter = () => new Reporter(new SourcePlaces([{ at: "/theme", document, from: "" }]));

  it("reports the fault of a check as a problem with its place, and runs the next check", () => {
    const told = reporter();
    attempt("contrast", "/theme/light", told, () => {
      throw new TypeError("Cannot read properties of undefined");
    });
    attempt("names", "/theme", told, () =>
      told.at("/theme/name", { code: "FLOW-NAME", message: "There is no x" }),
    );
    expect(told.problems).toMatchObject([
      {
        code: "FLOW-CHECK",
        severity: "error",
        message:
          "The check of contrast failed on this flow: TypeError: Cannot read properties of undefined",
        file: THEME,
        line: 2,
      },
      { code: "FLOW-NAME", line: 1 },
    ]);
  });

  it("reports a thrown value that is no Error, and a stack overflow", () => {
    const told = reporter();
    const endless = (): number => 1 + endless();
    attempt("a", "/theme", told, endless);
    attempt("b", "/theme", told, () => {
      throw "a text";
    });
    expect(told.problems.map(({ message }) => message)).toEqual([
      "The check of a failed on this flow: RangeError: Maximum call stack size exceeded",
      "The check of b failed on this flow: a text",
    ]);
  });
});

describe("attemptOn()", () => {
  it("gives the fault of a check of files as a problem of the file", () => {
    expect(
      attemptOn("shape", THEME, () => {
        throw new Error("no");
      }),
    ).toMatchObject([{ code: "FLOW-CHECK", severity: "error", file: THEME, line: 1, column: 1 }]);
  });
});

describe("compileFlow()", async () => {
  const shipped = await editableSources;
  const theme = shipped.get(THEME) ?? "";

  it("never throws on any value in the place of a colour", () => {
    const json = fc.oneof(fc.string(), fc.constantFrom("blurple", "#", "#12", "rgb(", "oklch(x"));
    fc.assert(
      fc.property(json, (colour) => {
        const changed = mustReplace(
          theme,
          "colour: '#7a3b12'",
          () => `colour: ${JSON.stringify(colour)}`,
        );
        const result = compileFlow(new Map([...shipped, [THEME, changed]]), "library-card", [
          "LOCAL",
        ]);
        expect(result.ok ? [] : result.problems.map(({ file }) => file)).toContain(THEME);
      }),
      { numRuns: 20 },
    );
  });
});

describe("isColour()", () => {
  it("is true of what has a contrast, so that contrastOf() never throws on it", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^#[0-9a-f]{3,8}$/)), (text) => {
        if (isColour(text)) expect(contrastOf(text, "#ffffff")).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 2000 },
    );
    expect(isColour("blurple")).toBe(false);
    expect(isColour("#0b5d52")).toBe(true);
  });
});
