import { applyChanges, readPath } from "../rules/state-path.ts";
import type { CompiledSet } from "../compile/compiled-variant.ts";
import type { Json } from "../language/json.ts";
import type { Facts } from "./facts.ts";
import type { StateChange } from "../rules/state-path.ts";

/** Makes state changes visible to the rules that come after them, and remembers them for the event. */
export class Changes {
  readonly made: StateChange[] = [];
  /** Rows of tables that applied on the way, `table/row`. */
  readonly rows: string[] = [];

  constructor(readonly facts: Facts) {}

  /** Changes one path of the state. */
  put(path: string, value: Json): void {
    const change = { path, value };
    this.made.push(change);
    const root = path.split(".")[0] ?? path;
    const before = Object.hasOwn(this.facts, root) ? { [root]: this.facts[root] ?? null } : {};
    const after = applyChanges(before, [change]);
    const changed = after[root];
    if (changed === undefined) delete this.facts[root];
    else this.facts[root] = changed;
  }

  /** What is known and changed now, to go back to. */
  mark(): { readonly facts: Facts; readonly made: number } {
    return { facts: { ...this.facts }, made: this.made.length };
  }

  /** Undoes every change made since the mark. */
  backTo({ facts, made }: { readonly facts: Facts; readonly made: number }): void {
    this.made.length = made;
    for (const root of Object.keys(this.facts))
      if (!Object.hasOwn(facts, root)) delete this.facts[root];
    Object.assign(this.facts, facts);
  }

  /** Evaluates and makes the changes of a `set`, in order. A value that is absent leaves its path alone. */
  putAll(sets: readonly CompiledSet[]): void {
    for (const { path, value } of sets) {
      const evaluated = value.evaluate(this.facts);
      if (evaluated !== undefined) this.put(fillStatePath(path, this.facts), evaluated);
    }
  }
}

/** Fills `{name}` places of a state path from the facts: `people.[{params.personId}].email`. */
export function fillStatePath(path: string, facts: Facts): string {
  return path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = readPath(facts, name);
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  });
}
