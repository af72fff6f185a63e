import type { BrandView } from "./view.ts";

/** The names in the titles of a brand's pages: its own, and that of its cobrand on its side. */
export function brandNames({ name, cobrand }: Pick<BrandView, "name" | "cobrand">): string[] {
  if (cobrand === undefined) return [name];
  return cobrand.first ? [cobrand.name, name] : [name, cobrand.name];
}
