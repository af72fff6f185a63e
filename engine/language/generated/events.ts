// Generated from schemas/definition/events.json by `npm run types:generate`: change the schema, not this file.
import type { Rule, Template } from "../rule.ts";

/** It is reported once only: for an application, a visitor (a person who is signed in, else a visit), a visit, or each screen of an application. */
export type OnceScope = "application" | "visitor" | "session" | "screen";
/** A name, a pattern (* stands for anything), or several. */
export type Names = string | readonly string[];

/** flows/<flow>/events.yaml: what the flow reports about itself, to analytics. Events are derived from what happens in a step and written with it. They contain no value marked with `x-pii`, no typed text and no service's answer: a rule that could reveal one is refused. */
export interface EventsDefinition {
  /** Nothing is reported unless this holds; left out, always (a JSON-logic rule) */
  readonly enabled?: Rule;
  /** Kinds of events by name; the first is that of events which name none. */
  readonly kinds: {
    readonly [k: string]: EventKindDefinition;
  };
  /** Properties that every event has, by name; those without a value are left out. */
  readonly context?: {
    /** The value (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
  /** Events by type. */
  readonly events: {
    readonly [k: string]: EventDefinition;
  };
}
/** How events of this kind are called in the envelope. */
export interface EventKindDefinition {
  /** Name of the envelope's schema. */
  readonly schema: string;
  /** Version of that schema. */
  readonly version?: string;
  /** Name the event is dispatched under, where that is not its type; reads `event.type` (JSON in which rules stand for their values) */
  readonly name?: Template;
}
/** An event, reported at most once a step. Its rules read the state after the step, `before.…` (the state before it), `screen`, `action`, `outcome`, `status` and `event.…`: `type`, `path` (with the names of its parameters), `row`, `notice`, `problems` (a list of field and code), `step`, `of` and `remaining` (where the screen stands in its sequence). */
export interface EventDefinition {
  /** What it means, in one sentence. */
  readonly description: string;
  /** Its kind; left out, the first one. */
  readonly kind?: string;
  /** What it is reported on: one thing, or several of which any counts. */
  readonly on: OccurrencePattern | readonly OccurrencePattern[];
  /** It is only reported while this holds (a JSON-logic rule) */
  readonly when?: Rule;
  readonly once?: OnceScope;
  /** Its own properties by name; those without a value are left out. */
  readonly with?: {
    /** The value (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
  /** Call that takes the event to where it is wanted: made once the step is kept, again until it is taken. It reads `event.type` and `event.properties`, and keeps nothing of the answer. */
  readonly send?: string;
}
/** Something that happens in a step: one of these members. */
export interface OccurrencePattern {
  /** A screen is entered: drawn, and not the one that was there before. */
  readonly screen?: Names;
  /** `screen/action`: the action was done and not refused; of the entries of a list, too. */
  readonly action?: Names;
  /** `screen/action`: the question before the action was answered with no, or put aside. */
  readonly declined?: Names;
  /** A call was asked for. */
  readonly call?: Names;
  /** A call was answered. */
  readonly result?: Names;
  /** With `result`: what became of the call. With `declined`: `no` or `cancel`. */
  readonly outcome?: Names;
  /** `table/row`: the row of a transition table applied. */
  readonly row?: Names;
  /** The state path got another value, and has one. */
  readonly answer?: Names;
  /** Copy key of a field's problem. */
  readonly problem?: Names;
  /** Copy key of a message to the page. */
  readonly notice?: Names;
  /** A way out of the flow was taken, by its kind. */
  readonly leave?: Names;
}
