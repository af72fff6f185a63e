import type { PiiPath } from "../../../engine/compile/compiled-variant.ts";
import type { Json } from "../../../engine/language/json.ts";

/** The document that sealed values lie in. */
export interface DocumentPlace {
  /** `table.column`. */
  readonly column: string;
  /** Identifies the row. */
  readonly row: string;
}

/**
 * A sealed value that could not be opened, with its place. The next step puts it back there, unless
 * the place has a new value.
 */
export interface KeptBox {
  /** Dotted path where it lay. */
  readonly path: string;
  readonly box: string;
  /** The path that it is bound to: another one once its entry of a list has moved. */
  readonly from: string;
}

/** A sealed value and its content, as JSON. */
export interface OpenedBox {
  readonly box: string;
  readonly text: string;
}

/** A document after decryption. */
export interface OpenedDocument {
  readonly value: Json;
  /** Opened values by the path that they are bound to: an unchanged value keeps its sealed form. */
  readonly boxes: ReadonlyMap<string, OpenedBox>;
  /** Sealed values that could not be opened; the document has nothing there. */
  readonly unopened: readonly KeptBox[];
  /**
   * Entries of lists that are named by their index, with all they have inside, by their path with a
   * dot before it; empty where every value could be opened.
   */
  readonly entries: ReadonlyMap<string, Json>;
  /**
   * Paths of all sealed values: they stay sealed, even under definitions that no longer mark them.
   */
  readonly sealed: readonly PiiPath[];
}
