import type {
  EventDefinition,
  EventKindDefinition,
  EventsDefinition,
  Names,
  OccurrencePattern,
  OnceScope,
} from "./generated/events.ts";

export type {
  EventDefinition,
  EventKindDefinition,
  EventsDefinition,
  Names,
  OccurrencePattern,
  OnceScope,
};

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
