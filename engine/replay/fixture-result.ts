import type { Json } from "../definition/json.ts";
import type { StepTrace } from "./seen.ts";

/** What a journey went through. */
export interface FixtureResult {
  readonly fixture: string;
  /** One sentence for each thing that was not as the fixture says; empty: it holds. */
  readonly deviations: readonly string[];
  /** The same as values, for whoever shows the two side by side. */
  readonly differences: readonly Difference[];
  readonly screens: ReadonlySet<string>;
  /** `table/row` of every row that applied; one that calls only when the call was made. */
  readonly rows: ReadonlySet<string>;
  /** Every call that was made. */
  readonly calls: ReadonlySet<string>;
  /** `call/outcome` of every call whose answer the flow took. */
  readonly outcomes: ReadonlySet<string>;
  /** `screen/action` of every action that was not refused. */
  readonly actions: ReadonlySet<string>;
  /** Type of every event that was reported. */
  readonly reports: ReadonlySet<string>;
  /** What was seen after each step. */
  readonly steps: readonly StepTrace[];
}

/** One thing that was not as the fixture says. */
export interface Difference {
  /** From 1. */
  readonly step: number;
  readonly what: string;
  readonly wanted: Json;
  readonly got: Json;
}
