import { asObject, isObject, type Json, type JsonObject } from "../../language/json.ts";
import { deriveTables } from "./derive-rows.ts";
import { allOf, negation } from "./join-rules.ts";
import type { LoweredPlaces } from "./lowered-places.ts";
import { OrderOfScreens, type OrderMistake, type Sequence } from "./order-of-screens.ts";

/** The derived parts of sequences and screens. */
export interface DerivedOrder {
  /** Parts of the tree that replace the author's. */
  readonly parts: JsonObject;
  readonly places: LoweredPlaces;
  readonly mistakes: readonly OrderMistake[];
}

/** A derived `allow` of a screen. */
interface DerivedAllow {
  readonly allow: Json;
  /** Its origin, as a description and as a place. */
  readonly of: string;
  readonly from: string;
  /** Whether the rule was made, and has no place of its own. */
  readonly made: boolean;
}

/**
 * Derives `allow`, `done` and the resume table:
 *
 * - a screen of a sequence may be shown while the sequence is open, once each screen before it is
 *   done, skipped or absent;
 * - an `asked` screen may be shown while it is asked;
 * - a form is done once the state has its required answers, unless the screen says `done`;
 * - rows `{ sequence }` and `{ asked }` stand for a row for each screen that is missing; without a
 *   resume table all of them are one, with the flow's `end` and its front page behind them.
 */
export function deriveOrder(tree: JsonObject): DerivedOrder {
  const order = new OrderOfScreens(tree);
  const allowFrom: Record<string, string> = {};
  const screens = Object.fromEntries(
    Object.entries(order.screens).map(([id, screen]) => {
      if (!isObject(screen)) return [id, screen];
      const done = order.done(id);
      const allow = allowOf(order, id, screen);
      if (allow !== undefined) allowFrom[id] = allow.of;
      return [
        id,
        {
          ...screen,
          ...(done === undefined ? {} : { done }),
          ...(allow === undefined ? {} : { allow: allow.allow }),
        },
      ];
    }),
  );
  for (const sequence of order.sequences) {
    nameComplete(order, sequence);
    order.places.put(`/sequences/${sequence.name}`, sequence.at);
  }
  const parts = {
    sequences: Object.fromEntries(order.sequences.map(({ name, screens: list }) => [name, list])),
    screens,
    tables: deriveTables(order),
  };
  const authored = asObject(tree["guards"]);
  const guards = namedOf(order.guards, { ...tree, ...parts });
  for (const name of Object.keys(guards))
    if (Object.hasOwn(authored, name))
      order.mistakes.push({
        pointer: `/guards/${name}`,
        code: "FLOW-ID-REPEATED",
        message: `The guard "${name}" has the name of one that is derived`,
        suggestion: "another name",
      });
  const sentences = Object.entries(guards).map(([name, { description = name }]) => [
    name,
    description,
  ]);
  return {
    parts: {
      ...parts,
      guards: { ...guards, ...authored },
      derived: {
        allow: allowFrom,
        done: order.doneFrom,
        guards: Object.fromEntries(sentences),
      },
    },
    places: order.places,
    mistakes: order.mistakes,
  };
}

/** The derived `allow` of a screen without one. */
function allowOf(order: OrderOfScreens, id: string, screen: JsonObject): DerivedAllow | undefined {
  const sequence = sequenceOf(order, id);
  const { allow: written, asked, entryOf } = screen;
  if (typeof entryOf === "string")
    return written === undefined ? ofList(order, entryOf) : undefined;
  if (sequence !== undefined && asked !== undefined)
    order.mistakes.push({
      pointer: `/screens/${id}/asked`,
      code: "FLOW-ASKED",
      message: `The screen "${id}" is in the sequence "${sequence.name}", which decides when it is asked`,
      suggestion: "skip, with the opposite rule",
    });
  const derived = derivedAllow(order, id);
  if (derived === undefined) return undefined;
  if (written !== undefined) {
    if (order.same(written, derived.allow))
      order.saidTwice(
        `/screens/${id}/allow`,
        `\`allow\` of the screen "${id}" says what follows from ${derived.of}`,
      );
    return undefined;
  }
  order.places.putPart(`/screens/${id}/allow`, { source: derived.from, made: derived.made });
  return derived;
}

function sequenceOf({ sequences }: OrderOfScreens, id: string): Sequence | undefined {
  return sequences.find(({ screens }) => screens.includes(id));
}

function derivedAllow(order: OrderOfScreens, id: string): DerivedAllow | undefined {
  const sequence = sequenceOf(order, id);
  return sequence === undefined
    ? whileAsked(id, order.askedWhile(id))
    : inSequence(order, sequence, id);
}

/** The `allow` of an entry's screen: that of its list's screen. */
function ofList(order: OrderOfScreens, list: string): DerivedAllow | undefined {
  const { allow } = asObject(order.screens[list]);
  const of = `the list "${list}"`;
  const from = `/screens/${list}/allow`;
  if (allow !== undefined) return { allow, of, from, made: false };
  const derived = derivedAllow(order, list);
  return derived === undefined ? undefined : { ...derived, of };
}

function whileAsked(id: string, asked: Json | undefined): DerivedAllow | undefined {
  return asked === undefined
    ? undefined
    : { allow: asked, of: "asked", from: `/screens/${id}/asked`, made: false };
}

function inSequence(
  order: OrderOfScreens,
  { name, screens, at, open }: Sequence,
  id: string,
): DerivedAllow | undefined {
  const skip = order.skippedWhile(id);
  const rules = [
    ...(open === undefined ? [] : [open]),
    ...screens.slice(0, screens.indexOf(id)).flatMap((each) => order.passed(each)),
    ...(skip === undefined ? [] : [negation(skip)]),
  ];
  return rules.length === 0
    ? undefined
    : { allow: allOf(rules), of: `the sequence "${name}"`, from: at, made: true };
}

/** The guard `SEQUENCE-complete`. */
function nameComplete(order: OrderOfScreens, { name, screens, at }: Sequence): void {
  const passed = screens.flatMap((id) => order.passed(id));
  order.guards[`${name}-complete`] = {
    description: `every screen of the sequence "${name}" is done`,
    rule: passed.length === 0 ? true : allOf(passed),
  };
  order.places.putGenerated(`/guards/${name}-complete`, at);
}

/** The derived guards that something uses, directly or through another one. */
function namedOf(
  guards: Readonly<Record<string, JsonObject>>,
  { copy: _copy, config: _config, state: _state, ...rules }: JsonObject,
): Readonly<Record<string, JsonObject>> {
  const named: Record<string, JsonObject> = {};
  const pending = [JSON.stringify(rules)];
  for (let text = pending.pop(); text !== undefined; text = pending.pop())
    for (const [name, guard] of Object.entries(guards))
      if (!Object.hasOwn(named, name) && text.includes(`"guard":${JSON.stringify(name)}`)) {
        named[name] = guard;
        pending.push(JSON.stringify(guard));
      }
  return named;
}
