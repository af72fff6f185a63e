/** Colours by what is meant. */
export const TONES = { info: "accent", success: "success", warning: "warning", error: "danger" } as const;
