import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import type { Sources } from "../../../../../engine/language/sources.ts";
import { editableSources } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const sources: Sources = await editableSources;

/**
 * What the check says about flags and settings that nothing reads, with one more file or one
 * changed.
 */
function unread(changed: Readonly<Record<string, (text: string) => string>>): readonly string[] {
  const with_ = new Map(sources);
  for (const [path, change] of Object.entries(changed))
    with_.set(path, change(sources.get(path) ?? ""));
  const result = compileFlow(with_, "library-card", ["LOCAL"]);
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("\n"));
  return result.warnings
    .filter(({ code }) => code === "FLOW-UNREAD")
    .map(({ message, file, line }) => `${file}:${line} ${message}`);
}

const SETTINGS = "flows/library-card/config/more.yaml";
const SCHEMA = "schemas/library-card/config.yaml";

describe("a setting that nothing reads", () => {
  it("is reported at its line", () => {
    expect(unread({ [SETTINGS]: () => "freeDays: 3\n" })).toEqual([
      `${SETTINGS}:1 Nothing reads the setting "freeDays": it changes nothing`,
    ]);
  });

  it("is reported alone where others of its group are read, and as a group where none is", () => {
    const rule = (text: string) =>
      mustReplace(
        text,
        "values: {}",
        "values: { most: { description: Most books, rule: { var: config.books.most } } }",
      );
    expect(
      unread({
        [SETTINGS]: () => "books: { most: 3, least: 1 }\n",
        "flows/library-card/guards.yaml": rule,
      }),
    ).toEqual([`${SETTINGS}:1 Nothing reads the setting "books.least": it changes nothing`]);
    expect(unread({ [SETTINGS]: () => "books: { most: 3, least: 1 }\n" })).toEqual([
      `${SETTINGS}:1 Nothing reads the setting "books": it changes nothing`,
    ]);
  });

  it("is accepted where the schema names another reader", () => {
    const schema =
      "type: object\nproperties: { freeDays: { type: integer, x-read-by: the counter } }\n";
    expect(unread({ [SETTINGS]: () => "freeDays: 3\n", [SCHEMA]: () => schema })).toEqual([]);
  });
});

describe("a flag that nothing reads", () => {
  it("is reported", () => {
    const flags = (text: string) =>
      mustReplace(
        text,
        "flags:\n",
        "flags:\n  openSundays: { type: boolean, default: false, description: Open on Sundays }\n",
      );
    expect(unread({ "flows/library-card/flags.yaml": flags })[0]).toContain(
      'Nothing reads the flag "openSundays"',
    );
  });
});

it("the shipped flows give no warning", () => {
  for (const flow of ["library-card", "merchant-signup"]) {
    const result = compileFlow(sources, flow);
    expect(result.ok && result.warnings.map(({ code, message }) => `${code} ${message}`)).toEqual(
      [],
    );
  }
});
