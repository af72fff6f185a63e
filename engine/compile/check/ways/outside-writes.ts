import type { CompiledAction } from "../../compiled-screen.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import { formPaths } from "./check-allow.ts";
import { placedActions, tablesAfter } from "../screens/screen-links.ts";

/**
 * Paths of the state that change without a step of the visitor: by webhooks, by links of mails, and
 * by people who have a part in the application. Timers are left out: `checkStandstill` looks only
 * at states without one.
 */
export function outsideWrites(flow: CompiledVariant): ReadonlySet<string> {
  const places = new PlacesWritten(flow);
  for (const { webhook } of flow.providers.values())
    for (const { definition } of webhook?.becomes ?? []) places.addTable(definition.then);
  for (const { definition } of flow.mailedLinks.values()) places.addTable(definition.then);
  for (const { definition, screens } of flow.roles.values()) {
    if (definition.resource === undefined) continue;
    for (const [id, allowed] of screens) {
      const screen = flow.screens.get(id);
      if (screen === undefined || allowed.size === 0) continue;
      for (const path of Object.keys(formPaths(flow, screen))) places.add(path);
      for (const { action } of placedActions(screen)) places.addAction(action);
    }
  }
  return places.paths;
}

/** Gathers the places of the state that parts of a flow may change. */
export class PlacesWritten {
  readonly paths = new Set<string>();

  constructor(private readonly flow: CompiledVariant) {}

  add(path: string | undefined): void {
    if (path !== undefined) this.paths.add(path);
  }

  /** Adds what an action sets, itself, by its calls and by the table that it asks. */
  addAction({ set, calls, definition }: CompiledAction): void {
    for (const { path } of set) this.add(path);
    for (const call of calls) this.addCall(call);
    this.addTable(definition.then);
  }

  /** Adds what the rows of a table set, and of those that it leads on to. */
  addTable(first: string | undefined): void {
    for (const table of tablesAfter(this.flow, first))
      for (const { set, definition } of this.flow.tables.get(table)?.rows ?? []) {
        for (const { path } of set) this.add(path);
        this.addCall(definition.call);
      }
  }

  /** Adds what a call keeps of its answer. */
  addCall(name: string | undefined): void {
    for (const { path } of this.flow.calls.get(name ?? "")?.set ?? []) this.add(path);
  }
}
