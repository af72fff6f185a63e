import { isObject, type Json } from "../../../language/json.ts";
import { unescapeSegment } from "../../../source/json-pointer.ts";
import type { ShapeMistake } from "./shape-mistake.ts";

/** Rounds in which mistakes are mended: one that is gone may show another. */
const ROUNDS = 8;

/**
 * A misshapen value as its author probably meant it, so that its flow can be checked for other
 * mistakes: misspelt members and choices are corrected, and what fits nowhere is left out.
 *
 * @param below what an overlay was laid over: its part stands in place of one that does not fit
 * @returns undefined where something that has to be there is missing
 */
export function mendShape(
  value: Json,
  mistakesIn: (value: Json) => readonly ShapeMistake[],
  below?: Json,
): Json | undefined {
  let mended = value;
  for (let round = 0; round < ROUNDS; round++) {
    const mistakes = mistakesIn(mended);
    if (mistakes.length === 0) return mended;
    for (const mistake of mistakes) {
      const segments = mistake.pointer.split("/").slice(1).map(unescapeSegment);
      const next = mendedAt(mended, segments, mistake, below);
      if (next === undefined) return undefined;
      mended = next;
    }
  }
  return undefined;
}

/** A value with one mistake mended; undefined where something has to be there, and is not. */
function mendedAt(
  value: Json,
  [segment, ...rest]: readonly string[],
  mistake: ShapeMistake,
  below: Json | undefined,
): Json | undefined {
  // An overlay's part that lacks something gives way to what it was laid over.
  if (segment === undefined) return mistake.isLacking === true ? below : undefined;
  const isLast = rest.length === 0 && mistake.isLacking !== true;
  const { meant } = mistake;
  const instead = meant !== undefined && "value" in meant ? meant.value : undefined;
  if (Array.isArray(value)) {
    const list: readonly Json[] = value;
    const index = Number(segment);
    const each = list[index];
    if (each === undefined) return value;
    if (isLast && instead === undefined) return list.filter((_, at) => at !== index);
    const next = isLast ? instead : mendedAt(each, rest, mistake, undefined);
    return next === undefined ? undefined : list.with(index, next);
  }
  if (!isObject(value) || !Object.hasOwn(value, segment)) return value;
  const under = isObject(below) && Object.hasOwn(below, segment) ? below[segment] : undefined;
  const next = isLast ? (instead ?? under) : mendedAt(value[segment] ?? null, rest, mistake, under);
  if (!isLast && next === undefined) return undefined;
  const member = isLast && meant !== undefined && "member" in meant ? meant.member : undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]): [string, Json][] => {
      if (key !== segment) return [[key, each]];
      if (member !== undefined) return Object.hasOwn(value, member) ? [] : [[member, each]];
      // A list of which nothing is left says nothing.
      return next === undefined || (Array.isArray(next) && next.length === 0) ? [] : [[key, next]];
    }),
  );
}
