import type { WrittenView } from "../../../engine/render/write-view.ts";
import { viewDigest } from "../../application/page/view-parts.ts";

/**
 * The ETag of a view. It follows from the whole view and nothing else, so every node gives equal
 * views the same tag.
 */
export function viewTag(written: WrittenView): string {
  return `W/"${viewDigest(written).slice(0, 22)}"`;
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
