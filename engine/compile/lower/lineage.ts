import type { LoweredPlaces } from "./lowered-places.ts";

/** The parts of the author's source that the parts of a compiled tree were made of. */
export interface Lineage {
  /** Maps a pointer into the compiled tree to the author's place. */
  sourceOf(pointer: string): string;
  /**
   * The distance of a part of the compiled tree from the source: 0 as it was written, 1 rewritten
   * in place, 2 derived from another place.
   */
  distanceOf(pointer: string): 0 | 1 | 2;
}

/** The places of the three lowerings of a tree, in the order in which they ran. */
export interface Lowerings {
  /** Repeated groups became screens. */
  readonly lists: LoweredPlaces;
  /** Short forms became rules. */
  readonly words: LoweredPlaces;
  /** The order of screens became tables and guards. */
  readonly order: LoweredPlaces;
}

/** The lineage of a tree through all its lowerings. */
export function lineageOf({ lists, words, order }: Lowerings): Lineage {
  return {
    sourceOf: (pointer) => lists.sourceOf(words.sourceOf(order.sourceOf(pointer))),
    distanceOf(pointer) {
      if (order.isGenerated(pointer)) return 2;
      const ordered = order.sourceOf(pointer);
      return words.isGenerated(ordered) || lists.isGenerated(words.sourceOf(ordered)) ? 1 : 0;
    },
  };
}
