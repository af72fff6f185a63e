/** A piece of an answer: bytes that many answers share, or a text of its own. */
export type Piece = string | Buffer;

/** The pieces one after the other, in UTF-8, written once. */
export function joinBytes(pieces: readonly Piece[]): Buffer {
  let length = 0;
  for (const piece of pieces)
    length += typeof piece === "string" ? Buffer.byteLength(piece) : piece.length;
  const bytes = Buffer.allocUnsafe(length);
  let end = 0;
  for (const piece of pieces)
    end += typeof piece === "string" ? bytes.write(piece, end) : piece.copy(bytes, end);
  return bytes;
}
