export type {
  ExitDefinition,
  NotifyDefinition,
  TransitionRowDefinition,
  TransitionTableDefinition,
} from "./generated/transitions.ts";
