import type { FlowDefinition as WrittenFlow } from "./generated/flow.ts";
import type { JsonObject } from "./json.ts";

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

/**
 * flows/<flow>/config.yaml: values that rules, copy and calls read as `config.…`; overlays change
 * them.
 */
export type ConfigDefinition = JsonObject;

/** The definition in a flow.yaml. Its resume table has a name: by default `resume`. */
export interface FlowDefinition extends WrittenFlow {
  readonly resume: string;
}
