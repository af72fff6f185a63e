import { isObject, type Json, type JsonObject } from "../language/json.ts";

/** Maximum number of things that a collection keeps; the oldest goes first. */
const MOST_KEPT = 200;

/** A record that a row keeps, lays members over, or removes (`value` null). */
export interface SandboxKeep {
  /** The service and the collection, `register/readers`. */
  readonly collection: string;
  readonly id: string;
  readonly value: Json;
}

/** What a sandbox remembers of earlier requests: of one application, or of one journey. */
export class SandboxMemory {
  private readonly counts = new Map<string, number>();
  private readonly things = new Map<string, Map<string, JsonObject>>();

  /** How many requests a row (`call/row`) has answered. */
  timesOf(row: string): number {
    return this.counts.get(row) ?? 0;
  }

  /** A record that was kept; null where there is none. */
  find(collection: string, id: Json): JsonObject | null {
    return this.things.get(collection)?.get(String(id)) ?? null;
  }

  /** Everything that a service keeps, by collection, in the order of being made. */
  keptBy(service: string): JsonObject {
    const own = [...this.things].filter(([name]) => name.startsWith(`${service}/`));
    return Object.fromEntries(
      own.map(([name, things]) => [name.slice(service.length + 1), [...things.values()]]),
    );
  }

  /** Notes what a row has answered and keeps. */
  note(row: string, keep: SandboxKeep | undefined): void {
    this.counts.set(row, this.timesOf(row) + 1);
    if (keep === undefined) return;
    const { collection, id, value } = keep;
    const things = this.things.get(collection) ?? new Map<string, JsonObject>();
    this.things.set(collection, things);
    if (value === null) {
      things.delete(id);
      return;
    }
    things.set(id, { ...things.get(id), ...(isObject(value) ? value : { value }), id });
    for (const oldest of things.keys()) {
      if (things.size <= MOST_KEPT) break;
      things.delete(oldest);
    }
  }

  /** An independent copy in its present state. */
  fork(): SandboxMemory {
    const copy = new SandboxMemory();
    for (const [row, times] of this.counts) copy.counts.set(row, times);
    for (const [name, things] of this.things) copy.things.set(name, new Map(things));
    return copy;
  }
}
