import {
  axesOf,
  pathAxisOf,
  type AxisChoice,
  type AxisValue,
} from "../../../engine/language/axes.ts";
import type { FlowDefinition } from "../../../engine/language/flow.ts";
import type { Variant } from "../../../engine/language/variant.ts";
import { compileRule } from "../../../engine/rules/compile-rule.ts";
import { ANY_NAMES } from "../../../engine/rules/rule-names.ts";
import { memoize } from "../../../engine/language/memoize.ts";

/** The parts of a request that choose values of axes. */
export interface VisitorChoices {
  /** Host of the request, without a port. */
  readonly host: string;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string>>;
  /** In order of wish. */
  readonly languages: readonly string[];
}

type Values = Readonly<Record<string, AxisValue>>;

/**
 * The variant that a visitor gets before an application has begun: of each axis the value in the
 * path or of the host, what the visitor chose, the first value whose rule holds.
 *
 * @param inPath the value that the address begins with
 */
export function chooseVariant(
  definition: FlowDefinition,
  environment: string,
  inPath: string | undefined,
  visitor: VisitorChoices,
): Variant {
  const chosen: Record<string, string> = {};
  for (const [axis, { path, values = {}, chosen: choices = [] }] of axesOf(definition)) {
    const value =
      path === undefined
        ? (firstChoice(choices, values, visitor) ?? valueOfHost(values, visitor.host))
        : (valueWithHost(definition, visitor.host) ?? inPath);
    if (value !== undefined) chosen[axis] = value;
  }
  return { ...chosen, environment };
}

/** The visitor's choices that also move an open application: one of another value is left. */
export function movingChoices(
  definition: FlowDefinition,
  visitor: VisitorChoices,
): Readonly<Record<string, string>> | undefined {
  const moved = axesOf(definition).flatMap(([axis, { values = {}, chosen = [] }]) => {
    const value = firstChoice(
      chosen.filter(({ moves }) => moves === true),
      values,
      visitor,
    );
    return value === undefined ? [] : [[axis, value] as const];
  });
  return moved.length === 0 ? undefined : Object.fromEntries(moved);
}

/**
 * Whether a host is where the pages of a variant are: its own one, or one that chooses its values.
 */
export function isHostOf(definition: FlowDefinition, variant: Variant, host: string): boolean {
  if (valueWithHost(definition, host) !== undefined) return false;
  return axesOf(definition).every(
    ([axis, { values = {} }]) =>
      Object.values(values).every(({ when }) => when === undefined) ||
      valueOfHost(values, host) === variant[axis],
  );
}

/** The value whose own host this is. */
function valueWithHost(definition: FlowDefinition, host: string): string | undefined {
  return Object.entries(pathAxisOf(definition)?.values ?? {}).find(
    ([, value]) => value.host === host.toLowerCase(),
  )?.[0];
}

/** The first value whose rule holds for a host, one without a rule always; else the last. */
function valueOfHost(values: Values, host: string): string | undefined {
  const entries = Object.entries(values);
  const found = entries.find(
    ([, value]) => value.when === undefined || ruleOf(value).test({ host }),
  );
  return (found ?? entries.at(-1))?.[0];
}

const ruleOf = memoize(({ when = true }: AxisValue) =>
  compileRule(when, ANY_NAMES, () => undefined),
);

function firstChoice(
  choices: readonly AxisChoice[],
  values: Values,
  visitor: VisitorChoices,
): string | undefined {
  for (const choice of choices) {
    const found =
      choice.languages === true
        ? byLanguage(values, visitor.languages)
        : namedValue(values, choice, textOf(choice, visitor));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first value that offers the language that is wished most. */
function byLanguage(values: Values, languages: readonly string[]): string | undefined {
  for (const language of languages)
    for (const [name, { locales = [] }] of Object.entries(values))
      if (locales.includes(language)) return name;
  return undefined;
}

function textOf(
  { cookie, parameter }: AxisChoice,
  { cookies, query }: VisitorChoices,
): string | undefined {
  return cookie !== undefined ? cookies[cookie] : query[parameter ?? ""];
}

/** The value that a text names; undefined where it names none. */
export function namedValue(
  values: Values,
  { holds }: AxisChoice,
  text: string | undefined,
): string | undefined {
  if (text === undefined) return undefined;
  if (holds === undefined) return Object.hasOwn(values, text) ? text : undefined;
  return Object.entries(values).find(([, { locales = [], facts = {} }]) =>
    holds === "locales" ? locales.includes(text) : facts[holds] === text,
  )?.[0];
}
