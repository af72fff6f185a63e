import type { ScreenView } from "../../../engine/render/view.ts";
import type { FixedPart, WrittenView } from "../../../engine/render/write-view.ts";
import { joinBytes, type Piece } from "../../application/page/join-bytes.ts";
import { memoize } from "../../../engine/language/memoize.ts";

/** A fixed part in UTF-8: they are most of a view. */
const bytesOf = memoize(({ json }: FixedPart) => Buffer.from(json));

/**
 * A written view in UTF-8.
 *
 * @param session becomes the last member: its remaining time differs in each response
 */
export function viewBytes({ texts, fixed }: WrittenView, session: ScreenView["session"]): Buffer {
  const open = texts.at(-1)?.slice(0, -1) ?? "";
  const last = session === undefined ? `${open}}` : `${open},"session":${JSON.stringify(session)}}`;
  return joinBytes([
    ...fixed.flatMap((part, at): Piece[] => [texts[at] ?? "", bytesOf(part)]),
    last,
  ]);
}
