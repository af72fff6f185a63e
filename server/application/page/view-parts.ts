import { hash } from "node:crypto";
import type { FixedPart, WrittenView } from "../../../engine/render/write-view.ts";
import type { Piece } from "./join-bytes.ts";
import { memoize } from "../../../engine/language/memoize.ts";

/** The rendered forms of fixed parts, made once. */
interface MadeOfPart {
  readonly digest: string;
  readonly scriptBytes: Buffer;
}

const madeOf = memoize(({ json }: FixedPart): MadeOfPart => ({
  digest: digestOf(json),
  scriptBytes: Buffer.from(scriptText(json)),
}));

/**
 * A digest of a whole view and nothing else: the same on every node. The parts that never change
 * are read once.
 */
export function viewDigest({ texts, fixed }: WrittenView): string {
  let whole = "";
  for (let at = 0; at < texts.length; at++) whole += (texts[at] ?? "") + digestAt(fixed[at]);
  return digestOf(whole);
}

/** A view as JSON that may stand within a script element, in pieces. */
export function viewInScript({ texts, fixed }: WrittenView): readonly Piece[] {
  return texts.flatMap((text, at) => {
    const part = fixed[at];
    return part === undefined ? [scriptText(text)] : [scriptText(text), madeOf(part).scriptBytes];
  });
}

function digestAt(part: FixedPart | undefined): string {
  return part === undefined ? "" : madeOf(part).digest;
}

function digestOf(text: string): string {
  return hash("sha256", text, "base64url");
}

/** JSON without what would end a script element, or a line of it. */
function scriptText(json: string): string {
  return json
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
