/**
 * A variant of a flow: the value of each axis by the axis' name, and the environment. An axis with
 * a path is absent where an address has no such path. Chosen when the application begins, and
 * stored beside its state.
 */
export interface Variant {
  /** `LOCAL`, `CI`, `TEST`, `OTE` or `production`. */
  readonly environment: string;
  readonly [axis: string]: string | undefined;
}
