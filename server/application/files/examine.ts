import type { ExaminedFile } from "../../storage/repositories/files.ts";
import type { FileOptions } from "../../../engine/language/file.ts";
import { refusalOf, type FileCause } from "../../../engine/validate/files.ts";
import { Semaphore } from "./semaphore.ts";
import { examinePicture } from "./examine-picture.ts";
import { refusalOfPdf } from "./examine-pdf.ts";
import { kindOf } from "./kind-of.ts";

/** A file as it came. */
export interface GivenFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** More came than the field takes; what is here is its beginning. */
  readonly cut: boolean;
}

/** Files that are unfolded at one time in this process: each takes some hundred megabytes at worst. */
const turns = new Semaphore(2);

/** Judges a file by its content, and makes what is kept of it. */
export async function examine(
  given: GivenFile,
  options: FileOptions,
): Promise<{ readonly file: ExaminedFile } | { readonly refused: FileCause }> {
  if (given.cut) return { refused: "file.bytes" };
  if (given.bytes.length === 0) return { refused: "file.damaged" };
  const kind = kindOf(given.bytes);
  if (kind === undefined) return { refused: "file.kind" };
  const known = { name: readableName(given.name), kind, bytes: given.bytes.length };
  if (kind === "pdf") {
    const refused =
      refusalOf(known, options) ?? (await turns.take(() => refusalOfPdf(given.bytes)));
    return refused === undefined ? { file: { ...known, content: given.bytes } } : { refused };
  }
  if (!options.kinds.includes(kind)) return { refused: "file.kind" };
  const examined = await turns.take(() => examinePicture(given.bytes, kind, options));
  return "refused" in examined ? examined : { file: { ...known, ...examined.picture } };
}

/** Name of a file as it may be kept and shown: no folders, no characters that nobody sees, not endless. */
function readableName(name: string): string {
  const plain = (name.split(/[/\\]/).at(-1) ?? "")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "")
    .trim();
  const dot = plain.lastIndexOf(".");
  const ending = dot > 0 && plain.length - dot <= 6 ? plain.slice(dot) : "";
  return plain.length <= 80
    ? plain || "–"
    : `${[...plain].slice(0, 76 - ending.length).join("")}…${ending}`;
}
