/**
 * Names that `sandbox` of a service may have: the sandboxes that the service brings along and runs
 * in development.
 */
export const EMBEDDED_SANDBOXES = ["card-frame", "mail", "platform"] as const;
