import { isObject, ownMember, type Json, type JsonObject } from "../language/json.ts";
import { memoize } from "../language/memoize.ts";
import { unescapeSegment } from "../source/json-pointer.ts";
import type { DefinitionTree } from "./definition-tree.ts";
import { layOverlay } from "./lay-overlay.ts";

/** Parts with some overrides mended, by the overrides: variants share them. */
const parts = memoize((_part: object) => new Map<string, Json>());

/** An override of a missing member: its segments, and the member that was probably meant. */
interface Dead {
  readonly segments: readonly string[];
  readonly meant: string;
}

/**
 * The tree of a variant with each override of a missing member at the member that was probably
 * meant, else without it. So the check finds the other mistakes as well.
 */
export function withoutDead({ tree, dead }: DefinitionTree): JsonObject {
  const overrides = dead.flatMap(({ pointer, reason, suggestion: meant = "" }): Dead[] =>
    reason === "removes-nothing"
      ? []
      : [{ segments: pointer.split("/").slice(1).map(unescapeSegment), meant }],
  );
  if (overrides.length === 0) return tree;
  return Object.fromEntries(
    Object.entries(tree).map(([name, part]) => {
      const own = overrides.filter(({ segments: [first] }) => first === name);
      if (own.length === 0 || !isObject(part)) return [name, part];
      const known = parts(part);
      const key = JSON.stringify(own);
      const mended =
        known.get(key) ??
        own.reduce<Json>(
          (rest, { segments, meant }) => withMeant(rest, { segments: segments.slice(1), meant }),
          part,
        );
      known.set(key, mended);
      return [name, mended];
    }),
  );
}

function withMeant(value: Json, { segments, meant }: Dead): Json {
  const [segment = "", ...rest] = segments;
  const each = isObject(value) ? ownMember(value, segment) : undefined;
  if (!isObject(value) || each === undefined) return value;
  if (rest.length > 0) return { ...value, [segment]: withMeant(each, { segments: rest, meant }) };
  const { [segment]: _, ...left } = value;
  const other = ownMember(left, meant);
  return other === undefined ? left : { ...left, [meant]: layOverlay(other, each) ?? null };
}
