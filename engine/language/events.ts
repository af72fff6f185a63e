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

/** Ways to decline a confirmation. */
export const DECLINES = ["no", "cancel"] as const;
export type Decline = (typeof DECLINES)[number];

/** Kinds of occurrences, in their order within a step. */
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
