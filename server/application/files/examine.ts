import type { ExaminedFile } from "../../storage/repositories/files.ts";
import type { FileOptions } from "../../../engine/language/file.ts";
import { refusalOf, type FileCause } from "../../../engine/validate/files.ts";
import { withoutSlot } from "../../pausing/without-slot.ts";
import { Semaphore } from "./semaphore.ts";
import { Shares } from "../../plugins/shares.ts";
import { ProblemError } from "../../http/problem.ts";
import type { RequestScope } from "../../telemetry/request-scope.ts";
import { examinePicture, refusalOfPicture } from "./examine-picture.ts";
import { examineDocument } from "./examine-document.ts";
import { fileKind } from "./file-kind.ts";

/** An uploaded file. */
export interface GivenFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** The file exceeded the field's limit, and `bytes` is its beginning. */
  readonly cut: boolean;
}

/** Files that this process decodes at once; each takes some hundred megabytes at worst. */
const turns = new Semaphore(2);
/** Files that are decoded or wait for their turn: in all, and of one visitor. */
const underWay = new Shares(14);
const BY_VISITOR = 4;

/** Whose file it is; those without a session count as one. */
export interface Giver {
  readonly scope?: Pick<RequestScope, "slot"> | undefined;
  readonly visitor: string | undefined;
}

/**
 * Validates a file by its content, and makes the copy that is stored. The request's admission slot
 * is free meanwhile.
 *
 * @throws ProblemError 503 where too many files wait
 */
export async function examine(
  given: GivenFile,
  options: FileOptions,
  giver: Giver,
): Promise<{ readonly file: ExaminedFile } | { readonly refused: FileCause }> {
  if (given.cut) return { refused: "file.bytes" };
  if (given.bytes.length === 0) return { refused: "file.damaged" };
  const kind = fileKind(given.bytes);
  if (kind === undefined) return { refused: "file.kind" };
  const known = { name: readableName(given.name), kind, bytes: given.bytes.length };
  if (kind === "pdf") {
    const refused =
      refusalOf(known, options) ?? (await turns.run(() => examineDocument(given.bytes)));
    return refused === undefined ? { file: { ...known, content: given.bytes } } : { refused };
  }
  if (!options.kinds.includes(kind)) return { refused: "file.kind" };
  const refused = await refusalOfPicture(given.bytes, kind, options);
  if (refused !== undefined) return { refused };
  const examined = await inTurn(giver, () => examinePicture(given.bytes, kind, options));
  return "refused" in examined ? examined : { file: { ...known, ...examined.picture } };
}

/** Works once it is this file's turn. */
async function inTurn<T>({ scope, visitor }: Giver, work: () => Promise<T>): Promise<T> {
  const end = underWay.take([{ name: visitor ?? "", most: BY_VISITOR }]);
  if (end === undefined) throw tooManyFiles();
  return withoutSlot(scope, async () => turns.run(work)).finally(end);
}

/** The refusal of a file while many others are under way. */
export function tooManyFiles(): ProblemError {
  return new ProblemError({
    status: 503,
    code: "busy",
    title: "Too many files arrive at once",
    detail: "Nothing is lost. Please send it again in a moment.",
  });
}

/**
 * A file's name for storage and display: without folders and invisible characters, of bounded
 * length.
 */
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
