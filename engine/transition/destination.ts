import { readPath } from "../rules/state-path.ts";
import { pathPrefix } from "../language/axes.ts";
import type { CompiledRow, CompiledVariant } from "../compile/compiled-variant.ts";
import type { CompiledScreen } from "../compile/compiled-screen.ts";
import { joinAddress } from "../language/address.ts";
import type { Json } from "../language/json.ts";
import type { CompiledTemplate } from "../rules/compile-template.ts";
import type { Destination, Exit } from "./answer.ts";
import type { Reason } from "./reason.ts";
import type { Facts } from "./facts.ts";
import { allowedLocation } from "../compile/origins.ts";
import { openedToChangeFrom } from "./opened-to-change.ts";
import { memoize } from "../language/memoize.ts";

/** The context of a `to`: the facts, and the applicant's present screen. */
export interface DestinationOrigin {
  readonly flow: CompiledVariant;
  readonly facts: Facts;
  readonly present: { readonly screen: string; readonly path: string } | undefined;
}

/**
 * The destination of a `to`: a screen by name, or the neighbour of the present one in its sequence.
 * `stay` where there is no such screen or neighbour, or its path cannot be filled.
 *
 * @param row path parameters and query of its row
 */
export function screenDestination(
  { flow, facts, present }: DestinationOrigin,
  to: string,
  reason: Reason,
  row?: Pick<CompiledRow, "query" | "params">,
): Destination {
  const name =
    to === "next" || to === "previous"
      ? neighbour(flow, present?.screen, to, facts)
      : (fromEntry(flow, present?.screen, to, facts) ?? to);
  const screen = name === undefined ? undefined : flow.screens.get(name);
  if (screen === undefined) return { kind: "stay", reason };
  const params = Object.fromEntries(
    [...(row?.params ?? [])].map(([key, template]) => [key, textOf(template.evaluate(facts))]),
  );
  const path = pathOfScreen(flow, screen, facts, { params, query: row?.query });
  return path === undefined
    ? { kind: "stay", reason }
    : { kind: "screen", screen: screen.id, path, reason };
}

const NO_QUERY: ReadonlyMap<string, CompiledTemplate> = new Map();

/**
 * The address of a screen, with mount and the prefix of its variant.
 *
 * Parameters come from `params`, then the present path, then the flow's `parameters` rules over the
 * state.
 * @returns undefined when the state gives no value for one of them
 */
export function pathOfScreen(
  flow: CompiledVariant,
  screen: CompiledScreen,
  facts: Facts,
  {
    params: own = {},
    query = NO_QUERY,
  }: {
    readonly params?: Readonly<Record<string, string | undefined>>;
    readonly query?: ReadonlyMap<string, CompiledTemplate> | undefined;
  } = {},
): string | undefined {
  const values: Record<string, string | undefined> = {};
  for (const name of screen.pattern.parameters) {
    values[name] =
      own[name] ??
      textOf(readPath(facts["params"], name)) ??
      textOf(flow.parameters.get(name)?.evaluate(facts));
  }
  const filled = screen.pattern.fill(values);
  if (filled === undefined) return undefined;
  const base = basePath(flow);
  const path = filled === "/" && base !== "" ? base : `${base}${filled}`;
  return joinAddress(path, filledQuery(query, facts));
}

/** The query of an address, without names that have no value. */
function filledQuery(
  query: ReadonlyMap<string, CompiledTemplate>,
  facts: Facts,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...query].flatMap(([name, template]) => {
      const text = textOf(template.evaluate(facts));
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/** The flow's beginning: its mount, below the prefix of the variant. */
export const basePath = memoize((flow: CompiledVariant): string => {
  const mount = flow.definition.mount === "/" ? "" : flow.definition.mount;
  return `${pathPrefix(flow.definition, flow.variant)}${mount}`;
});

/** The destination of an exit. Its location must lie on an origin that the configuration allows. */
export function exitDestination(
  flow: CompiledVariant,
  leave: NonNullable<CompiledRow["leave"]>,
  facts: Facts,
  reason: Reason,
): Exit {
  const wanted = textOf(leave.location?.evaluate(facts));
  const allowed =
    wanted === undefined ? undefined : allowedLocation(wanted, flow.config["allowedOrigins"]);
  const cookies: Record<string, string> = {};
  for (const [name, template] of leave.cookies)
    cookies[name] = textOf(template.evaluate(facts)) ?? "";
  const base = allowed ?? ownLocation(flow, leave.definition.kind, facts);
  const location =
    base === undefined ? undefined : joinAddress(base, filledQuery(leave.query, facts));
  return {
    kind: "leave",
    to: leave.definition.kind,
    reason,
    location,
    ...(Object.keys(cookies).length === 0 ? {} : { cookies }),
    ...(leave.definition.erase === true ? { erase: true } : {}),
  };
}

/** The locations of exits without one of their own: the flow's beginning, and the present page. */
function ownLocation(
  flow: CompiledVariant,
  kind: NonNullable<CompiledRow["leave"]>["definition"]["kind"],
  facts: Facts,
): string | undefined {
  const beginning = basePath(flow) || "/";
  if (kind === "base" || kind === "start-again") return beginning;
  const requested = facts["requested"];
  return kind === "reload"
    ? typeof requested === "string" && requested !== ""
      ? requested
      : beginning
    : undefined;
}

/**
 * Whether an action that leads to the next screen returns to where a link to change an answer was
 * pressed.
 */
export function returnsToReview(flow: CompiledVariant, present: string, facts: Facts): boolean {
  const from = openedToChangeFrom(flow, present, facts);
  return from !== undefined && from === neighbour(flow, present, "next", facts);
}

/**
 * Where the screen of an entry leads in place of its list: the screen whose link to change the
 * entry opened it.
 */
function fromEntry(
  flow: CompiledVariant,
  present: string | undefined,
  to: string,
  facts: Facts,
): string | undefined {
  if (present === undefined || flow.screens.get(present)?.entryOf !== to) return undefined;
  return openedToChangeFrom(flow, present, facts);
}

function neighbour(
  flow: CompiledVariant,
  present: string | undefined,
  to: "next" | "previous",
  facts: Facts,
): string | undefined {
  if (present === undefined) return undefined;
  const from = to === "previous" ? openedToChangeFrom(flow, present, facts) : undefined;
  if (from !== undefined) return from;
  for (const sequence of flow.sequences.values()) {
    const at = sequence.indexOf(present);
    if (at < 0) continue;
    const asked = (name: string): CompiledScreen[] => {
      const screen = flow.screens.get(name);
      return screen === undefined ||
        screen.exists?.test(facts) === false ||
        screen.skip?.test(facts) === true
        ? []
        : [screen];
    };
    if (to === "previous") return sequence.slice(0, at).toReversed().flatMap(asked)[0]?.id;
    const rest = sequence.slice(at + 1).flatMap(asked);
    return (reviewAfter(rest, () => sequence.slice(0, at + 1).flatMap(asked), facts) ?? rest[0])
      ?.id;
  }
  return undefined;
}

/** The screen where answers are checked, once every screen before it is done. */
function reviewAfter(
  rest: readonly CompiledScreen[],
  before: () => readonly CompiledScreen[],
  facts: Facts,
): CompiledScreen | undefined {
  const at = rest.findIndex(({ definition }) => definition.review === true);
  return at > 0 &&
    [...rest.slice(0, at), ...before()].every(({ done }) => done?.test(facts) !== false)
    ? rest[at]
    : undefined;
}

function textOf(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}
