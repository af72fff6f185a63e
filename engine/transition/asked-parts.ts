import { joinAddress, splitAddress } from "../language/address.ts";
import type { CompiledScreen } from "../compile/compiled-screen.ts";
import type { CompiledPart, CompiledVariant, FormOfFlow } from "../compile/compiled-variant.ts";
import { PART_PARAMETER } from "../language/screen.ts";
import { overlaps, readPath } from "../rules/state-path.ts";
import type { FieldProblem } from "../validate/field-problem.ts";
import { layFacts, type Facts } from "./facts.ts";
import { showsUnknownPath, type Resolution } from "./resolution.ts";
import { storedAnswers } from "./stored-answers.ts";
import { boundPath, isAsked, validationContext } from "./submission.ts";

/** The form that a page asks, with its place among the parts where the form is asked in parts. */
export interface PageForm {
  readonly form: FormOfFlow;
  readonly part?: PartOfPage;
}

/** The part of a form that a page asks. */
export interface PartOfPage {
  readonly id: string;
  /** The parts that are asked now, in order. */
  readonly parts: readonly CompiledPart[];
  /** Its index among them. */
  readonly at: number;
}

/**
 * The form of a page: its screen's, or the part of it that the page asks. Undefined where the page
 * asks nothing.
 *
 * @param part the page's part, where it is known; default: the one that the address names
 */
export function formOfPage(
  flow: CompiledVariant,
  screen: CompiledScreen,
  facts: Facts,
  part = partNamed(facts),
): PageForm | undefined {
  const form = flow.forms.get(screen.definition.form ?? "");
  if (form === undefined || screen.formWhen?.test(facts) === false) return undefined;
  const parts = askedParts(flow, screen, facts);
  if (parts === undefined) return { form };
  const named = parts.findIndex(({ id }) => id === part);
  const at = named < 0 ? firstOpen(flow, screen, parts, facts) : named;
  const found = parts[at];
  return found === undefined ? { form } : { form: found.form, part: { id: found.id, parts, at } };
}

/**
 * The parts in which a screen asks its form now: those with a field to ask. Undefined where it asks
 * the form on one page.
 */
export function askedParts(
  flow: CompiledVariant,
  screen: CompiledScreen,
  facts: Facts,
): readonly CompiledPart[] | undefined {
  const compiled = flow.parts.get(screen.id);
  if (
    compiled === undefined ||
    compiled.when?.test(facts) === false ||
    screen.formWhen?.test(facts) === false
  )
    return undefined;
  const parts = compiled.parts.filter(({ form }) => asksSomething(form, facts));
  return parts.length === 0 ? undefined : parts;
}

/** The part that the address of a page names. */
export function partNamed(facts: Facts): string | undefined {
  const named = readPath(facts["query"], PART_PARAMETER);
  return typeof named === "string" ? named : undefined;
}

/** An address with a part in it, in place of any other. */
export function addressOfPart(address: string, part: string): string {
  const { path, query } = splitAddress(address);
  return joinAddress(path, { ...query, [PART_PARAMETER]: part });
}

/**
 * A page's resolution with the part of its form, in the address too.
 *
 * @param facts of the requested page
 */
export function withPart<R extends Resolution>(
  flow: CompiledVariant,
  resolution: R,
  facts: Facts,
): R {
  if (
    resolution.kind === "leave" ||
    showsUnknownPath(resolution) ||
    resolution.otherApplication === true
  )
    return resolution;
  const screen = flow.screens.get(resolution.screen);
  if (screen === undefined || !flow.parts.has(screen.id)) return resolution;
  const { params, path } = resolution;
  const there = layFacts(facts, {
    params: { ...params },
    ...(facts["screen"] === screen.id ? {} : { query: { ...splitAddress(path).query } }),
  });
  const id = formOfPage(flow, screen, there)?.part?.id;
  return id === undefined ? resolution : { ...resolution, part: id, path: addressOfPart(path, id) };
}

/** The part with the field of the first problem; undefined where none has it. */
export function partWithProblem(
  parts: readonly CompiledPart[],
  problems: readonly FieldProblem[],
): string | undefined {
  const fields = problems.map(({ pointer }) => pointer.split("/")[1] ?? "");
  const at = fields.map((field) => parts.find(({ form }) => field in form.compiled.fields));
  return at.find((part) => part !== undefined)?.id;
}

/** The part that asks for one of some state paths, or for something in it. */
export function partAsking(
  parts: readonly CompiledPart[],
  screen: CompiledScreen,
  facts: Facts,
  paths: readonly string[],
): string | undefined {
  return parts.find(({ form }) =>
    Object.keys(form.compiled.fields).some((field) => {
      const place = boundPath(form, screen, field, facts);
      return place !== undefined && paths.some((path) => overlaps(place, path));
    }),
  )?.id;
}

/**
 * Whether every part has been answered: Continue then performs the action itself. Without a rule
 * for when the screen is done, a part without any answer is open, even one that may stay empty.
 */
export function areAnswered(
  flow: CompiledVariant,
  screen: CompiledScreen,
  parts: readonly CompiledPart[],
  facts: Facts,
): boolean {
  if (screen.done?.test(facts) === false) return false;
  return parts.every((part) => {
    const { isRight, isEmpty } = answersOf(flow, screen, part, facts);
    return isRight && (screen.done !== undefined || !isEmpty);
  });
}

/** The index of the first part that lacks an answer; the first part where none does. */
function firstOpen(
  flow: CompiledVariant,
  screen: CompiledScreen,
  parts: readonly CompiledPart[],
  facts: Facts,
): number {
  return Math.max(
    0,
    parts.findIndex((part) => !answersOf(flow, screen, part, facts).isRight),
  );
}

/** Whether the stored answers of a part are what its form takes, and whether there are any. */
function answersOf(
  flow: CompiledVariant,
  screen: CompiledScreen,
  { form }: CompiledPart,
  facts: Facts,
): { readonly isRight: boolean; readonly isEmpty: boolean } {
  const formats = flow.parts.get(screen.id)?.formats ?? new Map();
  const data = storedAnswers(form, screen, facts, formats);
  const { problems } = form.compiled.validate(data, validationContext(form, screen, facts));
  return { isRight: problems.length === 0, isEmpty: Object.keys(data).length === 0 };
}

function asksSomething(form: FormOfFlow, facts: Facts): boolean {
  return Object.entries(form.compiled.fields).some(
    ([field, schema]) => schema["x-widget"] !== "hidden" && isAsked(form, field, facts),
  );
}
