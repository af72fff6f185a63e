import { applyChanges, readPath } from "../rules/state-path.ts";
import type { CompiledSet } from "../compile/rule-compiler.ts";
import type { Json } from "../language/json.ts";
import type { FactLayer, Facts } from "./facts.ts";
import type { StateChange } from "../rules/state-path.ts";

/** Collects state changes for the event; later rules read them. */
export class Changes {
  readonly made: StateChange[] = [];
  /** Rows of tables that applied, `table/row`. */
  readonly rows: string[] = [];
  /**
   * Rows that were skipped, since the configuration does not allow where they lead, `table/row`.
   */
  readonly refusedExits: string[] = [];
  private readonly known: Record<string, Json>;

  constructor(facts: Facts) {
    this.known = { ...facts };
  }

  /** The facts with every change made so far. */
  get facts(): Facts {
    return this.known;
  }

  /** Adds roots that later rules may read; the state does not change. */
  lay(layer: FactLayer): void {
    Object.assign(this.known, layer);
  }

  /** Changes one path of the state. */
  put(path: string, value: Json): void {
    const change = { path, value };
    this.made.push(change);
    const root = path.split(".")[0] ?? path;
    const before = Object.hasOwn(this.known, root) ? { [root]: this.known[root] ?? null } : {};
    const changed = applyChanges(before, [change])[root];
    if (changed === undefined) delete this.known[root];
    else this.known[root] = changed;
  }

  /** A point to undo to. */
  mark(): { readonly facts: Facts; readonly made: number } {
    return { facts: { ...this.known }, made: this.made.length };
  }

  /** Undoes every change made since the mark. */
  backTo({ facts, made }: { readonly facts: Facts; readonly made: number }): void {
    this.made.length = made;
    for (const root of Object.keys(this.known))
      if (!Object.hasOwn(facts, root)) delete this.known[root];
    Object.assign(this.known, facts);
  }

  /**
   * Evaluates the entries of a `set` and makes their changes, in order. An absent value leaves its
   * path alone.
   */
  putAll(sets: readonly CompiledSet[]): void {
    for (const { path, value } of sets) {
      const evaluated = value.evaluate(this.known);
      if (evaluated !== undefined) this.put(fillStatePath(path, this.known), evaluated);
    }
  }
}

/**
 * Fills `{name}` placeholders of a state path from the facts: `people.[{params.personId}].email`.
 */
export function fillStatePath(path: string, facts: Facts): string {
  return path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = readPath(facts, name);
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  });
}
