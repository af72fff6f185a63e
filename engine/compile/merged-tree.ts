import { ownMember, isObject, type Json } from "../language/json.ts";

/**
 * Merges several files into one tree; unlike in an overlay, null is a value here. The files' own
 * objects never change.
 */
export class MergedTree {
  readonly tree: Record<string, Json> = {};
  /** Objects created here, which may be extended. */
  private readonly own = new WeakSet<object>();

  constructor() {
    this.own.add(this.tree);
  }

  put(path: readonly string[], value: Json): void {
    let at = this.tree;
    for (const segment of path.slice(0, -1)) at = this.inside(at, segment);
    this.add(at, path.at(-1) ?? "", value);
  }

  private add(to: Record<string, Json>, key: string, value: Json): void {
    const known = ownMember(to, key);
    if (!isObject(known) || !isObject(value)) define(to, key, value);
    else {
      const into = this.inside(to, key);
      for (const [name, inner] of Object.entries(value)) this.add(into, name, inner);
    }
  }

  /** The object under a key, copied first unless it was created here. */
  private inside(of: Record<string, Json>, key: string): Record<string, Json> {
    const known = ownMember(of, key);
    if (isObject(known) && this.own.has(known)) return known as Record<string, Json>;
    const made: Record<string, Json> = isObject(known) ? { ...known } : {};
    this.own.add(made);
    define(of, key, made);
    return made;
  }
}

/**
 * Defines a member of any name: a file called `__proto__.yaml` is reported like any file that
 * nothing reads.
 */
function define(to: Record<string, Json>, key: string, value: Json): void {
  Object.defineProperty(to, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
