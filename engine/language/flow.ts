import type { JsonObject } from "./json.ts";

export type { FlagDefinition } from "./generated/flags.ts";
export type {
  EntryParameter,
  FlowDefinition,
  MarketDefinition,
  PageDefinition,
  PhaseDefinition,
  RetentionDefinition,
  TimerDefinition,
  VariantsDefinition,
} from "./generated/flow.ts";
export type { GuardsDefinition } from "./generated/guards.ts";

/** flows/<flow>/config.yaml: values that rules, copy and calls read as `config.…`; overlays change them. */
export type ConfigDefinition = JsonObject;
