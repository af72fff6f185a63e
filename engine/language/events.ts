import type { Rule, Template } from "./rule.ts";

/** flows/<flow>/events.yaml: what a flow reports about itself, to analytics. */
export interface EventsDefinition {
  /** Nothing is reported unless this holds; absent: always. */
  readonly enabled?: Rule;
  /** Kinds of events by name; the first is what an event is of that names none. */
  readonly kinds: { readonly [kind: string]: EventKindDefinition };
  /** Properties of every event. */
  readonly context?: { readonly [property: string]: Template };
  readonly events: { readonly [type: string]: EventDefinition };
}

/** How events of one kind are called in the envelope. */
export interface EventKindDefinition {
  readonly schema: string;
  readonly version?: string;
  /** Name the event is dispatched under, where that is not its type; reads `event.type`. */
  readonly name?: Template;
}

/** One event. Reported at most once a step, by the first of its happenings. */
export interface EventDefinition {
  /** What it means, in one sentence. */
  readonly says: string;
  readonly kind?: string;
  readonly on: OccurrencePattern | readonly OccurrencePattern[];
  readonly when?: Rule;
  /** Reported once only: for an application, a visitor, a visit, or each screen of an application. */
  readonly once?: OnceScope;
  readonly with?: { readonly [property: string]: Template };
  /** A call that takes the event to where it is wanted, made after the step was kept. */
  readonly send?: string;
}

export type OnceScope = "application" | "visitor" | "session" | "screen";

/** What an event may be reported on: one member of these, with a name, a pattern (`*` stands for anything) or several. */
export interface OccurrencePattern {
  /** A screen is entered: shown, and not the one that was there before. */
  readonly screen?: Names;
  /** `screen/action`: an action was done and not refused. */
  readonly action?: Names;
  /** `screen/action`: the question before an action was not answered with yes. */
  readonly declined?: Names;
  /** A call was asked for. */
  readonly call?: Names;
  /** A call was answered. */
  readonly result?: Names;
  /** With `result`: what became of it. With `declined`: `no`, or `cancel` where the question was put aside. */
  readonly outcome?: Names;
  /** `table/row`: a row of a table applied. */
  readonly row?: Names;
  /** A state path got another value, and has one. */
  readonly answer?: Names;
  /** Copy key of what was wrong with a field. */
  readonly problem?: Names;
  /** Copy key of a message. */
  readonly notice?: Names;
  /** A way out of the flow was taken. */
  readonly leave?: Names;
}

export type Names = string | readonly string[];
export type OccurrenceKind = Exclude<keyof OccurrencePattern, "outcome">;

/** How a question is declined. */
export const DECLINES = ["no", "cancel"] as const;
export type Decline = (typeof DECLINES)[number];

/** In the order in which a step brings them about. */
export const OCCURRENCES: readonly OccurrenceKind[] = [
  "action",
  "declined",
  "result",
  "call",
  "row",
  "answer",
  "problem",
  "notice",
  "leave",
  "screen",
];
