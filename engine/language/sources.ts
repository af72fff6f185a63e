/**
 * Definitions as text by path, with `/` between segments: `flows/library-card/flow.yaml`. The
 * engine's only input from disk.
 */
export type Sources = ReadonlyMap<string, string>;
