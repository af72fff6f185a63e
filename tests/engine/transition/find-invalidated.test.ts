import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import { runFixture } from "../../../engine/fixtures/run-fixture.ts";
import { findInvalidated } from "../../../engine/transition/find-invalidated.ts";
import { shippedLibrary, editableSources } from "../../definitions.ts";
import { mustReplaceAll } from "../../must-replace.ts";

const library = await shippedLibrary();
const sources = await editableSources;

/** The library card with some texts of its files replaced. */
function edited(
  ...edits: readonly (readonly [path: string, from: string, to: string])[]
): CompiledVariant {
  const changed = new Map(sources);
  for (const [path, from, to] of edits)
    changed.set(path, mustReplaceAll(changed.get(path), from, to));
  const result = compileFlow(changed, "library-card", ["LOCAL"]);
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("\n"));
  const [variant] = result.flow.variants;
  if (variant === undefined) throw new Error("no variant");
  return result.flow.variant(variant);
}

const STATE = "schemas/library-card/state.yaml";
const FORM = "schemas/library-card/forms/reader.yaml";
/** The state takes shorter names than the form, and than the reader's. */
const SHORTER_NAMES = [
  STATE,
  "name: { type: string, x-pii",
  "name: { type: string, maxLength: 3, x-pii",
] as const;
const context = (flow: CompiledVariant) => ({
  now: "2026-03-01T10:00:00Z",
  variant: flow.variant,
  locale: "en-US",
  signedIn: true,
  uuids: [],
});
const reader = (more: object = {}) => ({
  application: { id: "urn:card:1" },
  reader: { name: "Ada Noor", born: "1980-06-01", lives: "elsewhere", ...more },
});
const asked = (flow: CompiledVariant, state: object) =>
  findInvalidated(flow, state as never, context(flow)).map(
    ({ path, screen, field }) => `${path} on ${screen} as ${field}`,
  );

/**
 * Journeys that keep an answer which another answer made invalid: it is asked again, as it should
 * be.
 */
const REFUSED_LATER: readonly string[] = [
  "quebec-cannot-be-walked-round",
  "refused-category-is-not-kept-by-back",
];

describe("askAgain()", () => {
  it.each(REFUSED_LATER)("asks for the category again in the journey %s", (name) => {
    const flow = library.flows.get("merchant-signup");
    const fixture = flow?.fixtures.find(({ fixture: id }) => id === name);
    if (flow === undefined || fixture === undefined) throw new Error(`there is no fixture ${name}`);
    const { locale: _locale, ...axes } = fixture.given.variant ?? {};
    const { config, flags } = fixture.given;
    const compiled = flow.variantWith({ ...axes, environment: "LOCAL" }, config ?? {}, flags);
    const found = runFixture(flow, fixture).steps.flatMap(({ state, context: at }) =>
      findInvalidated(compiled, state, at).map(({ path }) => path),
    );
    expect(new Set(found)).toEqual(new Set(["company.category"]));
  });

  it.each(
    [...library.flows.values()].flatMap((flow) =>
      flow.fixtures
        .filter(({ fixture }) => !REFUSED_LATER.includes(fixture))
        .map((fixture) => [flow.id, fixture.fixture, flow, fixture] as const),
    ),
  )("has nothing against the states of the journey %s %s", (_, __, flow, fixture) => {
    const { locale: _locale, ...axes } = fixture.given.variant ?? {};
    const variant = { ...axes, environment: "LOCAL" };
    const compiled = flow.variantWith(variant, fixture.given.config ?? {}, fixture.given.flags);
    for (const { state, context: at } of runFixture(flow, fixture).steps)
      expect(findInvalidated(compiled, state, at)).toEqual([]);
  });

  it("asks for what the form takes no more, and leaves the rest", () => {
    expect(asked(edited(), reader())).toEqual([]);
    expect(
      asked(
        edited(
          [FORM, "[here, elsewhere]", "[here, abroad]"],
          [STATE, "[here, elsewhere]", "[here, elsewhere, abroad]"],
          ["content/library-card/en-US/options.yaml", "elsewhere", "abroad"],
          ["content/library-card/fr-CA/options.yaml", "elsewhere", "abroad"],
        ),
        reader(),
      ),
    ).toEqual(["reader.lives on reader as lives"]);
  });

  it("asks for what the state schema takes no more", () => {
    expect(asked(edited(SHORTER_NAMES), reader())).toEqual(["reader.name on reader as name"]);
  });

  it("reads a stored day as it is typed", () => {
    const other = edited(["flows/library-card/config/library.yaml", "YYYY/MM/DD", "DD/MM/YYYY"]);
    expect(asked(other, reader())).toEqual([]);
    expect(asked(other, reader({ born: "no day" }))).toEqual(["reader.born on reader as born"]);
  });

  it("leaves what no open screen asks for", () => {
    const done = { ...reader(), application: { id: "urn:card:1", confirmed: true } };
    expect(asked(edited(SHORTER_NAMES), done)).toEqual([]);
  });

  it("leaves what the flow does not know", () => {
    expect(asked(edited(), { ...reader({ nick: "Ada" }), shoes: { size: 38 } })).toEqual([]);
  });
});
