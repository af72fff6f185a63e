import { retrieveSchema, type RJSFSchema } from "@rjsf/utils";
import fc from "fast-check";
import { parse, stringify } from "yaml";
import { describe, expect, it } from "vitest";
import { decide } from "../../engine/transition/decide.ts";
import { buildFacts } from "../../engine/transition/facts.ts";
import { validatorMistakes } from "../../engine/compile/mistakes/validator-mistakes.ts";
import { formMistakes } from "../../engine/compile/mistakes/form-mistakes.ts";
import { ShapeCheck } from "../../engine/compile/check/files/check-shape.ts";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import { readMetaSchemas } from "../../engine/compile/flow-sources.ts";
import { resolveForm } from "../../engine/compile/resolve-form.ts";
import type { FormSchema } from "../../engine/language/form.ts";
import type { Json, JsonObject } from "../../engine/language/json.ts";
import type { FormView } from "../../engine/render/view.ts";
import { compileFormats } from "../../engine/validate/ajv-formats.ts";
import { compileForm } from "../../engine/validate/form.ts";
import { pageSchema } from "../../engine/validate/page-schema.ts";
import { ValidatorModules } from "../../server/application/page/validator-module.ts";
import { formValidator, type ValidatorModule } from "../../web/form/validators.ts";
import { renderShown, appearancesOf, shownScreensOf } from "../browser/sweep/shown-screens.ts";
import { shippedLibrary, shippedSources } from "../definitions.ts";
import { edits, withEdits } from "../mutation/random-edits.ts";

/*
 * Slips of an author's hand, at random: what the check lets through must not fall over in front of
 * an applicant, and must not ask for what no page shows. `FOYER_SLIPS=5000` tries more of them,
 * `FOYER_SEED` others.
 */
const SLIPS = Number(process.env["FOYER_SLIPS"] ?? "0");
const SEED = Number(process.env["FOYER_SEED"] ?? "17");
const runs = (few: number) => ({ numRuns: SLIPS > 0 ? SLIPS : few, seed: SEED });

const sources = await shippedSources;
const shapes = new ShapeCheck(readMetaSchemas(sources));
const CONTEXT = { now: "2026-03-01T12:00:00Z", locale: "en-US", signedIn: true } as const;

/** What people send: nothing, what a field may ask for, and what no page would send. */
const ANSWERS: readonly Json[] = [
  "",
  "Kim Lund",
  "here",
  "elsewhere",
  "1990/01/02",
  "EIN",
  "yes",
  "RENT",
  "RETAIL",
  "60614",
  "true",
  true,
  false,
  0,
  3,
  2.5,
  null,
  [],
  {},
  "x".repeat(400),
  "\u0000",
];

/** Loads a page's validator as the page does, and gives what rjsf draws for an answer. */
function pageOf(schema: JsonObject): (data: JsonObject) => readonly string[] {
  const modules = new ValidatorModules();
  const code = modules.codeOf(/([0-9a-f]+)\.mjs$/.exec(modules.urlOf(schema))?.[1] ?? "") ?? "";
  const validator = formValidator(
    new Function(code.replace("export default", "return"))() as ValidatorModule,
    { schema } as unknown as FormView,
  );
  return (data) => {
    validator.whole(data);
    const drawn = retrieveSchema(validator.rjsf, schema as RJSFSchema, schema as RJSFSchema, data);
    return Object.keys(drawn.properties ?? {});
  };
}

describe("a form with random slips in it", async () => {
  const variants = [...(await shippedLibrary()).flows.values()].flatMap((flow) =>
    flow.variants
      .filter(({ reseller }) => reseller === undefined)
      .slice(0, 3)
      .map((variant) => flow.variant(variant)),
  );
  const forms = variants.flatMap((variant) => {
    const formats = compileFormats(variant.formats);
    return [...sources].flatMap(([path, text]) =>
      path.startsWith(`schemas/${variant.definition.flow}/forms/`)
        ? [{ path, schema: parse(text) as Json, formats, variant }]
        : [],
    );
  });

  it("is refused, or can be asked and answered", () => {
    let taken = 0;
    fc.assert(
      fc.property(
        fc.nat({ max: forms.length - 1 }),
        edits,
        fc.boolean(),
        fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
        (which, slips, holds, picks) => {
          const chosen = forms[which];
          if (chosen === undefined) throw new Error("there is no such form");
          const { schema, formats, variant } = chosen;
          const declared = withEdits(schema, slips) as unknown as FormSchema;
          if (shapes.mistakesIn("form", declared as unknown as Json).length > 0) return;
          const settled = resolveForm(declared, () => holds);
          const told: string[] = [];
          const form = compileForm(settled, formats, [], (_, message) => told.push(message));
          if (
            told.length > 0 ||
            shapes.mistakesIn("form", settled as unknown as Json).length > 0 ||
            [...formMistakes(declared, declared), ...formMistakes(settled, declared)].length > 0 ||
            validatorMistakes(form).length > 0
          )
            return;
          taken++;
          const drawnFor = pageOf(pageSchema(settled as unknown as Json) as JsonObject);
          const facts = buildFacts(
            variant,
            {},
            { ...CONTEXT, variant: variant.variant, uuids: [] },
          );
          for (let round = 0; round < 4; round++) {
            const data = Object.fromEntries(
              Object.keys(form.fields).flatMap((name, at) => {
                const pick = (picks[(at + round) % picks.length] ?? 0) + round;
                const choices = form.fields[name]?.enum ?? [];
                const answer =
                  choices.length > 0 && pick % 2 === 0
                    ? choices[pick % choices.length]
                    : ANSWERS[pick % ANSWERS.length];
                return answer === undefined || pick % 5 === 0 ? [] : [[name, answer]];
              }),
            ) as JsonObject;
            const { problems, data: kept } = form.validate(data, { today: "2026-03-01", facts });
            form.normalize(data);
            // What is wrong can be mended: the page asks for it, for these very answers.
            const asked = new Set(drawnFor(pageData(kept)));
            for (const { pointer } of problems)
              expect([...asked], JSON.stringify({ pointer, data, settled })).toContain(
                pointer.split("/")[1],
              );
          }
        },
      ),
      runs(250),
    );
    // Slips that mean nothing are let through: without any, nothing would have been tried.
    expect(taken).toBeGreaterThan(10);
  });
});

/** Answers as a page has them: files by their ids. */
function pageData(data: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === "object" && value !== null ? "file_x" : value,
    ]),
  );
}

describe("a library card with random slips in it", () => {
  const paths = [...sources.keys()].filter(
    (path) =>
      /^flows\/library-card\/(?!fixtures|theme|services|flow\.yaml)/.test(path) ||
      path.startsWith("schemas/library-card/"),
  );

  it("is refused with a place, or draws every screen and accepts its answers", () => {
    let taken = 0;
    fc.assert(
      fc.property(fc.constantFrom(...paths), edits, fc.nat(), (path, slips, pick) => {
        const text = sources.get(path) ?? "";
        const changed = stringify(withEdits(parse(text) as Json, slips), { lineWidth: 0 });
        const head = text.startsWith("#") ? `${text.split("\n")[0] ?? ""}\n` : "";
        const all = new Map([...sources, [path, head + changed]]);
        const result = compileFlow(all, "library-card", ["LOCAL"]);
        if (!result.ok) {
          for (const { file, line, column, message } of result.problems) {
            expect([...all.keys()], message).toContain(file);
            expect([line > 0, column > 0], message).toEqual([true, true]);
          }
          return;
        }
        taken++;
        visit(result.flow, pick);
      }),
      { ...runs(60), interruptAfterTimeLimit: SLIPS > 0 ? 600_000 : 10_000 },
    );
    expect(taken).toBeGreaterThan(0);
  });
});

/** Draws every screen that the fixtures come by, and does everything that can be done there. */
function visit(flow: CompiledFlow, pick: number): void {
  const validators = new ValidatorModules();
  const data = Object.fromEntries(
    ["name", "born", "lives", "parent", "proof", "more"].map((name, at) => [
      name,
      ANSWERS[(pick + at) % ANSWERS.length] ?? "",
    ]),
  );
  for (const shown of shownScreensOf(flow)) {
    const [appearance] = appearancesOf(shown);
    if (appearance !== undefined) renderShown(shown, appearance, {}, validators);
    const variant = flow.variant(shown.context.variant);
    for (const action of variant.screens.get(shown.screen)?.actions.keys() ?? [])
      for (const sent of [data, {}])
        decide(variant, shown.state, {
          kind: "act",
          path: shown.path,
          action,
          data: sent,
          query: shown.query,
          context: { ...shown.context, uuids: ["u1", "u2", "u3"] },
        });
  }
}
