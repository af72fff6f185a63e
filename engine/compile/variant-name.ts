import type { Variant } from "../language/variant.ts";

/** A variant in words, its axes in their order: `hosting US westlake LOCAL`. */
export function variantName({ environment, ...axes }: Variant): string {
  return [...Object.values(axes), environment].filter((each) => each !== undefined).join(" ");
}
