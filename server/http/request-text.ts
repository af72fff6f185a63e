import querystring from "node:querystring";
import type { FastifyRequest } from "fastify";
import { ProblemError } from "./problem.ts";

/**
 * Deepest nesting of lists and objects; the deepest form has three levels. Readers of JSON recurse
 * once a level.
 */
const MOST_LEVELS = 64;

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The text of a JSON body.
 *
 * @throws ProblemError 400 for invalid UTF-8 or deep nesting, 415 for another charset
 */
export function jsonText(request: Pick<FastifyRequest, "headers">, bytes: Buffer): string {
  const text = utf8Text(request, bytes);
  if (isTooDeep(text))
    throw new ProblemError({
      status: 400,
      code: "too-deep",
      title: "The body is nested too deep",
      detail: `Lists and objects may stand within each other ${MOST_LEVELS} levels deep.`,
    });
  return text;
}

/**
 * The text of a body.
 *
 * @throws ProblemError 400 for invalid UTF-8, 415 for another charset
 */
export function utf8Text({ headers }: Pick<FastifyRequest, "headers">, bytes: Buffer): string {
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers["content-type"] ?? "")?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw new ProblemError({
      status: 415,
      code: "charset",
      title: "The charset is not supported",
      detail: "Send the body in UTF-8.",
    });
  try {
    return UTF8.decode(bytes);
  } catch {
    throw notUtf8();
  }
}

/** The parameters of a query; drops a parameter with a broken escape or in another charset. */
export function readQuery(query: string): Readonly<Record<string, string>> {
  if (query === "") return {};
  const readable = query
    .replace(/^\?/, "")
    .split("&")
    .filter((pair) => isReadable(pair));
  return Object.fromEntries(new URLSearchParams(readable.join("&")));
}

/** The fields of a plain HTML form. @throws ProblemError 400, 415 */
export function formFields(
  request: Pick<FastifyRequest, "headers">,
  bytes: Buffer,
): querystring.ParsedUrlQuery {
  const text = utf8Text(request, bytes);
  if (!isReadable(text)) throw notUtf8();
  return querystring.parse(text, "&", "=", { maxKeys: 0 });
}

/** Whether all escapes decode to UTF-8. */
function isReadable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether brackets outside of strings nest deeper than the limit. Malformed JSON may give either
 * result: its parser refuses it anyway.
 */
export function isTooDeep(text: string): boolean {
  let levels = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (quoted) {
      if (letter === 0x5c) at++;
      else if (letter === 0x22) quoted = false;
    } else if (letter === 0x22) quoted = true;
    else if (letter === 0x5b || letter === 0x7b) {
      if (++levels > MOST_LEVELS) return true;
    } else if (letter === 0x5d || letter === 0x7d) levels--;
  }
  return false;
}

function notUtf8(): ProblemError {
  return new ProblemError({
    status: 400,
    code: "not-utf-8",
    title: "The body is not valid UTF-8",
    detail: "Send it in UTF-8, with everything that is escaped in UTF-8 too.",
  });
}

/** Whether the body of a request is multipart. */
export function isMultipart(request: Pick<FastifyRequest, "headers">): boolean {
  return /^multipart\/form-data(?:;|$)/i.test(request.headers["content-type"] ?? "");
}
