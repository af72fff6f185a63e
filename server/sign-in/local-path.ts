/** Any origin: a path that leads away from it leads away from ours too. */
const HERE = "http://here.invalid";

/** Longer ones would not fit into a cookie. */
const LIMIT = 1500;

/** Pages that would send somebody who has just signed in away again. */
const NEVER = /^\/(?:sign-in|sign-out|create-account|idp)(?:[/?]|$)/;

/**
 * The path to come back to after signing in, when it is one of this site: begins with one "/", and neither a
 * second slash, a backslash nor anything a browser reads as one makes it another host's. Without its query when
 * that makes it too long; otherwise "/".
 */
export function localPath(text: string | undefined): string {
  if (
    text === undefined ||
    !/^\/(?![/\\])/.test(text) ||
    text.includes("\\") ||
    !URL.canParse(text, HERE)
  )
    return "/";
  const url = new URL(text, HERE);
  // Dot segments are gone only now: "/.//evil.example" is "//evil.example".
  if (url.origin !== HERE || url.pathname.startsWith("//") || NEVER.test(url.pathname)) return "/";
  const path = url.pathname + url.search;
  if (path.length <= LIMIT) return path;
  return url.pathname.length <= LIMIT ? url.pathname : "/";
}
