/** Every text in some definitions that could be the name of a table. */
export function namesIn(value: unknown, into = new Set<string>()): ReadonlySet<string> {
  if (typeof value === "string") into.add(value);
  else if (typeof value === "object" && value !== null)
    for (const part of Object.values(value)) namesIn(part, into);
  return into;
}
