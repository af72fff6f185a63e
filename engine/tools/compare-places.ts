import { replaceIds } from "../rules/state-path.ts";
import type { InputContext } from "../transition/input.ts";
import type { ApplicationState } from "../transition/state.ts";
import type { CompiledFlow } from "../compile/compiled-flow.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { FixtureDefinition } from "../language/fixture.ts";
import { runFixture } from "../fixtures/run-fixture.ts";
import type { StepTrace } from "../fixtures/trace.ts";
import { reasonText } from "../transition/reason.ts";
import { resumePlace } from "../transition/resume-place.ts";
import { findInvalidated } from "./find-invalidated.ts";

/** The place to which a version of a flow leads, and the deciding rule. */
export interface Place {
  /** A screen, or an exit such as `@sign-in`. */
  readonly screen: string;
  readonly because: string;
  /** Copy keys of the messages shown there. */
  readonly notices: readonly string[];
}

/** The places of two versions that differ. */
export interface Difference {
  readonly from: Place;
  readonly to: Place;
}

/**
 * Compares the places of an application in two versions; undefined for the same screen with the
 * same messages.
 */
export function comparePlaces(
  before: CompiledVariant,
  after: CompiledVariant,
  state: ApplicationState,
  context: InputContext,
): Difference | undefined {
  const was = seenAt(before, state, context);
  const is = seenAt(after, state, context);
  return was.key === is.key ? undefined : { from: was.place, to: is.place };
}

function seenAt(
  flow: CompiledVariant,
  state: ApplicationState,
  context: InputContext,
): { readonly key: string; readonly place: Place } {
  const resolution = resumePlace(flow, state, context);
  const because = reasonText(resolution.reason);
  if (resolution.kind === "leave")
    return {
      key: `@${resolution.to} ${resolution.location ?? ""}`,
      place: { screen: `@${resolution.to}`, because, notices: [] },
    };
  const notices = resolution.notices ?? [];
  return {
    key: `${resolution.screen} ${resolution.path} ${notices.length === 0 ? "" : JSON.stringify(notices)}`,
    place: { screen: resolution.screen, because, notices: notices.map(({ copy }) => copy) },
  };
}

/** The first step of a journey at which two versions differ; undefined when none does. */
export function compareJourneys(
  before: CompiledFlow,
  after: CompiledFlow,
  fixture: FixtureDefinition,
): Difference | undefined {
  const was = runFixture(before, fixture).steps;
  const is = runFixture(after, fixture).steps;
  for (const [index, step] of is.entries()) {
    const other = was[index];
    if (other !== undefined && summaryOf(step) !== summaryOf(other))
      return { from: placeSeen(other), to: placeSeen(step) };
  }
  return undefined;
}

function summaryOf({ screen, path, leave, location, notices, problems, calls }: StepTrace): string {
  return JSON.stringify([screen, path, leave, location, notices, problems, calls]);
}

function placeSeen({ screen, leave, because, notices, problems }: StepTrace): Place {
  return {
    screen: screen ?? `@${leave ?? ""}`,
    because,
    notices: [...notices, ...problems.map(({ code }) => code)],
  };
}

/** Whether two versions may validate the same answers differently. */
export function validatesDifferently(before: CompiledVariant, after: CompiledVariant): boolean {
  const validationOf = ({ stateSchema, formats, forms, screens }: CompiledVariant) =>
    JSON.stringify([
      stateSchema,
      formats,
      [...forms].map(([name, { schema }]) => [name, schema]),
      [...screens.values()].map(({ id, definition: { form, binds } }) => [id, form, binds]),
    ]);
  return validationOf(before) !== validationOf(after);
}

/** State paths that the old version accepts and the new one asks again, list entries as `*`. */
export function newlyInvalidated(
  before: CompiledVariant,
  after: CompiledVariant,
  state: ApplicationState,
  context: InputContext,
): readonly string[] {
  const invalidated = findInvalidated(after, state, context);
  if (invalidated.length === 0) return [];
  const known = new Set(findInvalidated(before, state, context).map(({ path }) => path));
  return [
    ...new Set(
      invalidated.filter(({ path }) => !known.has(path)).map(({ path }) => replaceIds(path, "*")),
    ),
  ];
}
