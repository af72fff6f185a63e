import { sameJson } from "../language/same-json.ts";
import type { Decision, Notice } from "../transition/answer.ts";
import { readPath } from "../rules/state-path.ts";
import type { Reason } from "../transition/reason.ts";
import type { ApplicationState } from "../transition/state.ts";
import type { CompiledEvents } from "../compile/compiled-events.ts";
import type { OccurrenceKind } from "../language/events.ts";
import type { Json } from "../language/json.ts";
import type { FieldProblem } from "../validate/field-problem.ts";

/** An occurrence in a step, by the name that event definitions use. */
export interface Occurrence {
  readonly kind: OccurrenceKind;
  readonly name: string;
  /** `result`: outcome of the call. */
  readonly outcome?: string;
}

/** The occurrences of a step, in the order of `OCCURRENCES`, without the screen that it enters. */
export function occurrencesOf(
  events: CompiledEvents,
  before: ApplicationState,
  decision: Decision,
): readonly Occurrence[] {
  if (decision.kind === "refused") return problemsOf(decision.problems);
  const { reason, call, rows, notices, next, state } = decision;
  return [
    ...doneOf(reason),
    ...(call === undefined ? [] : [{ kind: "call", name: call.call } as const]),
    ...rows.map((name) => ({ kind: "row", name }) as const),
    ...events.answers
      .filter((path) => isAnswered(before, state, path))
      .map((name) => ({ kind: "answer", name }) as const),
    ...problemsOf(problemsIn(notices)),
    ...noticesOf(notices),
    ...(call === undefined && next.kind === "leave"
      ? [{ kind: "leave", name: next.to } as const]
      : []),
  ];
}

/** Occurrences of messages on the page. */
export function noticesOf(notices: readonly Notice[]): readonly Occurrence[] {
  return notices.map(({ copy: name }) => ({ kind: "notice", name }) as const);
}

/** Messages that belong to a field, as its problems. */
export function problemsIn(notices: readonly Notice[]): readonly FieldProblem[] {
  return notices.flatMap(({ pointer, copy: code }) =>
    pointer === undefined ? [] : [{ pointer, code, params: {} }],
  );
}

function doneOf(reason: Reason): readonly Occurrence[] {
  if (reason.kind === "action")
    return [{ kind: "action", name: `${reason.screen}/${reason.action}` }];
  if (reason.kind !== "call") return [];
  const { call, step, outcome } = reason;
  return [{ kind: "result", name: step === undefined ? call : `${call}.${step}`, outcome }];
}

function problemsOf(problems: readonly FieldProblem[]): readonly Occurrence[] {
  return problems.map(({ code: name }) => ({ kind: "problem", name }) as const);
}

function isAnswered(before: ApplicationState, after: ApplicationState, path: string): boolean {
  const [was, is] = [readPath(before, path), readPath(after, path)];
  return isGiven(is) && !sameJson(was, is);
}

function isGiven(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== "";
}
