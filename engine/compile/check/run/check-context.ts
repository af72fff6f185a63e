import type { JsonObject } from "../../../language/json.ts";
import type { RuleNames } from "../../../rules/rule-names.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { Reporter } from "../../reporter.ts";

/** The input of every check of a variant. */
export interface CheckContext {
  readonly flow: CompiledVariant;
  /** The definitions the variant was compiled from, overlays applied. */
  readonly tree: JsonObject;
  /** Names that the flow's own rules may read. */
  readonly names: RuleNames;
  /** Collects the mistakes. */
  readonly reporter: Reporter;
}

/** A check of all variants of a flow together. */
export interface FlowWideCheck {
  /** Gathers what one variant does. */
  gather(context: CheckContext): void;
  /** Reports in one variant what shows once all variants are gathered. */
  check(context: CheckContext): void;
}
