import type { FileKind } from "../../../engine/language/file.ts";

/**
 * The kind of a file by its first bytes, independent of its name and declared type. Undefined for
 * an unsupported kind.
 */
export function fileKind(bytes: Buffer): FileKind | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "jpeg";
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return "png";
  if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP")
    return "webp";
  if (/^%PDF-(?:1\.[0-7]|2\.0)[\r\n\s]/.test(bytes.toString("latin1", 0, 10))) return "pdf";
  return undefined;
}
