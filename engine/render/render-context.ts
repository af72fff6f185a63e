import type { CompiledScreen, CompiledVariant } from "../compile/compiled-variant.ts";
import type { CopyBook } from "../copy/copy-book.ts";
import type { Facts } from "../transition/facts.ts";
import type { Permission } from "../transition/permission.ts";
import type { PreparedScreen } from "./prepared-screen.ts";

/** What a screen is drawn from. */
export interface DrawingContext {
  readonly flow: CompiledVariant;
  readonly screen: CompiledScreen;
  readonly facts: Facts;
  readonly copy: CopyBook;
}

/** What every part of a screen is drawn with. */
export interface RenderContext extends DrawingContext {
  readonly permission: Permission;
  /** What the screen says to everyone in this variant and language. */
  readonly prepared: PreparedScreen;
}

/**
 * Facts with an element of a list as `item`, one element at a time: all share one copy of the facts, so each is to be
 * used before the next is asked for.
 */
export function itemFacts(facts: Facts): (item: Facts[string]) => Facts {
  let own: Record<string, Facts[string]> | undefined;
  return (item) => {
    own ??= { ...facts };
    own["item"] = item;
    return own;
  };
}
