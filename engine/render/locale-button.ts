/**
 * Beginning of the action that sends a form to another language without scripts; the locale
 * follows: `@locale/fr-CA`.
 */
export const LOCALE_BUTTON = "@locale/";
