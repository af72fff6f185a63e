/** Colours by what is meant. What only informs has none of its own: a reseller's accent may be as red as what is wrong. */
export const TONES = { info: "textMuted", success: "success", warning: "warning", error: "danger" } as const;
