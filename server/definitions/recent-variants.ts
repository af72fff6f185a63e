import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import type { Variant } from "../../engine/language/variant.ts";

/** Number of variants that count as recent: those of an author's open pages. */
const KEPT = 2;

/** Notes the variants of a flow that were requested last: its open pages show them. */
export class RecentVariants {
  private seen: readonly Variant[] = [];
  private readonly noting = new WeakMap<CompiledFlow, CompiledFlow>();

  /** The latest variants, the last one first. */
  get latest(): readonly Variant[] {
    return this.seen;
  }

  /** The same flow; each variant asked of it is noted. */
  noted(flow: CompiledFlow): CompiledFlow {
    const known = this.noting.get(flow);
    if (known !== undefined) return known;
    const noting: CompiledFlow = {
      ...flow,
      variant: (wanted) => {
        const found = flow.variant(wanted);
        this.note(found.variant);
        return found;
      },
    };
    this.noting.set(flow, noting);
    return noting;
  }

  private note(variant: Variant): void {
    if (this.seen[0] === variant) return;
    const text = JSON.stringify(variant);
    const others = this.seen.filter((each) => JSON.stringify(each) !== text);
    this.seen = [variant, ...others].slice(0, KEPT);
  }
}
