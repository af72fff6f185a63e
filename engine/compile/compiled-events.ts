import type { EventDefinition, EventKindDefinition, OccurrenceKind } from "../language/events.ts";
import type { CompiledRule } from "../rules/compiled-rule.ts";
import type { CompiledTemplate } from "../rules/compile-template.ts";

/** The analytics events of a variant. */
export interface CompiledEvents {
  /** Absent: always. */
  readonly enabled?: CompiledRule;
  readonly kinds: ReadonlyMap<string, CompiledEventKind>;
  readonly context: ReadonlyMap<string, CompiledTemplate>;
  /** By type, in the order of declaration. */
  readonly all: ReadonlyMap<string, CompiledEvent>;
  /** State paths whose changes an event is reported on. */
  readonly answers: readonly string[];
  /** Events reported on an occurrence of a name, in the order of declaration. */
  on(
    kind: OccurrenceKind,
    name: string,
  ): readonly { readonly event: CompiledEvent; readonly outcome?: (outcome: string) => boolean }[];
}

export interface CompiledEventKind {
  readonly definition: EventKindDefinition;
  readonly name?: CompiledTemplate;
}

export interface CompiledEvent {
  readonly type: string;
  readonly definition: EventDefinition;
  readonly kind: CompiledEventKind;
  readonly when?: CompiledRule;
  readonly with: ReadonlyMap<string, CompiledTemplate>;
}
