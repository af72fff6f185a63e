import type { FlowDefinition as WrittenFlow } from "./generated/flow.ts";

export type { FlagDefinition } from "./generated/flags.ts";
export type {
  EntryParameter,
  MailedLinkDefinition,
  PageDefinition,
  PhaseDefinition,
  RetentionDefinition,
  TimerDefinition,
} from "./generated/flow.ts";
export type { GuardsDefinition } from "./generated/guards.ts";

/** The definition in a flow.yaml. Its resume table has a name: by default `resume`. */
export interface FlowDefinition extends WrittenFlow {
  readonly resume: string;
}
