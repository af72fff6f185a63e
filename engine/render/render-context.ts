import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { CompiledScreen } from "../compile/compiled-screen.ts";
import type { CopyBook } from "../copy/copy-book.ts";
import type { Facts } from "../transition/facts.ts";
import type { Permission } from "../transition/permission.ts";
import type { PreparedScreen } from "./prepared-screen.ts";

/** The source of a drawn screen. */
export interface DrawingContext {
  readonly flow: CompiledVariant;
  readonly screen: CompiledScreen;
  readonly facts: Facts;
  readonly copy: CopyBook;
}

/** The context of every part of a screen. */
export interface RenderContext extends DrawingContext {
  readonly permission: Permission;
  /** The constant parts of the screen. */
  readonly prepared: PreparedScreen;
}

/**
 * Gives the facts with each element of a list as `item`. All share one copy of the facts, so each
 * must be used before the next is requested.
 */
export function itemFacts(facts: Facts): (item: Facts[string]) => Facts {
  let own: Record<string, Facts[string]> | undefined;
  return (item) => {
    own ??= { ...facts };
    own["item"] = item;
    return own;
  };
}
