// Generated from schemas/definition/flags.json by `npm run types:generate`: change the schema, not this file.
import type { Json } from "../json.ts";

/** flows/<flow>/flags.yaml: switches that rules read as flags.NAME. */
export interface FlagsFile {
  /** Flags by name. */
  readonly flags: {
    readonly [k: string]: FlagDefinition;
  };
}
/** A flag. */
export interface FlagDefinition {
  /** What it holds; `boolean` where it is not said. */
  readonly type?: "boolean" | "string" | "number";
  /** Its value unless an overlay sets another; default: false. */
  readonly default?: Json;
  /** What it does, in one sentence. */
  readonly description: string;
  /**
   * Values it may have.
   *
   * Items: A value.
   */
  readonly enum?: readonly Json[];
}
