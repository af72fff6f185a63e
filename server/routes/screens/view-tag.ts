import { hash } from "node:crypto";
import type { FixedPart, WrittenView } from "../../../engine/render/write-view.ts";

const digests = new WeakMap<FixedPart, string>();

/**
 * The ETag of a view: a hash of the whole view, so that all nodes give equal views the same tag.
 * Constant parts are hashed once.
 */
export function viewTag({ texts, fixed }: WrittenView): string {
  let text = texts[0] ?? "";
  for (const [at, part] of fixed.entries()) {
    const digest = digests.get(part) ?? digestOf(part.json);
    digests.set(part, digest);
    text += digest + (texts[at + 1] ?? "");
  }
  return `W/"${digestOf(text).slice(0, 22)}"`;
}

/** An entity tag of RFC 9110, 8.8.3, at the beginning of a list or after a comma. */
const TAG = /^[ \t,]*((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?=,|$)/;

/**
 * Whether `If-None-Match` names a view, compared weakly (RFC 9110, 13.1.2).
 *
 * @param header value of the request's header; a malformed list counts up to the mistake
 */
export function isNamed(header: string | undefined, tag: string): boolean {
  let rest = header ?? "";
  if (rest.trim() === "*") return true;
  for (let found = TAG.exec(rest); found !== null; found = TAG.exec(rest)) {
    if (opaque(found[1] ?? "") === opaque(tag)) return true;
    rest = rest.slice(found[0].length);
  }
  return false;
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, "");
}

function digestOf(text: string): string {
  return hash("sha1", text, "base64url");
}
