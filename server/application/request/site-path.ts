/** A placeholder for this site's origin: a text that leaves it leaves every origin. */
const HERE = "https://here.invalid";

/**
 * Reads a text as the address of a page of this site: path, query and fragment.
 *
 * @returns the path as the WHATWG URL parser writes it, in visible ASCII; undefined when the text
 *   names another host, carries a backslash or a control character, or begins with anything but one
 *   slash
 */
export function sitePath(text: string): string | undefined {
  // Browsers drop tabs and line breaks: "/\t/evil.example" is "//evil.example".
  if (!/^\/(?!\/)/.test(text) || /[\\\u0000-\u001f\u007f]/.test(text)) return undefined;
  if (!URL.canParse(text, HERE)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, HERE);
  // The parser drops dot segments: "/.//evil.example" becomes "//evil.example".
  if (origin !== HERE || pathname.startsWith("//")) return undefined;
  return pathname + search + hash;
}
