import { asObject, isObject, type Json, type JsonObject } from "../../language/json.ts";
import { deriveTables } from "./derive-rows.ts";
import { allOf, negation } from "./join-rules.ts";
import type { LoweredPlaces } from "./lowered-places.ts";
import { OrderOfScreens, type OrderMistake, type Sequence } from "./order-of-screens.ts";

/** What follows from sequences and from what screens say of themselves, in the core's words. */
export interface DerivedOrder {
  /** Parts of the tree that take the place of what the author wrote. */
  readonly parts: JsonObject;
  readonly places: LoweredPlaces;
  readonly mistakes: readonly OrderMistake[];
}

/** A rule that a screen may be shown by. */
interface DerivedAllow {
  readonly allow: Json;
  /** What it follows from, in words and as a place. */
  readonly of: string;
  readonly from: string;
  /** The rule has no place of its own. */
  readonly made: boolean;
}

/**
 * Derives who may be on a screen, when it is done and where resumption leads:
 *
 * - a screen of a sequence may be shown while the sequence is open, once each screen before it is done, skipped or absent;
 * - an `asked` screen may be shown while it is asked;
 * - a form is done once the state has its required answers, unless the screen says `done`;
 * - rows `{ sequence }` and `{ asked }` stand for a row for each screen that is missing; without a resume table all of
 *   them are one, with the flow's `end` and its front page behind them.
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
  for (const sequence of order.sequences) nameComplete(order, sequence);
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

/** The rule that follows for a screen whose author said none. */
function allowOf(order: OrderOfScreens, id: string, screen: JsonObject): DerivedAllow | undefined {
  const sequence = sequenceOf(order, id);
  const { allow: said, asked, entryOf } = screen;
  if (typeof entryOf === "string") return said === undefined ? ofList(order, entryOf) : undefined;
  if (sequence !== undefined && asked !== undefined)
    order.mistakes.push({
      pointer: `/screens/${id}/asked`,
      code: "FLOW-ASKED",
      message: `The screen "${id}" is in the sequence "${sequence.name}", which decides when it is asked`,
      suggestion: "skip, with the opposite rule",
    });
  const derived = derivedAllow(order, id);
  if (derived === undefined) return undefined;
  if (said !== undefined) {
    if (order.same(said, derived.allow))
      order.saidTwice(
        `/screens/${id}/allow`,
        `\`allow\` of the screen "${id}" says what follows from ${derived.of}`,
      );
    return undefined;
  }
  order.places.put(`/screens/${id}/allow`, derived.from, derived.made);
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

/** Who may be on the page of an entry: whoever may be on that of its list. */
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
  const { skip } = asObject(order.screens[id]);
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
  order.places.put(`/guards/${name}-complete`, at, true);
}

/** Those of the derived guards that something names, or that one of these names. */
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
