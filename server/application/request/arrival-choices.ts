import type { FastifyReply, FastifyRequest } from "fastify";
import { axesOf } from "../../../engine/language/axes.ts";
import type { FlowDefinition } from "../../../engine/language/flow.ts";
import { namedValue } from "./choose-variant.ts";
import type { SiteCookies } from "../cookies/site-cookies.ts";
import { memoize } from "../../../engine/language/memoize.ts";

type Query = Readonly<Record<string, string>>;

/** Beginning of the names of the cookies. */
const PREFIX = "foyer_at_";
const NONE: Query = {};

/** A parameter of the address that may choose a value of an axis. */
interface Choosing {
  readonly parameter: string;
  /** Whether a text names a value. */
  names(text: string): boolean;
}

/**
 * The parameters that chose a variant earlier in this visit. The addresses of later pages lack
 * them.
 *
 * @returns values by parameter; none that names no value of its axis
 */
export function arrivalChoices(
  request: FastifyRequest,
  definition: FlowDefinition,
  cookies: SiteCookies,
): Query {
  if (request.headers.cookie?.includes(PREFIX) !== true) return NONE;
  return Object.fromEntries(
    choosing(definition).flatMap(({ parameter, names }) => {
      const value = cookies.own(request, cookieOf(parameter));
      return value === undefined || !names(value) ? [] : [[parameter, value]];
    }),
  );
}

/** Keeps the parameters of an address that choose a variant, until the browser is closed. */
export function keepArrivalChoices(
  reply: FastifyReply,
  definition: FlowDefinition,
  query: Query,
  cookies: SiteCookies,
): void {
  const known = arrivalChoices(reply.request, definition, cookies);
  for (const { parameter, names } of choosing(definition)) {
    const text = query[parameter];
    if (text !== undefined && text !== known[parameter] && names(text))
      cookies.set(reply, cookieOf(parameter), text);
  }
}

const choosing = memoize((definition: FlowDefinition): readonly Choosing[] =>
  axesOf(definition).flatMap(([, { values = {}, chosen = [] }]) =>
    chosen.flatMap((choice) => {
      const { parameter } = choice;
      const names = (text: string) => namedValue(values, choice, text) !== undefined;
      return parameter === undefined ? [] : [{ parameter, names }];
    }),
  ),
);

function cookieOf(parameter: string): string {
  return PREFIX + encodeURIComponent(parameter);
}
