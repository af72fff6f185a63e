/** Kinds of settings as text, by the settings. */
const known = new WeakMap<object, string>();

/**
 * The names and types of settings or flags, as text. Compiled rules depend on these alone, not on
 * the values.
 */
export function kindsOfSettings(settings: unknown): string {
  if (typeof settings !== "object" || settings === null) return typeof settings;
  const kinds = known.get(settings) ?? JSON.stringify(kindsOf(settings));
  known.set(settings, kinds);
  return kinds;
}

function kindsOf(value: unknown): unknown {
  if (Array.isArray(value)) return "list";
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, kindsOf(inner)]));
}
