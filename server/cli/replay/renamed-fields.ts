import { isMap, isScalar, parseDocument } from "yaml";
import { runFixture, variantOf } from "../../../engine/fixtures/run-fixture.ts";
import type { FixtureResult } from "../../../engine/fixtures/fixture-result.ts";
import type { StepTrace } from "../../../engine/fixtures/trace.ts";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import { fieldPlace } from "../../../engine/language/field-place.ts";
import type { FieldSchema } from "../../../engine/language/form.ts";
import type { FixtureDefinition } from "../../../engine/language/fixture.ts";
import { closest } from "../../../engine/source/closest.ts";
import { LINE_WIDTH } from "../../../engine/source/write-yaml.ts";

/** An answer of a fixture's step to a field that its screen no longer has. */
export interface LostField {
  /** From 1. */
  readonly step: number;
  readonly screen: string;
  readonly field: string;
  /** Fields of the screen that it probably is now; several where it was split. */
  readonly likely: readonly string[];
  /** Screens that ask for a field of this name. */
  readonly elsewhere: readonly string[];
  /** It is certain that the one likely field is the same under another name. */
  readonly isCertain: boolean;
}

const UNKNOWN = "validation.unknownField";

/** Whether a step answers a field that its screen does not have, and does not expect to be told. */
export function hasLostField(
  step: Pick<StepTrace, "problems"> | undefined,
  expected: Readonly<Record<string, unknown>> = {},
): boolean {
  return (step?.problems ?? []).some(
    ({ code, pointer }) => code === UNKNOWN && !Object.hasOwn(expected, pointer),
  );
}

/**
 * The answers of a fixture to fields that its screen no longer has, in the first step with any:
 * the steps after it are on other screens than they were meant for.
 */
export function lostFields(
  flow: CompiledFlow,
  fixture: FixtureDefinition,
  result: FixtureResult,
): readonly LostField[] {
  const [first, ...others] = lostInSteps(flow, fixture, result);
  const lost =
    first === undefined ? [] : [first, ...others.filter(({ step }) => step === first.step)];
  // Two answers cannot both be the same one.
  const isOnly = ({ likely: [name] }: LostField) =>
    lost.filter(({ likely }) => likely[0] === name).length === 1;
  return lost.map((each) => ({ ...each, isCertain: each.isCertain && isOnly(each) }));
}

function lostInSteps(
  flow: CompiledFlow,
  fixture: FixtureDefinition,
  result: FixtureResult,
): readonly LostField[] {
  const { compiled } = variantOf(flow, fixture);
  return fixture.steps.flatMap(({ data = {} }, index): readonly LostField[] => {
    const { problems = [], screen = "" } = result.steps[index] ?? {};
    const lost = Object.keys(data).filter((name) =>
      problems.some(({ code, pointer }) => code === UNKNOWN && pointer === `/${name}`),
    );
    const fresh = fieldsOf(compiled, screen).filter(([name]) => !Object.hasOwn(data, name));
    return lost.map((field) => {
      const same = fresh.filter((each) => isAlike(field, each, compiled, screen));
      const missing = fresh.filter(([name]) =>
        problems.some(({ pointer }) => pointer === `/${name}`),
      );
      const likely = (same.length > 0 ? same : missing).map(([name]) => name);
      const [only = "", another] = same.map(([name]) => name);
      return {
        step: index + 1,
        screen,
        field,
        likely,
        elsewhere: [...compiled.screens.keys()].filter(
          (id) => id !== screen && fieldsOf(compiled, id).some(([name]) => name === field),
        ),
        isCertain:
          only !== "" &&
          another === undefined &&
          takes(flow, renamed(fixture, index, [field, only]), { index, field: only }),
      };
    });
  });
}

/** Whether a step with the answer under another name has no problem with it. */
function takes(
  flow: CompiledFlow,
  fixture: FixtureDefinition,
  { index, field }: { readonly index: number; readonly field: string },
): boolean {
  const { problems = [] } = runFixture(flow, fixture).steps[index] ?? {};
  return problems.every(({ pointer }) => pointer !== `/${field}`);
}

function renamed(
  fixture: FixtureDefinition,
  index: number,
  [from, to]: readonly [string, string],
): FixtureDefinition {
  const steps = fixture.steps.map((step, at) => {
    if (at !== index) return step;
    const data = Object.entries(step.data ?? {}).map(([name, value]) => [
      name === from ? to : name,
      value,
    ]);
    return { ...step, data: Object.fromEntries(data) };
  });
  return { ...fixture, steps };
}

/**
 * Whether a field is probably another one under a new name: it goes to the place that the other
 * went to, or is called nearly the same.
 */
function isAlike(
  former: string,
  [name, field]: readonly [string, FieldSchema],
  flow: CompiledVariant,
  screen: string,
): boolean {
  const place = fieldPlace(name, field, flow.screens.get(screen)?.definition.binds);
  if (place?.split(".").at(-1) === former) return true;
  const [short = "", long = ""] = [former, name]
    .map((each) => each.toLowerCase())
    .toSorted((a, b) => a.length - b.length);
  return (short.length > 3 && long.includes(short)) || closest(former, [name]) !== undefined;
}

function fieldsOf(
  { screens, forms }: CompiledVariant,
  screen: string,
): readonly (readonly [string, FieldSchema])[] {
  const form = forms.get(screens.get(screen)?.definition.form ?? "");
  return Object.entries(form?.compiled.fields ?? {});
}

/** A line about a field that is lost, or that was renamed. */
export function lostFieldLine(lost: LostField, isRenamed = false): string {
  const { step, screen, field, likely, elsewhere, isCertain } = lost;
  if (isRenamed) return `step ${step}: "${field}" of "${screen}" is "${likely[0] ?? ""}" now`;
  const names = likely.map((name) => `"${name}"`).join(" and ");
  const meant =
    likely.length === 0
      ? ""
      : isCertain
        ? `; it is ${names} now, and --update renames it`
        : `; perhaps it is ${names} now`;
  const where = elsewhere.length === 0 ? "" : `; "${elsewhere.join('", "')}" asks for it`;
  return `step ${step}: "${screen}" has no field "${field}"${meant}${where}`;
}

/**
 * Renames the answers of a fixture whose new names are certain, with the errors that it expects
 * there. Everything else stays as it is.
 *
 * @param text the fixture as YAML
 * @throws Error for answers behind an alias, which other steps share
 */
export function renameFields(text: string, lost: readonly LostField[]): string {
  const document = parseDocument(text);
  for (const { step, field, likely } of lost) {
    const [name = field] = likely;
    const data = document.getIn(["steps", step - 1, "data"], true);
    if (!isMap(data))
      throw new Error(`step ${step} shares its answers with another one by an alias`);
    const errors = document.getIn(["steps", step - 1, "see", "errors"], true);
    for (const [map, from, to] of [
      [data, field, name],
      [errors, `/${field}`, `/${name}`],
    ] as const)
      for (const { key } of isMap(map) ? map.items : [])
        if (isScalar(key) && key.value === from) key.value = to;
  }
  return document.toString({ lineWidth: LINE_WIDTH });
}
