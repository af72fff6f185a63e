import { pathOfAddress } from "../../engine/language/address.ts";

/**
 * Normalizes the URL of a request to a path of this site. The host of an absolute request line is
 * dropped, and leading slashes or backslashes, which make a browser read a host, become one slash.
 *
 * A path with a broken escape, as programs that cut links send, leads to the flow's unknown path
 * and not to a 400. So does one with a NUL, which no text of the database holds. The query stays as
 * it is: each parameter is decoded by itself, and a broken one leaves the others intact.
 */
export function readableUrl(requested: string): string {
  const local = requested.replace(/^[a-z][a-z\d+.-]*:\/\/[^/\\?]*/i, "");
  const url = local === "*" ? local : local.replace(/^[/\\]*/, "/");
  const path = pathOfAddress(url);
  return isReadable(path) ? url : path.replaceAll("%", "%25") + url.slice(path.length);
}

function isReadable(path: string): boolean {
  try {
    return !decodeURI(path).includes("\0");
  } catch {
    return false;
  }
}
