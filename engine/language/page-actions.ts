/**
 * Actions of every page that no screen declares: their names begin with `@`. `LINK_ACTION` of
 * `transition/decide-link.ts` is that of a mailed link.
 */

/** The page was closed. */
export const UNLOAD_ACTION = "@unload";

/** A confirmation was declined. */
export const DECLINE_ACTION = "@decline";

/** Begins a new application in another language. */
export const LOCALE_ACTION = "@locale";

/**
 * Beginning of the action that sends a form to another language without scripts; the locale
 * follows: `@locale/fr-CA`.
 */
export const LOCALE_BUTTON = `${LOCALE_ACTION}/`;

/** Asks for suggestions while the visitor types; the application stays as it is. */
export const SUGGEST_ACTION = "@suggest";

/** Asks for what a chosen suggestion fills in. */
export const CHOOSE_ACTION = "@choose";
