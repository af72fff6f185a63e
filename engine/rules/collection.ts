import type { JsonObject } from "../language/json.ts";

/** Things of one kind that a flow lists in its catalogue, for rules to look up. */
export interface Collection {
  /** Every member that one of them has. */
  readonly members: ReadonlySet<string>;
  /** By id. */
  readonly things: ReadonlyMap<string, JsonObject>;
}
