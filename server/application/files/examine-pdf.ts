import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { opensAddress, type PdfPart } from "./pdf-actions.ts";
import type { FileCause } from "../../../engine/validate/files.ts";

const unfold = promisify(inflate);

/** Maximum number of bytes of unpacked object streams of one document. */
const MOST_UNFOLDED = 32_000_000;
const MOST_PACKED = 2000;
/** Bytes at the end of a document that must contain its end mark. */
const TAIL = 1024;

/**
 * Names of active content: programs, other documents that it opens, attachments, forms that
 * submit, media. A document for reading has none of them.
 */
const ACTIVE =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|Rendition|GoToE|GoToR|Movie)(?![A-Za-z0-9])/;
/**
 * Names short enough to occur by chance in compressed pictures: searched outside of streams only.
 */
const SCRIPT = /\/(?:JS|XFA)(?![A-Za-z0-9])/;
const ENCRYPTED = /\/Encrypt(?![A-Za-z0-9])/;

/**
 * Why a document is refused: truncated, followed by other data, encrypted, or with active content.
 * Its names are read in every notation: plain, spelt with `#xx`, packed into object streams. The
 * document is not drawn, since viewers disagree about broken ones.
 *
 * @param bytes begin as a document does
 */
export async function refusalOfPdf(bytes: Buffer): Promise<FileCause | undefined> {
  const text = bytes.toString("latin1");
  if (!/%%EOF[\s\0]*$/.test(text.slice(-TAIL)) || !/\bobj\b/.test(text)) return "file.damaged";
  const { outside, packed } = parted(text);
  const spelt = withPlainNames(outside);
  if (ENCRYPTED.test(spelt)) return "file.locked";
  if (SCRIPT.test(spelt) || ACTIVE.test(spelt) || ACTIVE.test(withPlainNames(text)))
    return "file.active";
  if (packed.length > MOST_PACKED) return "file.damaged";
  let left = MOST_UNFOLDED;
  const parts: PdfPart[] = [{ text: spelt }];
  for (const { from, to, first } of packed) {
    const unfolded = await unfold(bytes.subarray(from, to), {
      maxOutputLength: left,
      finishFlush: 2,
    }).catch(() => undefined);
    if (unfolded === undefined) return "file.damaged";
    left -= unfolded.length;
    if (left <= 0) return "file.damaged";
    const inside = withPlainNames(unfolded.toString("latin1"));
    if (SCRIPT.test(inside) || ACTIVE.test(inside)) return "file.active";
    parts.push({ text: inside, first });
  }
  return opensAddress(parts) ? "file.active" : undefined;
}

/** The range of an object stream, and where the objects begin in its unpacked text. */
interface PackedObjects {
  readonly from: number;
  readonly to: number;
  readonly first: number;
}

/** Splits a document into the text outside of streams and the ranges of its object streams. */
function parted(text: string): {
  readonly outside: string;
  readonly packed: readonly PackedObjects[];
} {
  const outside: string[] = [];
  const packed: PackedObjects[] = [];
  let at = 0;
  for (;;) {
    const keyword = text.indexOf("stream", at);
    if (keyword < 0) break;
    const [line] = /^stream[ \t]*\r?\n?/.exec(text.slice(keyword, keyword + 20)) ?? ["stream"];
    const from = keyword + line.length;
    const to = text.indexOf("endstream", from);
    const before = text.slice(at, keyword);
    outside.push(before);
    if (to < 0) {
      outside.push(text.slice(from));
      return { outside: outside.join("\n"), packed };
    }
    const head = withPlainNames(before.slice(Math.max(0, before.lastIndexOf(" obj"))));
    if (/\/ObjStm(?![A-Za-z0-9])/.test(head))
      packed.push({ from, to, first: Number(/\/First[\s\0]*(\d{1,9})/.exec(head)?.[1] ?? 0) });
    at = to + "endstream".length;
  }
  outside.push(text.slice(at));
  return { outside: outside.join("\n"), packed };
}

/** Decodes names such as `/J#61vaScript`. */
function withPlainNames(text: string): string {
  return text.includes("#")
    ? text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}
