import type { Outcome } from "./decide.ts";
import type { SandboxTables } from "./table-types.ts";

/** How an application or an owner stands. Never changed: what happens to it makes another. */
export interface Standing {
  readonly decision: string;
  /** Still to be answered, in order. */
  readonly stepUps: readonly string[];
  /** Undefined: not decided yet, or to be decided anew. */
  readonly outcome: Outcome | undefined;
  readonly progress: Progress;
}

/** What happened since it was handed in; a later decision does not take it back. */
export interface Progress {
  /** Step-ups that were answered: they are not asked for again. */
  readonly answered?: readonly string[];
  /** Step-ups asked for in place of others that were passed over. */
  readonly added?: readonly string[];
  /** What is known of owners by now. */
  readonly boStatus?: string;
  /** Tokens whose failure has happened. */
  readonly failed?: readonly string[];
  readonly permission?: string;
}

/** Decided for the first time, or anew: what was answered before is not asked for again. */
export function decided<S extends Standing>(
  standing: S,
  outcome: Outcome,
  tables: SandboxTables,
): S {
  const { answered = [], added = [] } = standing.progress;
  const stepUps = [...new Set([...added, ...outcome.stepUps])].filter(
    (stepUp) => !answered.includes(stepUp),
  );
  return {
    ...standing,
    outcome,
    stepUps,
    decision: standingDecision(outcome.decision, stepUps, tables),
  };
}

/** After data was changed: the answered step-up is remembered, the decision is to be made anew. */
export function changed<S extends Standing>(standing: S, tables: SandboxTables): S {
  const { progress } = answered(standing, "update", tables);
  return { ...standing, outcome: undefined, stepUps: [], decision: "PENDING", progress };
}

/**
 * After an update: the step-ups it answers are off the list, and the decision stands once there is none left. Without a
 * step-up that it answers nothing changes.
 *
 * @param added step-ups asked for in their place
 */
export function answered<S extends Standing>(
  standing: S,
  update: string,
  tables: SandboxTables,
  added: readonly string[] = [],
): S {
  const answers = tables.answers.answers[update] ?? [];
  const done = standing.stepUps.filter((stepUp) => answers.includes(stepUp));
  if (done.length === 0) return standing;
  const before = standing.progress.answered ?? [];
  const asked = added.filter((stepUp) => !before.includes(stepUp));
  const stepUps = [
    ...new Set([...asked, ...standing.stepUps.filter((stepUp) => !done.includes(stepUp))]),
  ];
  return {
    ...standing,
    stepUps,
    decision:
      standing.outcome === undefined
        ? standing.decision
        : standingDecision(standing.outcome.decision, stepUps, tables),
    progress: {
      ...standing.progress,
      answered: [...new Set([...before, ...done])],
      added: [...new Set([...(standing.progress.added ?? []), ...asked])],
    },
  };
}

/** With another decision than the tables gave, by an inquiry or by staff; it is told at once. Step-ups stay. Without a decision there is none to overrule. */
export function overruled<S extends Standing>(
  standing: S,
  decision: string,
  tables: SandboxTables,
): S {
  if (standing.outcome === undefined) return standing;
  const { pendingForMs: _told, ...outcome } = standing.outcome;
  return {
    ...standing,
    outcome: { ...outcome, decision },
    decision: standingDecision(decision, standing.stepUps, tables),
  };
}

/** When the last owner is verified, nothing about owners is awaited any more. */
export function ownersSettled<S extends Standing>(
  standing: S,
  owners: readonly Standing[],
  tables: SandboxTables,
): S {
  if (owners.length === 0 || !owners.every(isVerified)) return standing;
  const settled = answered(standing, "owners", tables);
  if (settled.progress.boStatus === "NONE") return settled;
  return { ...settled, progress: { ...settled.progress, boStatus: "NONE" } };
}

/** Decided well, with nothing left to be shown. */
export function isVerified({ decision, stepUps, outcome }: Standing): boolean {
  return (
    outcome !== undefined &&
    stepUps.length === 0 &&
    (decision === "APPROVED" || decision === "APPROVED_PENDING")
  );
}

/** While a step-up is unanswered an approval is not given yet; other decisions stand from the start. */
function standingDecision(
  decision: string,
  stepUps: readonly string[],
  tables: SandboxTables,
): string {
  const kept = stepUps.filter((stepUp) => !tables.answers.keepsNothingBack.includes(stepUp));
  return kept.length > 0 && decision === "APPROVED" ? "PENDING" : decision;
}
