// Generated from schemas/definition/guards.json by `npm run types:generate`: change the schema, not this file.
import type { Rule } from "../rule.ts";

/** flows/<flow>/guards.yaml: named yes-or-no questions and named values. */
export interface GuardsDefinition {
  /** Yes-or-no rules, used as { guard: NAME }. */
  readonly guards?: {
    /** A named condition: `match` and `not`, or a rule. */
    readonly [k: string]: {
      /** The sentence that explanations print, where the name does not say it: "the currency is not CAD". */
      readonly description?: string;
      /** Has to hold (a JSON-logic rule) */
      readonly rule?: Rule;
    };
  };
  /** Computed values, used as { value: NAME }. */
  readonly values?: {
    /** A named rule. */
    readonly [k: string]: {
      /** The sentence that explanations print, where the name does not say it. */
      readonly description?: string;
      /** The rule (a JSON-logic rule) */
      readonly rule: Rule;
    };
  };
}
