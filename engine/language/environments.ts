/** Environments a flow may run in. */
export const ENVIRONMENTS = ["LOCAL", "CI", "TEST", "OTE", "production"] as const;
