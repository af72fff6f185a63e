const HASH = 0x23;

/**
 * The text of bytes with names such as `/J#61vaScript` in plain letters. Codes of other characters
 * stay: a bracket in a name is none of the document. One pass without a call for each code, since a
 * document may consist of codes.
 */
export function withPlainNames(bytes: Buffer): string {
  if (!bytes.includes(HASH)) return bytes.toString("latin1");
  const plain = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const code = byte === HASH ? letterOf(bytes[at + 1], bytes[at + 2]) : undefined;
    plain[length++] = code ?? byte;
    if (code !== undefined) at += 2;
  }
  return plain.toString("latin1", 0, length);
}

/** The letter or digit that two hexadecimal digits name. */
function letterOf(high: number | undefined, low: number | undefined): number | undefined {
  const code = digitOf(high) * 16 + digitOf(low);
  const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return isLetter || (code >= 48 && code <= 57) ? code : undefined;
}

function digitOf(byte: number | undefined): number {
  if (byte === undefined) return Number.NaN;
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 0x20;
  return lower >= 97 && lower <= 102 ? lower - 87 : Number.NaN;
}
