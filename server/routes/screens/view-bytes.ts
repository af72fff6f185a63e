import type { ScreenView } from "../../../engine/render/view.ts";
import type { FixedPart, WrittenView } from "../../../engine/render/write-view.ts";

/** Fixed parts in UTF-8: they are most of a view. */
const encoded = new WeakMap<FixedPart, Buffer>();

/**
 * A written view in UTF-8.
 *
 * @param session becomes the last member: its remaining time differs in each response
 */
export function viewBytes({ texts, fixed }: WrittenView, session: ScreenView["session"]): Buffer {
  const open = texts.at(-1)?.slice(0, -1) ?? "";
  const last = session === undefined ? `${open}}` : `${open},"session":${JSON.stringify(session)}}`;
  const parts = fixed.map(bytesOf);
  let length = Buffer.byteLength(last);
  for (let at = 0; at < parts.length; at++)
    length += Buffer.byteLength(texts[at] ?? "") + (parts[at]?.length ?? 0);
  const bytes = Buffer.allocUnsafe(length);
  let end = 0;
  for (let at = 0; at < parts.length; at++) {
    end += bytes.write(texts[at] ?? "", end);
    end += parts[at]?.copy(bytes, end) ?? 0;
  }
  bytes.write(last, end);
  return bytes;
}

function bytesOf(part: FixedPart): Buffer {
  const bytes = encoded.get(part) ?? Buffer.from(part.json);
  encoded.set(part, bytes);
  return bytes;
}
