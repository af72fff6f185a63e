import type { FlowDefinition } from "./generated/flow.ts";

type Environment = NonNullable<FlowDefinition["entryParameters"][string]["environments"]>[number];

/** Environments a flow may run in. */
export const ENVIRONMENTS = [
  "LOCAL",
  "CI",
  "TEST",
  "OTE",
  "production",
] as const satisfies readonly Environment[];
