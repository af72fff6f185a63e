import type { Outcome } from "./decide.ts";
import type { SandboxTables } from "./tables.ts";

/** The standing of an application or an owner. Immutable: each event gives another. */
export interface Standing {
  readonly decision: string;
  /** Pending step-ups, in order. */
  readonly stepUps: readonly string[];
  /** Undefined: not decided yet, or to be decided again. */
  readonly outcome: Outcome | undefined;
  readonly progress: Progress;
}

/** Events since the submission; a later decision does not undo them. */
export interface Progress {
  /** Answered step-ups, which are not asked for again. */
  readonly answered?: readonly string[];
  /** Step-ups that replace skipped ones. */
  readonly added?: readonly string[];
  /** The status of owners. */
  readonly boStatus?: string;
  /** Test values whose failure has happened. */
  readonly failed?: readonly string[];
  readonly permission?: string;
}

/** A standing after a first or a new decision: answered step-ups are not asked for again. */
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

/**
 * A standing after a change of data: the answered step-up is recorded, and a new decision is
 * needed.
 */
export function changed<S extends Standing>(standing: S, tables: SandboxTables): S {
  const { progress } = answered(standing, "update", tables);
  return { ...standing, outcome: undefined, stepUps: [], decision: "PENDING", progress };
}

/**
 * A standing after an update: the answered step-ups are removed, and the decision stands once none
 * is left. An update without a matching step-up changes nothing.
 *
 * @param added step-ups that replace them
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
  const newlyAdded = added.filter((stepUp) => !before.includes(stepUp));
  const stepUps = [
    ...new Set([...newlyAdded, ...standing.stepUps.filter((stepUp) => !done.includes(stepUp))]),
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
      added: [...new Set([...(standing.progress.added ?? []), ...newlyAdded])],
    },
  };
}

/**
 * A standing whose decision an inquiry or staff replaced, reported at once. Step-ups stay. Without
 * a decision there is none to replace.
 */
export function overruled<S extends Standing>(
  standing: S,
  decision: string,
  tables: SandboxTables,
): S {
  if (standing.outcome === undefined) return standing;
  const { pendingForMs: _delay, ...outcome } = standing.outcome;
  return {
    ...standing,
    outcome: { ...outcome, decision },
    decision: standingDecision(decision, standing.stepUps, tables),
  };
}

/** A standing that no longer waits for owners, after the last one is verified. */
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

/** Whether a standing is approved without pending step-ups. */
export function isVerified({ decision, stepUps, outcome }: Standing): boolean {
  return (
    outcome !== undefined &&
    stepUps.length === 0 &&
    (decision === "APPROVED" || decision === "APPROVED_PENDING")
  );
}

/**
 * The effective decision: an approval takes effect once all step-ups are answered, other decisions
 * at once.
 */
function standingDecision(
  decision: string,
  stepUps: readonly string[],
  tables: SandboxTables,
): string {
  const kept = stepUps.filter((stepUp) => !tables.answers.keepsNothingBack.includes(stepUp));
  return kept.length > 0 && decision === "APPROVED" ? "PENDING" : decision;
}
