// Generated from schemas/platform/sandbox-answers.json by `npm run types:generate`: change the schema, not this file.

/** flows/<flow>/sandbox/platform/answers.yaml: which update answers which step-up. Holds in every environment. */
export interface SandboxAnswers {
  /** Step-ups that an update takes off the list, by the update. */
  readonly answers: {
    /**
     * The step-ups.
     *
     * Items: A step-up.
     */
    readonly [k: string]: readonly string[];
  };
  /** The step-up that is asked for in place of the phone when it is passed over. */
  readonly skipAsksFor: string;
  /**
   * Step-ups that keep no approval back.
   *
   * Items: A step-up.
   */
  readonly keepsNothingBack: readonly string[];
  /**
   * Step-ups an owner may be asked for; others are not asked of owners.
   *
   * Items: A step-up.
   */
  readonly ownerStepUps: readonly string[];
}
