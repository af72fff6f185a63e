/**
 * Definitions as text by path, with `/` between segments: `flows/library-card/flow.yaml`. The
 * engine's only input from disk.
 */
export type Sources = ReadonlyMap<string, string>;

/** Whether two sets of definitions have the same texts at the same paths. */
export function sameSources(some: Sources, others: Sources): boolean {
  return some.size === others.size && [...some].every(([path, text]) => others.get(path) === text);
}
