import { replaceIds } from "../../../rules/state-path.ts";
import type { CompiledVariant, PiiPath } from "../../compiled-variant.ts";
import { strictnessOf } from "../../state-schema.ts";

/** How private a place of the state is by itself, or by a part of the state that it lies in. */
export function privateKind(flow: CompiledVariant, place: string): PiiPath["kind"] | undefined {
  const segments = place.split(".");
  const kinds = flow.pii.flatMap(({ path, kind }) =>
    path.split(".").every((each, at) => each === segments[at] || segments[at] === "*")
      ? [kind]
      : [],
  );
  return kinds.toSorted((a, b) => strictnessOf(b) - strictnessOf(a))[0];
}

/** A path with `*` for entries of lists. */
export function withStars(path: string): string {
  return replaceIds(path, "*").replaceAll(/\.\d+(?=\.|$)/g, ".*");
}
