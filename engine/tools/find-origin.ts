import type { Variant } from "../language/variant.ts";
import { baseTree, overlayFiles, variantTree } from "../compile/definition-tree.ts";
import { readFlowFiles } from "../compile/flow-sources.ts";
import { isObject, type Json } from "../language/json.ts";
import type { Sources } from "../language/sources.ts";
import { closest } from "../source/closest.ts";

/** One layer that sets a value. */
export interface Layer {
  /** `base`, or `partner westlake`. */
  readonly layer: string;
  readonly file: string;
  readonly line: number;
  readonly value: Json;
}

/** The origin of a value. */
export interface ValueOrigin {
  /** The value in the variant; undefined when no layer sets it. */
  readonly value: Json | undefined;
  /** Every layer that sets it, first to last; the last one counts. */
  readonly layers: readonly Layer[];
  /** The probable name, when no layer sets it. */
  readonly suggestion?: string;
}

/**
 * Finds the origin of a flow's value in a variant: the base, or the last overlay that sets it.
 *
 * @param path `config.support.phone`, `theme.colour`, `screens.reader.path`,
 *   `copy.en-US.screens.reader.title`
 */
export function findOrigin(
  sources: Sources,
  flow: string,
  variant: Variant,
  path: string,
): ValueOrigin {
  const files = readFlowFiles(
    new Map(
      [...sources].filter(
        ([file]) => !file.includes("/fixtures/") && !file.includes("/catalogue/"),
      ),
    ),
    flow,
  ).filter(({ document }) => document.problems.length === 0);
  const base = baseTree(files);
  const { tree } = variantTree(base, files, variant);
  const segments = path.split(".");
  const value = at(tree, segments);
  if (value === undefined) {
    const above = at(tree, segments.slice(0, -1));
    const meant = isObject(above) ? closest(segments.at(-1) ?? "", Object.keys(above)) : undefined;
    return {
      value,
      layers: [],
      suggestion: meant === undefined ? undefined : [...segments.slice(0, -1), meant].join("."),
    };
  }
  const pointer = `/${segments.join("/")}`;
  const layers: Layer[] = [];
  for (const { at: from, document, from: inside } of base.origins) {
    if (pointer !== from && !pointer.startsWith(`${from}/`)) continue;
    const place = inside + pointer.slice(from.length);
    if (!document.has(place)) continue;
    layers.push({
      layer: "base",
      file: document.path,
      line: document.locate(place).line,
      value: at(base.tree, segments) ?? null,
    });
  }
  for (const layer of base.layers) {
    for (const { document } of overlayFiles(files, layer, variant[layer])) {
      if (!document.has(pointer)) continue;
      layers.push({
        layer: `${layer} ${variant[layer] ?? ""}`,
        file: document.path,
        line: document.locate(pointer).line,
        value: at(document.value ?? null, segments) ?? null,
      });
    }
  }
  return { value, layers };
}

function at(value: Json | undefined, segments: readonly string[]): Json | undefined {
  return segments.reduce<Json | undefined>((inner, segment) => {
    if (Array.isArray(inner))
      return (inner as readonly Json[]).find(
        (each, index) => (isObject(each) && each["id"] === segment) || String(index) === segment,
      );
    return isObject(inner) && Object.hasOwn(inner, segment) ? inner[segment] : undefined;
  }, value);
}
