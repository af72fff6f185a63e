/** Definitions as text by path, with `/` between segments: `flows/library-card/flow.yaml`. The only thing the engine is handed. */
export type Sources = ReadonlyMap<string, string>;
