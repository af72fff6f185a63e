import {
  OCCURRENCES,
  type EventDefinition,
  type EventKindDefinition,
  type EventsDefinition,
  type OccurrencePattern,
  type OccurrenceKind,
  type Names,
} from "../language/events.ts";
import type { Json, JsonObject } from "../language/json.ts";
import { matchesName } from "./compile-roles.ts";
import type { CompiledEvent, CompiledEventKind, CompiledEvents } from "./compiled-events.ts";
import type { RuleCompiler } from "./rule-compiler.ts";

/** Compiles the analytics events of a variant. */
export function compileEvents(tree: JsonObject, compiler: RuleCompiler): CompiledEvents {
  const {
    enabled,
    kinds: declared = {},
    context,
    events = {},
  } = tree as unknown as Partial<EventsDefinition>;
  const kinds = new Map(
    present<EventKindDefinition>(declared).map(([id, definition]): [string, CompiledEventKind] => {
      const name = compiler.template(definition.name, `/events/kinds/${id}/name`);
      return [id, { definition, name }];
    }),
  );
  const [first = { definition: { schema: "" } }] = kinds.values();
  const all = new Map(
    present<EventDefinition>(events).map(([type, definition]): [string, CompiledEvent] => {
      const at = `/events/events/${type}`;
      const when = compiler.condition(definition.when, `${at}/when`);
      const kind = definition.kind === undefined ? first : (kinds.get(definition.kind) ?? first);
      return [
        type,
        {
          type,
          definition,
          kind,
          when,
          with: compiler.templates(given(definition.with), `${at}/with`),
        },
      ];
    }),
  );
  const allowed = compiler.condition(enabled, "/events/enabled");
  return {
    enabled: allowed,
    kinds,
    context: compiler.templates(given(context), "/events/context"),
    all,
    answers: [
      ...new Set(
        [...all.values()].flatMap(({ definition }) =>
          occurrenceKindsOf(definition).flatMap(({ answer }) => namesIn(answer)),
        ),
      ),
    ],
    on: lookUp([...all.values()]),
  };
}

/** The occurrences that an event is declared on, as a list. */
export function occurrenceKindsOf({ on }: EventDefinition): readonly OccurrencePattern[] {
  return Array.isArray(on) ? (on as readonly OccurrencePattern[]) : [on as OccurrencePattern];
}

/** One name or several, as a list. */
export function namesIn(names: Names | undefined): readonly string[] {
  return names === undefined ? [] : typeof names === "string" ? [names] : names;
}

/** Returns a cached lookup of events by occurrence. */
function lookUp(events: readonly CompiledEvent[]): CompiledEvents["on"] {
  const listeners = events.flatMap((event) =>
    occurrenceKindsOf(event.definition).flatMap((occurrence) =>
      OCCURRENCES.flatMap((kind) => {
        if (occurrence[kind] === undefined) return [];
        const outcomes = namesIn(occurrence.outcome).map(matchesName);
        const outcome =
          outcomes.length === 0
            ? undefined
            : (given: string) => outcomes.some((fits) => fits(given));
        return [
          {
            kind,
            names: namesIn(occurrence[kind]).map(matchesName),
            event,
            outcome,
          },
        ];
      }),
    ),
  );
  const known = new Map<string, ReturnType<CompiledEvents["on"]>>();
  return (kind: OccurrenceKind, name: string) => {
    const key = `${kind} ${name}`;
    const found =
      known.get(key) ??
      listeners.filter(
        (listener) => listener.kind === kind && listener.names.some((fits) => fits(name)),
      );
    known.set(key, found);
    return found;
  };
}

/** Entries that no overlay removed. */
function present<T>(entries: Readonly<Record<string, T>>): readonly (readonly [string, T])[] {
  return Object.entries(entries).filter(([, value]) => value !== null);
}

function given(
  properties: Readonly<Record<string, Json>> | undefined,
): Readonly<Record<string, Json>> | undefined {
  return properties === undefined
    ? undefined
    : Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null));
}
