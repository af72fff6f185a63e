import { memoize } from "../language/memoize.ts";
/** Kinds of settings as text, by the settings. */
const kindsOfObject = memoize((settings: object) => JSON.stringify(kindsOf(settings)));

/**
 * The names and types of settings or flags, as text. Compiled rules depend on these alone, not on
 * the values.
 */
export function kindsOfSettings(settings: unknown): string {
  return typeof settings === "object" && settings !== null
    ? kindsOfObject(settings)
    : typeof settings;
}

function kindsOf(value: unknown): unknown {
  if (Array.isArray(value)) return "list";
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, kindsOf(inner)]));
}
