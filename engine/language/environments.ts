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

/**
 * The environment of fixtures and worked examples that name none, wherever they run: a publish, a
 * plan and a replay judge them alike.
 */
export const TEST_ENVIRONMENT = "LOCAL" satisfies Environment;

/** Environments in which sandboxes answer services without a base URL. */
export const SANDBOX_ENVIRONMENTS: ReadonlySet<string> = new Set(["LOCAL", "CI", "TEST"]);
