import { decodeSegment } from "../language/address.ts";
/**
 * A screen's path, compiled for matching and filling. `{name}` takes one segment; a last segment
 * `*` takes the rest.
 */
export interface PathPattern {
  readonly text: string;
  readonly parameters: readonly string[];
  /** Number of segments; undefined when the last one takes the rest. */
  readonly length: number | undefined;
  /** The last segment; undefined for a parameter, or the rest. */
  readonly last: string | undefined;
  /** Parameters by name, decoded; undefined when the path does not match. */
  match(path: string): Readonly<Record<string, string>> | undefined;
  /**
   * The path with its parameters filled in; undefined when one is missing or is no valid segment.
   * Colons of URNs stay readable.
   */
  fill(parameters: Readonly<Record<string, string | undefined>>): string | undefined;
}

const PARAMETER = /^\{([A-Za-z][A-Za-z0-9]*)\}$/;

/** Characters that delimit state paths, and that no id has. */
const PATH_SIGNS = /[.[\]{}]/;

/** Longest segment that matches a parameter; ids are far shorter. */
const SEGMENT_LIMIT = 200;

/**
 * Parses a path such as `/{applicationId}/people/{personId}`.
 *
 * @param prefixes of parameters' values by name; a segment without its prefix does not match
 */
export function pathPattern(
  text: string,
  prefixes: Readonly<Record<string, string>> = {},
): PathPattern {
  const segments = segmentsOf(text);
  const open = segments.at(-1) === "*";
  const fixed = open ? segments.slice(0, -1) : segments;
  const names = fixed.map((segment) => PARAMETER.exec(segment)?.[1]);
  return {
    text,
    parameters: names.filter((name) => name !== undefined),
    length: open ? undefined : fixed.length,
    last: open || names.at(-1) !== undefined ? undefined : fixed.at(-1),
    match(path) {
      const given = segmentsOf(path);
      if (open ? given.length <= fixed.length : given.length !== fixed.length) return undefined;
      const found: Record<string, string> = {};
      for (let i = 0; i < fixed.length; i++) {
        const name = names[i];
        const segment = decodeSegment(given[i] ?? "");
        if (segment === undefined) return undefined;
        if (name === undefined) {
          if (segment !== fixed[i]) return undefined;
        } else {
          if (segment.length > SEGMENT_LIMIT || !segment.startsWith(prefixes[name] ?? ""))
            return undefined;
          // Ids become segments of state paths.
          if (Object.hasOwn(prefixes, name) && PATH_SIGNS.test(segment)) return undefined;
          found[name] = segment;
        }
      }
      return found;
    },
    fill(parameters) {
      const filled: string[] = [];
      for (let i = 0; i < fixed.length; i++) {
        const name = names[i];
        const value = name === undefined ? fixed[i] : parameters[name];
        // A segment of dots would lead to another path.
        if (value === undefined || value === "" || value === "." || value === "..")
          return undefined;
        filled.push(name === undefined ? value : encodeURIComponent(value).replaceAll("%3A", ":"));
      }
      return `/${filled.join("/")}`;
    },
  };
}

/**
 * How exact a pattern is, for choosing between two that match: more fixed segments first.
 * `/{applicationId}/people/all` is more exact than `/{applicationId}/people/{personId}`.
 */
export function exactness(pattern: PathPattern): number {
  return segmentsOf(pattern.text).reduce(
    (sum, segment) => sum + (segment === "*" ? 0 : PARAMETER.test(segment) ? 1 : 100),
    0,
  );
}

/** The number of a path's segments, and the last one, decoded. */
export function lastSegment(path: string): {
  readonly length: number;
  readonly last: string | undefined;
} {
  const segments = segmentsOf(path);
  return { length: segments.length, last: decodeSegment(segments.at(-1) ?? "") };
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}
