import type { JsonObject } from "../language/json.ts";
import type { Structure } from "./compile-structure.ts";
import type { FormOfFlow } from "./compiled-variant.ts";

/** Parts that variants of one flow share, so that each is compiled and checked once. */
export class CompileCache {
  private readonly structures = new Map<string, Structure>();
  private readonly numbers = new WeakMap<object, number>();
  private readonly checked = new Set<string>();
  private count = 0;

  /**
   * The structure of a variant, made when no other variant had it. The tree's parts are told apart by identity: laid
   * once, they are the same object.
   *
   * @param facts what the values of its axes say of it: languages and facts
   */
  structureOf(tree: JsonObject, facts: JsonObject, make: () => Structure): Structure {
    const key = JSON.stringify([
      facts,
      ...Object.entries(tree).map(([part, value]) =>
        SETTLED.has(part)
          ? [part, kindsOf(value)]
          : part === "theme"
            ? part
            : [part, this.number(value)],
      ),
    ]);
    const known = this.structures.get(key) ?? make();
    this.structures.set(key, known);
    return known;
  }

  /**
   * Whether this structure with these forms is new; checking it again would give the same problems.
   */
  isNew(structure: Structure, forms: Iterable<FormOfFlow>): boolean {
    const key = [structure, ...forms].map((each) => this.number(each)).join(" ");
    if (this.checked.has(key)) return false;
    this.checked.add(key);
    return true;
  }

  private number(value: unknown): number | string {
    if (typeof value !== "object" || value === null) return String(value);
    const known = this.numbers.get(value) ?? ++this.count;
    this.numbers.set(value, known);
    return known;
  }
}

/** Parts that rules read as facts: only their names and types are compiled in. */
const SETTLED = new Set(["config", "flags"]);

function kindsOf(value: unknown): unknown {
  if (Array.isArray(value)) return "list";
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, kindsOf(inner)]));
}
