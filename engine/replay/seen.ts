import type { Destination, FieldProblem, Notice } from "../answer/answer.ts";
import type { InputContext } from "../answer/input.ts";
import type { ApplicationEvent } from "../application/event.ts";
import type { ApplicationState } from "../application/state.ts";
import type { Json } from "../definition/json.ts";
import type { AnalyticsEvent } from "../report/report.ts";

/** What a journey saw after one of its steps. */
export interface StepTrace {
  /** Undefined when it left the flow. */
  readonly screen?: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly because: string;
  /** The way out, and its address. */
  readonly leave?: string;
  readonly location?: string;
  readonly calls: readonly string[];
  /** Copy keys. */
  readonly notices: readonly string[];
  /** The same as messages that can be drawn. */
  readonly told: readonly Notice[];
  readonly problems: readonly FieldProblem[];
  readonly reports: readonly AnalyticsEvent[];
  readonly events: readonly ApplicationEvent[];
  readonly state: ApplicationState;
  readonly context: InputContext;
}

/** What is seen while a step is under way. */
export interface Trace {
  readonly calls: string[];
  /** Body of the last request of each call. */
  readonly sent: Record<string, Json>;
  readonly suggests: string[];
  readonly fills: Record<string, string>;
  readonly notices: Notice[];
  readonly reports: AnalyticsEvent[];
  readonly events: ApplicationEvent[];
  problems: readonly FieldProblem[];
  leave: Extract<Destination, { kind: "leave" }> | undefined;
  because: string;
}

/** The same before anything has happened. */
export function emptyTrace(): Trace {
  return {
    calls: [],
    sent: {},
    suggests: [],
    fills: {},
    notices: [],
    reports: [],
    events: [],
    problems: [],
    leave: undefined,
    because: "",
  };
}
