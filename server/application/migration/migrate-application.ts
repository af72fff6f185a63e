import { completeVariant } from "../../../engine/language/axes.ts";
import { splitAddress, type Address } from "../../../engine/language/address.ts";
import { reasonText } from "../../../engine/transition/reason.ts";
import { buildFacts } from "../../../engine/transition/facts.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import type { Notice } from "../../../engine/transition/answer.ts";
import { renderWords } from "../../../engine/render/render-words.ts";
import { fieldsNotice } from "../../../engine/transition/fields-notice.ts";
import { applyEvents } from "../../../engine/transition/apply-events.ts";
import type { StateChange } from "../../../engine/rules/state-path.ts";
import type { ApplicationEvent } from "../../../engine/transition/event.ts";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import { resolveResumption } from "../../../engine/transition/resolve-resumption.ts";
import { findRoute } from "../../../engine/transition/resolve-screen.ts";
import {
  findInvalidated,
  type InvalidatedAnswer,
} from "../../../engine/transition/find-invalidated.ts";
import { newQuestions } from "../../../engine/transition/new-questions.ts";
import type { ApplicationRecord, Step } from "../../storage/repositories/applications.ts";
import type { FlowTools } from "../flow-tools.ts";
import { isHandedIn, restoredAnswers, stillAsked } from "./restored-answers.ts";
import type { VisitTools } from "../visit/visit-tools.ts";

/** The parts of the server that migrate an application to another version. */
export type MigrationTools = Pick<FlowTools, "library" | "olderVersion"> &
  Pick<VisitTools, "applications">;

/** An application with the version of its flow that applies now. */
export interface MigrationResult {
  readonly flow: CompiledFlow;
  readonly record: ApplicationRecord;
  /** The version before, when the application migrated. */
  readonly from?: CompiledFlow;
  /**
   * The answers that the migration clears and restores: saved before the next step, not by a read.
   */
  readonly migration?: MigrationStep;
}

/**
 * The step of a migration, to be saved before the first step in the new version. Its record is the
 * application that it was computed on: it cannot be saved at another revision.
 */
export type MigrationStep = Step;

/**
 * Moves an application in flight to the version that the live version's publish chose, and for
 * `re-ask` clears the answers that this version refuses. Nothing is saved: a page that is only
 * looked at changes no answer. The journal keeps the cleared answers, and a version that takes them
 * again restores them.
 */
export async function migrateApplication(
  record: ApplicationRecord,
  live: CompiledFlow,
  context: InputContext,
  tools: MigrationTools,
): Promise<MigrationResult> {
  const policy = tools.library().policies?.get(live.id);
  if (policy === undefined || record.flowVersion === live.version) return { flow: live, record };
  const own = await tools.olderVersion(live.id, record.flowVersion);
  if (own === undefined) return { flow: live, record };
  const pinned =
    policy.inFlight === "pin" &&
    (policy.until === undefined || context.now < policy.until.toISOString());
  // A pending call continues in the tables that asked for it; without its variant an application
  // can only stay.
  if (
    record.calling ||
    !hasVariant(live, record) ||
    (pinned && !isFinished(own.variant(context.variant), record, context))
  )
    return { flow: own, record };
  const flows = { own: own.variant(context.variant), live: live.variant(context.variant) };
  const restored = await restoredAnswers(record, flows.live, context, tools.applications);
  const refused = policy.inFlight === "re-ask" ? newlyRefused(record, flows, context) : [];
  const changed = stepOfMigration(record, { restored, refused }, context);
  const known = new Set(changed.askedAgain.map(({ path }) => path));
  const added = newQuestions(flows.own, flows.live, changed.state, context).filter(
    ({ path }) => !known.has(path),
  );
  if (restored.length + refused.length + added.length === 0)
    return { flow: live, record, from: own };
  const { state, ...step } = changed;
  const askedAgain = [...changed.askedAgain, ...added];
  return {
    flow: live,
    from: own,
    record: { ...record, state, askedAgain },
    migration: {
      ...step,
      record,
      state,
      askedAgain,
      pii: flows.live.pii,
      flowVersion: live.version,
    },
  };
}

/** A variant before and after a migration. */
interface MigratedVariant {
  readonly own: CompiledVariant;
  readonly live: CompiledVariant;
}

/** The answers that only the new version refuses. */
function newlyRefused(
  { state }: ApplicationRecord,
  { own, live }: MigratedVariant,
  context: InputContext,
): readonly InvalidatedAnswer[] {
  const untouched = new Set(findInvalidated(own, state, context).map(({ path }) => path));
  return findInvalidated(live, state, context).filter(({ path }) => !untouched.has(path));
}

/** The step that clears and restores answers. */
function stepOfMigration(
  record: ApplicationRecord,
  {
    restored,
    refused,
  }: {
    readonly restored: readonly StateChange[];
    readonly refused: readonly InvalidatedAnswer[];
  },
  context: InputContext,
): Pick<Step, "state" | "events" | "reports" | "input"> & Pick<ApplicationRecord, "askedAgain"> {
  const event: ApplicationEvent = {
    type: "moved",
    at: context.now,
    because: reasonText({ kind: reasonOfMigration(restored.length, refused.length) }),
    changes: [...restored, ...refused.map(({ path }) => ({ path, value: null }))],
  };
  const back = new Set(restored.map(({ path }) => path));
  return {
    state: applyEvents([event], record.state),
    events: [event],
    reports: [],
    input: { kind: "open", path: "", query: {}, context },
    askedAgain: [...stillAsked(record).filter(({ path }) => !back.has(path)), ...refused],
  };
}

function reasonOfMigration(
  restored: number,
  refused: number,
): "re-ask" | "restored" | "new-question" {
  if (refused > 0) return "re-ask";
  return restored > 0 ? "restored" : "new-question";
}

function hasVariant({ definition }: CompiledFlow, { variant }: ApplicationRecord): boolean {
  return completeVariant(definition, variant) !== undefined;
}

function isFinished(
  flow: CompiledVariant,
  record: ApplicationRecord,
  context: InputContext,
): boolean {
  return flow.finished?.test(buildFacts(flow, record.state, context)) === true;
}

/**
 * The page to send an applicant to whose present page the new version does not have; undefined when
 * it has it. Of definitions that were saved on disk the version before is not known: any page may
 * have been there.
 */
export function pageAfterMigration(
  path: string,
  { flow, record, from }: MigrationResult,
  context: InputContext,
): Address | undefined {
  const facts = (variant: CompiledVariant) => buildFacts(variant, record.state, context);
  const has = (variant: CompiledVariant) => findRoute(variant, path, facts(variant)) !== undefined;
  if (
    record.flowVersion === flow.version ||
    has(flow.variant(context.variant)) ||
    (from !== undefined && !has(from.variant(context.variant)))
  )
    return undefined;
  const resumption = resolveResumption(flow.variant(context.variant), record.state, context);
  if (resumption.kind === "leave") return undefined;
  return splitAddress(resumption.path);
}

/**
 * Notices of the answers to give again, and of the questions that are new, until they are answered
 * or the application is handed in.
 */
export function invalidatedNotices(
  flow: CompiledVariant,
  record: ApplicationRecord | undefined,
  context: InputContext,
  words: Readonly<Record<string, string>>,
): readonly Notice[] {
  if (record === undefined || record.askedAgain.length === 0) return [];
  if (isHandedIn(flow, record, context)) return [];
  const { locale } = context;
  const copy = flow.copy(locale);
  const own = renderWords(words, copy);
  const labelsOf = (answers: readonly InvalidatedAnswer[]) =>
    answers.flatMap(
      ({ screen, field }) =>
        copy.text(
          `${flow.screens.get(screen)?.copy ?? `screens.${screen}`}.fields.${field}.label`,
        ) ?? [],
    );
  const open = stillAsked(record);
  return [
    fieldsNotice("askedAgain", labelsOf(open.filter(({ isNew }) => isNew !== true)), locale, own),
    fieldsNotice("newQuestions", labelsOf(open.filter(({ isNew }) => isNew === true)), locale, own),
  ].flatMap((notice) => notice ?? []);
}
