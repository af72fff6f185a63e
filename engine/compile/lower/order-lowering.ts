import { asObject, type JsonObject } from "../../language/json.ts";
import type { DefinitionTree } from "../definition-tree.ts";
import { IdentityCache } from "../identity-cache.ts";
import { deriveOrder, type DerivedOrder } from "./derive-order.ts";

/** A tree with the derived parts of sequences and screens. */
export interface OrderedTree extends DefinitionTree {
  readonly order: DerivedOrder;
}

/** Parts that the order of screens is derived from. */
const READ = ["flow", "sequences", "screens", "tables", "guards", "forms", "state"] as const;

/**
 * Derives the order of screens of every variant; variants that have the same parts get the same
 * objects.
 */
export class OrderLowering {
  private readonly orders = new IdentityCache<DerivedOrder>();

  /** Begins another compilation. */
  next(): void {
    this.orders.next();
  }

  lower<T extends DefinitionTree>(layered: T): T & OrderedTree {
    const order = this.orders.get(
      READ.map((part) => layered.tree[part]),
      () => deriveOrder(layered.tree),
    );
    return { ...layered, tree: { ...layered.tree, ...asObject(order.parts) }, order };
  }
}

/** A tree with the names of derived guards, for entries of `match` that use them. */
export function withDerivedGuards(tree: JsonObject): JsonObject {
  const names = [
    ...Object.keys(asObject(tree["screens"])).flatMap((id) => [`${id}-done`, `${id}-asked`]),
    ...Object.keys(asObject(tree["sequences"])).flatMap((id) => [`${id}-open`, `${id}-complete`]),
  ];
  const derived = Object.fromEntries(names.map((name) => [name, {}]));
  return { ...tree, guards: { ...derived, ...asObject(tree["guards"]) } };
}
