import type { CompiledCall } from "../../compiled-call.ts";
import type { CompiledAction, CompiledScreen } from "../../compiled-screen.ts";
import type { CompiledRow, CompiledVariant } from "../../compiled-variant.ts";
import { placedActions, rowsAfter } from "./screen-links.ts";

/** A part of a flow that may change the state. */
type Writer = CompiledAction | CompiledRow | CompiledCall;

/** An action, its calls, and what the table that it asks leads to. */
export function writersOfAction(flow: CompiledVariant, action: CompiledAction): readonly Writer[] {
  return [
    action,
    ...action.calls.flatMap((call) => writersOfCall(flow, call)),
    ...writersOfTable(flow, action.definition.then),
  ];
}

/** The rows of a table and of those that it hands over to, with their calls. */
function writersOfTable(flow: CompiledVariant, first: string | undefined): readonly Writer[] {
  return rowsAfter(flow, first).flatMap((row) => [
    row,
    ...writersOfCall(flow, row.definition.call),
  ]);
}

/** The call of a name, where the variant has it. */
function writersOfCall(flow: CompiledVariant, name: string | undefined): readonly Writer[] {
  return [name].flatMap((id) => flow.calls.get(id ?? "") ?? []);
}

/** Gathers the places of the state that parts of a flow may change. */
export class PlacesWritten {
  readonly paths = new Set<string>();

  constructor(private readonly flow: CompiledVariant) {}

  add(path: string): void {
    this.paths.add(path);
  }

  /** Adds what the actions of a screen and of its list set, by what follows them too. */
  addActions(screen: CompiledScreen): void {
    for (const { action } of placedActions(screen)) this.addAction(action);
  }

  /** Adds what an action sets, itself, by its calls and by the table that it asks. */
  addAction(action: CompiledAction): void {
    this.addAll(writersOfAction(this.flow, action));
  }

  /** Adds what the rows of a table set, and of those that it leads on to. */
  addTable(first: string | undefined): void {
    this.addAll(writersOfTable(this.flow, first));
  }

  /** Adds what a call keeps of its answer. */
  addCall(name: string | undefined): void {
    this.addAll(writersOfCall(this.flow, name));
  }

  private addAll(writers: readonly Writer[]): void {
    for (const { set } of writers) for (const { path } of set) this.add(path);
  }
}
