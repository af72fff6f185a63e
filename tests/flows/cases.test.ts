import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runRoutingCase } from "../../server/cases/run-routing-case.ts";
import type { RoutingCase } from "../../server/cases/routing-map.ts";
import { runValidationCase, type ValidationCase } from "../../server/cases/validation.ts";
import { shippedLibrary } from "../definitions.ts";

const folder = join(import.meta.dirname, "../cases");
const library = await shippedLibrary();

/** Worked examples written from the documents, by somebody who had not read the definitions. */
describe.each(readdirSync(folder).filter((name) => name.endsWith(".json")))("the cases of %s", (name) => {
  const cases = JSON.parse(readFileSync(join(folder, name), "utf8")) as readonly (RoutingCase | ValidationCase)[];

  it("hold, but for points the documents leave open", () => {
    const failed = cases
      .map((each) => ("given" in each ? runRoutingCase(library, each) : runValidationCase(library, each)))
      .filter(({ passed, ambiguous }) => !passed && !ambiguous)
      .map(({ id, expected, got }) => `${id}: expected ${expected}, got ${got}`);
    expect(failed).toEqual([]);
    expect(cases.length).toBeGreaterThan(700);
  });
});
