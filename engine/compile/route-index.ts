import type { CompiledScreen } from "./compiled-screen.ts";
import { exactness, lastSegment, pathPattern, type PathPattern } from "./path-pattern.ts";

/** A path of a screen. */
export interface Route {
  readonly pattern: PathPattern;
  readonly screen: CompiledScreen;
}

/** Every path of every screen, the most exact first. */
export interface RouteIndex {
  /** The matching routes, the most exact first: few, for any number of screens. */
  matches(path: string): readonly RouteMatch[];
}

/** A matching route, with the parameters in the path. */
export interface RouteMatch extends Route {
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Maximum number of paths whose matches are cached: a request looks up the same path many times.
 */
const MOST_KEPT = 200;

/**
 * Indexes the paths of screens by length and last segment, in order of exactness; by the flow's
 * `ids` paths recognise an id.
 */
export function routeIndex(
  screens: Iterable<CompiledScreen>,
  ids: Readonly<Record<string, string>> = {},
): RouteIndex {
  const all = [...screens]
    .flatMap((screen) => [
      { pattern: screen.pattern, screen },
      ...(screen.definition.aliases ?? []).map((alias) => ({
        pattern: pathPattern(alias, ids),
        screen,
      })),
    ])
    .toSorted((a, b) => exactness(b.pattern) - exactness(a.pattern));
  const files = new Map<string, { readonly route: Route; readonly place: number }[]>();
  for (const [place, route] of all.entries()) {
    const { length, last } = route.pattern;
    const key = length === undefined ? "*" : `${length} ${last ?? ""}`;
    const file = files.get(key) ?? [];
    file.push({ route, place });
    files.set(key, file);
  }
  const near = (path: string): readonly Route[] => {
    const { length, last } = lastSegment(path);
    const keys = new Set([...(last === undefined ? [] : [`${length} ${last}`]), `${length} `, "*"]);
    return [...keys]
      .flatMap((key) => files.get(key) ?? [])
      .toSorted((a, b) => a.place - b.place)
      .map(({ route }) => route);
  };
  const kept = new Map<string, readonly RouteMatch[]>();
  return {
    matches(path) {
      const known = kept.get(path);
      if (known !== undefined) return known;
      const found = near(path).flatMap((route) => {
        const params = route.pattern.match(path);
        return params === undefined ? [] : [{ ...route, params: Object.freeze(params) }];
      });
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(path, found);
      return found;
    },
  };
}
