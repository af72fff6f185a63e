import { constants, inflateSync } from "node:zlib";
import { codeOf } from "../../errors/code-of.ts";
import { opensAddress, type PdfPart } from "./pdf-actions.ts";
import { withPlainNames } from "./pdf-names.ts";
import { objectsOf, type PdfStream } from "./pdf-objects.ts";
import type { FileCause } from "../../../engine/validate/files.ts";

/** Maximum number of bytes of unpacked object streams of one document. */
const MOST_UNFOLDED = 16_000_000;
/** Unpacked bytes for each packed one, above the bytes that every document may have. */
const MOST_RATIO = 60;
const FREE_UNFOLDED = 1_000_000;
const MOST_PACKED = 2000;
/** Bytes at the end of a document that must contain its end mark. */
const TAIL = 1024;

/**
 * Names of active content: programs, other documents that it opens, attachments, forms that
 * submit, media. A document for reading has none of them.
 */
const ACTIVE =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|FileAttachment|Filespec|RichMedia|SubmitForm|ImportData|Rendition|GoToE|GoToR|Movie)(?![A-Za-z0-9])/;
/**
 * Names short enough to occur by chance in compressed pictures: searched outside of streams only.
 */
const SHORT = /\/(?:JS|XFA|EF)(?![A-Za-z0-9])/;
const ENCRYPTED = /\/Encrypt(?![A-Za-z0-9])/;

/**
 * Why a document is refused: truncated, followed by other data, encrypted, or with active content.
 * Its names are read in every notation: plain, spelt with `#xx`, packed into object streams. The
 * document is not drawn, since viewers disagree about broken ones.
 *
 * It may take long: `examineDocument` runs it beside this thread, with a time limit.
 *
 * @param bytes begin as a document does
 */
export function refusalOfPdf(bytes: Buffer): FileCause | undefined {
  const text = bytes.toString("latin1");
  if (!/%%EOF[\s\0]*$/.test(text.slice(-TAIL)) || !/\bobj\b/.test(text)) return "file.damaged";
  if (ACTIVE.test(withPlainNames(bytes))) return "file.active";
  const objects = objectsOf(text);
  if (objects === undefined) return "file.damaged";
  const outside = plain(objects.outside);
  if (ENCRYPTED.test(outside)) return "file.locked";
  if (SHORT.test(outside) || ACTIVE.test(outside)) return "file.active";
  const packed = objects.streams.flatMap((stream) => packedObjects(stream));
  if (packed.length > MOST_PACKED) return "file.damaged";
  let left = MOST_UNFOLDED;
  const parts: PdfPart[] = [{ text: outside }];
  for (const each of packed) {
    const contents = unfolded(bytes, each, left);
    if (contents === undefined) return "file.damaged";
    for (const content of contents) {
      left -= content.length;
      const inside = withPlainNames(content);
      if (SHORT.test(inside) || ACTIVE.test(inside)) return "file.active";
      parts.push({ text: inside, first: each.first });
    }
  }
  const most = FREE_UNFOLDED + MOST_RATIO * bytes.length;
  if (MOST_UNFOLDED - left > most) return "file.damaged";
  return opensAddress(parts) ? "file.active" : undefined;
}

function plain(text: string): string {
  return withPlainNames(Buffer.from(text, "latin1"));
}

/** An object stream. */
interface PackedObjects {
  readonly from: number;
  /** Where the objects begin in the unpacked text. */
  readonly first: number;
  /** How it is packed; undefined for a way that is not read here. */
  readonly filter: "none" | "flate" | undefined;
}

const FLATE = /\/Filter[\s\0]*(?:\/FlateDecode(?![A-Za-z0-9])|\[[\s\0]*\/FlateDecode[\s\0]*\])/g;

/**
 * A stream with a member `First` is read as an object stream, because its type can be hidden. Other
 * filters than Flate, predicted rows and indirect parameters hide its content from a search.
 */
function packedObjects({ head, from }: PdfStream): readonly PackedObjects[] {
  const names = plain(head);
  if (!/\/(?:First|ObjStm)(?![A-Za-z0-9])/.test(names)) return [];
  const first = Number(/\/First[\s\0]*(\d{1,9})/.exec(names)?.[1] ?? 0);
  const rest = names.replaceAll(FLATE, "");
  const isHidden = /\/(?:Filter|F|Fl|DecodeParms|DP|FFilter|FDecodeParms)(?![A-Za-z0-9])/.test(
    rest,
  );
  const filter = isHidden ? undefined : rest === names ? "none" : "flate";
  return [{ from, first, filter }];
}

/**
 * The content of an object stream, in each way that it may be read; undefined where it cannot be
 * read, or is too long.
 */
function unfolded(
  bytes: Buffer,
  { from, filter }: PackedObjects,
  most: number,
): readonly Buffer[] | undefined {
  if (filter === undefined || most <= 0) return undefined;
  const packed = inflated(bytes.subarray(from), most);
  if (packed === "too-long") return undefined;
  if (filter === "flate") return packed === undefined ? undefined : [packed];
  const end = bytes.indexOf("endobj", from);
  const content = bytes.subarray(from, end < 0 ? bytes.length : end);
  return content.length > most ? undefined : [content, ...(packed === undefined ? [] : [packed])];
}

/** Its end is the one that its packing has: the word `endstream` may stand within it. */
function inflated(bytes: Buffer, most: number): Buffer | "too-long" | undefined {
  try {
    const options = { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH };
    return inflateSync(bytes, options);
  } catch (error) {
    return codeOf(error) === "ERR_BUFFER_TOO_LARGE" ? "too-long" : undefined;
  }
}
