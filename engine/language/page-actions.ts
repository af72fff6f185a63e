/** The action that a page sends when it is closed. No screen declares it. */
export const UNLOAD_ACTION = "@unload";

/** The action that a page sends when a confirmation was declined. No screen declares it. */
export const DECLINE_ACTION = "@decline";
