import { pathOfAddress } from "../../engine/language/address.ts";

/**
 * The address as every reader after this one may take it: a path of this site. The host of a request line in absolute
 * form is dropped, and slashes or backslashes at the front, which make a browser take what follows for a host, become one.
 *
 * A path that was cut off within an escaped character, as some programs cut links, is one that leads nowhere: it is
 * answered as such, in the look of its flow, and not as a request that nobody can read. What follows the path stays as it
 * is: each of its parameters is read by itself, and one that was cut off takes none of the others along.
 */
export function readableUrl(asked: string): string {
  const local = asked.replace(/^[a-z][a-z\d+.-]*:\/\/[^/\\?]*/i, "");
  const url = local === "*" ? local : local.replace(/^[/\\]*/, "/");
  const path = pathOfAddress(url);
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll("%", "%25") + url.slice(path.length);
  }
}
