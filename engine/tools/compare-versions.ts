import { replaceIds } from "../rules/state-path.ts";
import type { InputContext } from "../transition/input.ts";
import type { ApplicationState } from "../transition/state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { FixtureResult } from "../fixtures/fixture-result.ts";
import type { StepTrace } from "../fixtures/trace.ts";
import { reasonText } from "../transition/reason.ts";
import { resolveResumption } from "../transition/resolve-resumption.ts";
import { findInvalidated } from "../transition/find-invalidated.ts";

/** The page to which a version of a flow leads, and the deciding rule. */
export interface ReachedPage {
  /** A screen, or an exit such as `@sign-in`. */
  readonly screen: string;
  readonly because: string;
  /** Copy keys of the messages shown there. */
  readonly notices: readonly string[];
}

/** The pages of two versions that differ. */
export interface PageDifference {
  readonly from: ReachedPage;
  readonly to: ReachedPage;
}

/**
 * Compares where an application belongs in two versions; undefined for the same screen with the
 * same messages.
 */
export function compareResumptions(
  before: CompiledVariant,
  after: CompiledVariant,
  state: ApplicationState,
  context: InputContext,
): PageDifference | undefined {
  const was = resumptionIn(before, state, context);
  const is = resumptionIn(after, state, context);
  return was.key === is.key ? undefined : { from: was.page, to: is.page };
}

function resumptionIn(
  flow: CompiledVariant,
  state: ApplicationState,
  context: InputContext,
): { readonly key: string; readonly page: ReachedPage } {
  const resolution = resolveResumption(flow, state, context);
  const because = reasonText(resolution.reason);
  if (resolution.kind === "leave")
    return {
      key: `@${resolution.to} ${resolution.location ?? ""}`,
      page: { screen: `@${resolution.to}`, because, notices: [] },
    };
  const notices = resolution.notices ?? [];
  return {
    key: `${resolution.screen} ${resolution.path} ${notices.length === 0 ? "" : JSON.stringify(notices)}`,
    page: { screen: resolution.screen, because, notices: notices.map(({ copy }) => copy) },
  };
}

/** The first step at which two runs of a fixture differ; undefined when none does. */
export function compareJourneys(
  { steps: was }: FixtureResult,
  { steps: is }: FixtureResult,
): PageDifference | undefined {
  for (const [index, step] of is.entries()) {
    const other = was[index];
    if (other !== undefined && summaryOf(step) !== summaryOf(other))
      return { from: pageReached(other), to: pageReached(step) };
  }
  return undefined;
}

function summaryOf({ screen, path, leave, location, notices, problems, calls }: StepTrace): string {
  return JSON.stringify([screen, path, leave, location, notices, problems, calls]);
}

function pageReached({ screen, leave, because, notices, problems }: StepTrace): ReachedPage {
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
