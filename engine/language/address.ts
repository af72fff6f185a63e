/** A path with its query, the two parts of `path?query`. */
export interface Address {
  readonly path: string;
  readonly query: { readonly [name: string]: string };
}

/** Splits `path?query`; the last value of a repeated name counts. */
export function splitAddress(address: string): Address {
  const at = address.indexOf("?");
  if (at < 0) return { path: address, query: {} };
  const [path = "/", search = ""] = address.split("?");
  return { path, query: Object.fromEntries(new URLSearchParams(search)) };
}

/** `path?query`, or the path alone when the query is empty; a path with a query gets both. */
export function joinAddress(path: string, query: Readonly<Record<string, string>>): string {
  if (Object.keys(query).length === 0) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams(query)}`;
}

/** The path of an address, without its query. */
export function pathOfAddress(address: string): string {
  const at = address.indexOf("?");
  return at < 0 ? address : address.slice(0, at);
}

/** A segment of a path as text; undefined where its percent-encoding is broken. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
